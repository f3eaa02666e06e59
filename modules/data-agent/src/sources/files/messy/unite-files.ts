import { basename, dirname } from 'node:path'
import type { DataFile } from './data-file.ts'
import type { ColumnKind, ColumnPlan } from './understand-column.ts'

export interface NamedColumns {
  readonly file: DataFile
  readonly columns: readonly string[]
}

export interface UnitedFiles {
  readonly name: string
  readonly files: readonly DataFile[]
}

/** Files with the same columns, in whatever order and spelling, whose names differ by a year, a number or a place. */
export function uniteFiles(all: readonly NamedColumns[]): UnitedFiles[] {
  const groups: { files: DataFile[]; signature: string | undefined; words: readonly string[] }[] = []
  for (const { file, columns } of all) {
    // A database says itself which tables it has.
    const signature = file.reader === 'database' ? file.part : columns.map(columnKey).toSorted().join('\n')
    const words = stemOf(file.name)
    const group = groups.find(
      (other) => other.signature === signature && isSameThing(other.words, words, columns.length),
    )
    if (group === undefined) groups.push({ files: [file], signature, words })
    else {
      group.files.push(file)
      group.words = group.words.filter((word) => words.includes(word))
    }
  }
  return withOwnNames(groups)
}

/** `Customer No.` and `customer_no` name one column. */
export function columnKey(name: string): string {
  const folded = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}#%€$£]+/gu, ' ')
  return folded.trim() === '' ? name : folded.trim()
}

/** What a column of several files is read as, so that all of them fit. */
function commonKind(kinds: readonly ColumnKind[]): ColumnKind {
  const [first = 'empty', ...others] = new Set(kinds.filter((kind) => kind !== 'empty'))
  if (others.length === 0) return first
  const all = [first, ...others]
  if (all.every((kind) => kind === 'whole' || kind === 'amount')) return 'amount'
  return all.every((kind) => kind === 'date' || kind === 'timestamp') ? 'timestamp' : 'text'
}

/** The same columns under the names of the first file, each of one kind. */
export function agreed(plans: readonly (readonly ColumnPlan[])[]): ColumnPlan[][] {
  const byKey = Map.groupBy(plans.flat(), ({ name }) => columnKey(name))
  return plans.map((columns) =>
    columns.map((column) => {
      const same = byKey.get(columnKey(column.name)) ?? [column]
      const kind = commonKind(same.map((other) => other.kind))
      return { ...column, kind, name: same[0]?.name ?? column.name }
    }),
  )
}

const noise =
  /^(?:\d+|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|q[1-4]|h[12]|w\d+|part|copy|final|export|file|old|new|v\d+|of)$/

function stemOf(name: string): string[] {
  return (name.match(/\p{L}+|\d+/gu) ?? [])
    .map((word) => word.toLowerCase())
    .filter((word) => !noise.test(word))
}

/** `Sales 2025` and `Sales 2026`; with many equal columns also `Sales Berlin` and `Sales Hamburg`. */
function isSameThing(one: readonly string[], other: readonly string[], columns: number): boolean {
  if (one.join(' ') === other.join(' ')) return columns > 1
  return columns >= 4 && one[0] !== undefined && one[0] === other[0]
}

/** The workbook whose sheets they are, or the folder. */
function placeOf(files: readonly DataFile[]): string {
  const [path = '', ...others] = new Set(files.map((file) => file.path))
  return (others.length === 0 ? basename(path).replace(/\.[^.]+$/, '') : basename(dirname(path))) || 'files'
}

/** As the first file writes the words that all have; the folder's name where they have none. */
function withOwnNames(
  groups: readonly { readonly files: readonly DataFile[]; readonly words: readonly string[] }[],
): UnitedFiles[] {
  const taken = new Set(
    groups.flatMap(({ files }) => (files.length === 1 ? [files[0]?.name.toLowerCase()] : [])),
  )
  return groups.map(({ files, words }) => {
    const [first] = files
    if (first === undefined || files.length === 1) return { name: first?.name ?? '', files }
    const shown = (first.name.match(/\p{L}+|\d+/gu) ?? []).filter((word) =>
      words.includes(word.toLowerCase()),
    )
    const given = shown.join(' ') || placeOf(files)
    let name = given
    for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${given}_${number}`
    taken.add(name.toLowerCase())
    return { name, files }
  })
}
