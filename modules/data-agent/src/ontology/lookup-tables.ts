import type { Dataset, Field } from '@quipu/query'
import type { QueryLimits, Source } from '../sources/source.ts'
import { bare, explains, letters, rowsOf, withoutCode, type CodeColumns } from './code-rows.ts'
import { singular } from './words.ts'

type ValuesOf = (dataset: string, field: string) => readonly string[]

/** The codes of one sort in a table of look-ups, by their meaning. */
interface Group {
  readonly name: string
  readonly codes: Map<string, string>
}

/**
 * A table of look-ups has groups of codes whose names are free. A column belongs to the group that is named after it or after its table,
 * or else to the only group that has all its values. A table that is not called so must explain most of its groups by name and values.
 */
export async function lookedUp(
  source: Source,
  dataset: Dataset,
  datasets: readonly Dataset[],
  limits: QueryLimits,
  valuesOf: ValuesOf,
  isReference: (dataset: string, field: string) => boolean,
): Promise<ReadonlyMap<string, Map<string, string>>> {
  const none = new Map<string, Map<string, string>>()
  if (dataset.fields.length > mostColumns || dataset.rows > mostRows) return none
  const columns = columnsOf(dataset, valuesOf)
  if (columns === null) return none
  const groups = groupsOf(await rowsOf(source, columns, limits))
  if (groups.length < 2) return none
  const places = datasets.flatMap((other) =>
    other === dataset ? [] : other.fields.filter(isCoded).map((field) => ({ dataset: other, field })),
  )
  const named = new Map<string, Group>()
  const fitted = new Map<string, Group>()
  for (const { dataset: other, field } of places) {
    const values = valuesOf(other.name, field.name)
    const fitting = groups.filter(({ codes }) => explains(codes, values))
    const key = JSON.stringify([other.name, field.name])
    const own = bestNamed(fitting, other, field)
    if (own !== null) named.set(key, own)
    const [only, ...more] = fitting
    const isFitting = own === null && only !== undefined && more.length === 0
    if (isFitting && isTelling(values, only) && !isReference(other.name, field.name)) fitted.set(key, only)
  }
  const found = new Set([...named.values()].map(({ name }) => name)).size
  if (!isCalledLookup(dataset) && (found < 2 || found * 2 < new Set(groups.map(({ name }) => name)).size))
    return none
  return new Map([...fitted, ...named].map(([key, { codes }]) => [key, codes]))
}

const mostColumns = 10
const mostRows = 5000

function isCalledLookup({ label, name }: Dataset): boolean {
  return [label, name].some((said) =>
    /look ?ups?|(?:^|[\W_])(?:lkps?|lkups?|luts?|lovs?|codes?|code ?(?:table|list)s?|ref(?:erence)?s?|domains?|enums?|picklists?|param(?:eter)?s?)(?:$|[\W_])/i.test(
      said,
    ),
  )
}

/** Which column names the group, which is the code and which its text; without a first one, each code begins with its group. */
function columnsOf(dataset: Dataset, valuesOf: ValuesOf): CodeColumns | null {
  const texts = dataset.fields.filter(({ type, isIndexed }) => type === 'text' && isIndexed)
  const codes = texts.filter(({ name }) => valuesOf(dataset.name, name).every(isShort))
  const group = texts.find(
    ({ statistics }) => statistics.distinct > 1 && statistics.distinct < dataset.rows * mostGroups,
  )
  const code = codes.find((field) => field !== group)
  const length = ({ name }: Field): number => {
    const values = valuesOf(dataset.name, name)
    return values.reduce((sum, value) => sum + value.length, 0) / Math.max(1, values.length)
  }
  const textBeside = (taken: readonly (Field | undefined)[]): Field | null => {
    const [longest] = texts
      .filter((field) => !taken.includes(field))
      .toSorted((one, other) => length(other) - length(one))
    return longest ?? null
  }
  if (group !== undefined && code !== undefined) {
    const text = textBeside([group, code])
    if (text !== null && text.statistics.distinct > 1)
      return { dataset, table: null, column: group, code, text }
  }
  const prefixed = texts.find(({ name }) => {
    const values = valuesOf(dataset.name, name)
    return values.length > 3 && values.every((value) => parted.test(value))
  })
  const text = prefixed === undefined ? null : textBeside([prefixed])
  return prefixed === undefined || text === null
    ? null
    : { dataset, table: null, column: null, code: prefixed, text }
}

/** A group has two codes and more, as a rule. */
const mostGroups = 0.7
/** `ORD_ST.C`, `GRADE-02`: the group and its code. */
const parted = /^([A-Za-z][A-Za-z_]*?)[._:|/-]([A-Za-z0-9]{1,8})$/

function isShort(value: string): boolean {
  return value.length <= longestCode && !/\s/.test(value.trim())
}

const longestCode = 16

/** None where a group has the same code twice. */
function groupsOf(rows: readonly (readonly (string | null)[])[]): readonly Group[] {
  const found = new Map<string, Group>()
  const whole = new Map<string, Group>()
  const add = (to: Map<string, Group>, name: string, code: string, text: string): boolean => {
    const group = to.get(name) ?? { name, codes: new Map<string, string>() }
    const isNew = !group.codes.has(code)
    group.codes.set(code, text)
    to.set(name, group)
    return isNew
  }
  for (const [, column = null, code = null, text = null] of rows) {
    if (code === null) continue
    const [, prefix, rest] = column === null ? (parted.exec(code) ?? []) : [code, column, code]
    if (prefix === undefined || rest === undefined) continue
    if (!add(found, prefix, rest, text ?? '')) return []
    // Other tables may have the code with its prefix.
    if (column === null) add(whole, prefix, code, text ?? '')
  }
  return [...found.values(), ...whole.values()]
}

function isCoded({ type, role, isPrimaryKey, isIndexed }: Field): boolean {
  return (
    type === 'text' && isIndexed && !isPrimaryKey && role !== 'name' && role !== 'time' && role !== 'flag'
  )
}

/** Two values may be among the codes of a large group by chance. */
function isTelling(values: readonly string[], { codes }: Group): boolean {
  return values.length > 2 || (values.length > 1 && values.length * 2 >= codes.size)
}

/** The group whose name is nearest to the column. Null where none is near, or two are as near. */
function bestNamed(groups: readonly Group[], dataset: Dataset, field: Field): Group | null {
  const scored = groups
    .map((group) => ({ group, score: nearnessOf(group.name, dataset, field) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
  const [best, next] = scored
  return best === undefined || best.score === next?.score ? null : best.group
}

function nearnessOf(group: string, { name, label }: Dataset, field: Field): number {
  const [said, own, stem] = [letters(group), bare(name), letters(withoutCode(field.name))]
  const ofGroup = wordsOf(withoutCode(group))
  if (stem !== '' && [stem, `${own}${stem}`, `${singular(own)}${stem}`].includes(letters(withoutCode(group))))
    return 4
  const ofField = [...wordsOf(withoutCode(field.name)), ...wordsOf(field.label)]
  const ofTable = [...wordsOf(name), ...wordsOf(label)]
  const isIn = (words: readonly string[], word: string): boolean => words.some((one) => isNear(one, word))
  if (ofGroup.length > 0 && ofGroup.every((word) => isIn([...ofField, ...ofTable], word)))
    return ofGroup.some((word) => isIn(ofField, word)) ? 3 : 1
  if (said.length > 2 && (stem.startsWith(said) || said.startsWith(stem))) return 2
  return said.length > 2 && own.includes(said) ? 1 : 0
}

function isNear(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return short === long || (short.length > 2 && long.startsWith(short))
}

function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map(singular)
}
