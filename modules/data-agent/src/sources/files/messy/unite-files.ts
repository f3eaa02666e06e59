import { basename, dirname } from 'node:path'
import { singularLabel } from '@quipu/query'
import { alignColumns, columnKey, matchColumns, type SeenColumn } from './align-columns.ts'
import { monthNames } from './date-words.ts'
import { isOfCells, type DataFile } from './data-file.ts'
import type { ColumnKind, ColumnPlan } from './column-plan.ts'

export interface NamedColumns {
  readonly file: DataFile
  readonly columns: readonly SeenColumn[]
}

export interface UnitedFiles {
  readonly name: string
  readonly files: readonly DataFile[]
  /** What tells each file from the others: the place that only its name has, or its whole name. */
  readonly marks: readonly string[]
}

interface Group {
  readonly files: DataFile[]
  /** Of the first file. */
  readonly columns: readonly SeenColumn[]
  words: readonly string[]
}

/** Files whose names differ by a year, a number or a place, and whose columns are the same, or most of them. */
export function uniteFiles(all: readonly NamedColumns[]): UnitedFiles[] {
  const groups: Group[] = []
  for (const { file, columns } of all) {
    const words = stemOf(file.name)
    const group = groups.find((other) => isSameThing(other, { file, columns, words }))
    if (group === undefined) groups.push({ files: [file], columns, words })
    else {
      group.files.push(file)
      group.words = group.words.filter((word) => words.includes(word))
    }
  }
  return withOwnNames(groups)
}

/** The type of a column over several files, so that all values fit. */
function commonKind(kinds: readonly ColumnKind[]): ColumnKind {
  const [first = 'empty', ...others] = new Set(
    kinds.filter((kind) => kind !== 'empty' && kind !== 'declared'),
  )
  if (others.length === 0) return first
  const all = [first, ...others]
  if (all.every((kind) => kind === 'whole' || kind === 'amount')) return 'amount'
  return all.every((kind) => kind === 'date' || kind === 'timestamp') ? 'timestamp' : 'text'
}

/** The columns of each file under the names of the table, each with one type. */
export function agreed(plans: readonly (readonly ColumnPlan[])[]): ColumnPlan[][] {
  const { files } = alignColumns(plans)
  const named = plans.map((columns, file) =>
    columns.map((column, place) => ({ ...column, name: files[file]?.[place] ?? column.name })),
  )
  const byName = Map.groupBy(named.flat(), ({ name }) => name)
  return named.map((columns) =>
    columns.map((column) => {
      const same = byName.get(column.name) ?? [column]
      return column.kind === 'declared'
        ? column
        : { ...column, kind: commonKind(same.map((other) => other.kind)) }
    }),
  )
}

const noise =
  /^(?:\d+|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|q[1-4]|h[12]|w\d+|part|copy|kopie|copie|copia|final|exports?|file|old|new|system|tool|dump|download|data|until|since|from|to|v\d+|of)$/

function isNoise(word: string): boolean {
  return noise.test(word) || monthNames.has(word)
}

function stemOf(name: string): string[] {
  return (name.match(/\p{L}+|\d+/gu) ?? [])
    .map((word) => word.toLowerCase())
    .filter((word) => !isNoise(word))
    .map(singularLabel)
}

/** `Sales 2025` and `sales-2026`; with many equal columns also `Sales Berlin` and `Sales Hamburg`. */
function isSameThing(
  group: Group,
  { file, columns, words }: NamedColumns & { readonly words: readonly string[] },
): boolean {
  const files = [...group.files, file]
  // The tables of a database are never united.
  if (files.some(({ reader }) => reader === 'database')) return false
  if (!files.every(isOfCells) && signatureOf(group.columns) !== signatureOf(columns)) return false
  const same = matchColumns(group.columns, columns).size
  const fewer = Math.min(group.columns.length, columns.length)
  const more = Math.max(group.columns.length, columns.length)
  if (group.words.join(' ') === words.join(' ') || isOtherYear(group, file, words))
    return same > 1 && same >= fewer * mostlySame && same * 2 >= more
  const isNearlyAll = same === more ? same >= 4 : same >= 6 && same >= more * 0.85
  return isNearlyAll && words[0] !== undefined && group.words[0] === words[0]
}

/** `Till 2025` and `Till lines 2026`: two programs name the same after one another. */
function isOtherYear({ files, words }: Group, file: DataFile, others: readonly string[]): boolean {
  const yearsOf = ({ name }: DataFile): readonly string[] => name.match(/(?<!\d)(?:19|20)\d{2}(?!\d)/g) ?? []
  const years = files.flatMap(yearsOf)
  const isNew = yearsOf(file).length > 0 && yearsOf(file).every((year) => !years.includes(year))
  const own = (all: readonly string[]): string => all.filter((word) => !kinds.has(word)).join(' ')
  return (
    files.every((each) => yearsOf(each).length > 0) &&
    isNew &&
    own(words) !== '' &&
    own(words) === own(others)
  )
}

/** What programs call their rows. */
const kinds: ReadonlySet<string> = new Set(
  'line item detail row record entry sale transaction list report log register journal history'.split(' '),
)

function signatureOf(columns: readonly SeenColumn[]): string {
  return columns
    .map(({ name }) => columnKey(name))
    .toSorted()
    .join('\n')
}

/** One file may have columns that the other lacks. */
const mostlySame = 0.7

/** The workbook of the sheets, or the folder. */
function placeOf(files: readonly DataFile[]): string {
  const [path = '', ...others] = new Set(files.map((file) => file.path))
  return (others.length === 0 ? basename(path).replace(/\.[^.]+$/, '') : basename(dirname(path))) || 'files'
}

/** The words that all names share, in the spelling of the first file; the folder's name if there are none. */
function withOwnNames(
  groups: readonly { readonly files: readonly DataFile[]; readonly words: readonly string[] }[],
): UnitedFiles[] {
  const taken = new Set(
    groups.flatMap(({ files }) => (files.length === 1 ? [files[0]?.name.toLowerCase()] : [])),
  )
  return groups.map(({ files, words }) => {
    const [first] = files
    if (first === undefined || files.length === 1) return { name: first?.name ?? '', files, marks: [''] }
    const marks = marksOf(files)
    const shown = (first.name.match(/\p{L}+|\d+/gu) ?? []).filter((word) =>
      words.includes(singularLabel(word.toLowerCase())),
    )
    const given = shown.join(' ') || placeOf(files)
    let name = given
    for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${given}_${number}`
    taken.add(name.toLowerCase())
    return { name, files, marks }
  })
}

/** `Berlin` for `Sales_Berlin` beside `Sales_Hamburg`; files of years and months are told apart by their names. */
function marksOf(files: readonly DataFile[]): readonly string[] {
  const wordsIn = ({ name }: DataFile): readonly string[] => name.match(/\p{L}+|\d+/gu) ?? []
  const lower = files.map((file) => wordsIn(file).map((word) => singularLabel(word.toLowerCase())))
  const isShared = (word: string): boolean =>
    lower.every((words) => words.includes(singularLabel(word.toLowerCase())))
  const places = files.map((file) => wordsIn(file).filter((word) => !isShared(word)))
  const marks = places.map((words) => words.join(' '))
  const isTold = places.every((words) => words.some((word) => !isNoise(word.toLowerCase())))
  return isTold && new Set(marks).size === marks.length ? marks : files.map(({ name }) => name)
}
