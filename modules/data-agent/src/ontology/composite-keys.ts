import { quotedName } from '../sources/quoted-name.ts'
import type { QueryLimits, Source } from '../sources/source.ts'
import { inTime, nameOf, numberOf, type ColumnProfile, type TableProfile } from './profile.ts'
import type { NameSplitter } from './split-name.ts'
import { keyWords, singular } from './words.ts'

/** For a table without a key of one column: the two or three columns that together are unique, if any. */
export async function compositeKeyOf(
  source: Source,
  profile: TableProfile,
  splitter: NameSplitter,
  otherTables: readonly (readonly string[])[],
  limits: QueryLimits,
): Promise<readonly string[]> {
  const { rows, columns } = profile
  const names = new Set(otherTables.map((words) => words.join(' ')))
  const isFull = ({ nulls, type }: ColumnProfile) => nulls === 0 && type !== 'other'
  const referring = columns.filter(isFull).filter(({ column, isWhole, type }) => {
    const words = splitter.words(column.name).map(singular)
    const isKeyLike = keyWords.has(words.at(-1) ?? '') || names.has(words.join(' '))
    return isKeyLike && (isWhole || type === 'text')
  })
  if (referring.length === 0 || columns.some(({ isCounted }) => !isCounted)) return []
  const steps = columns.filter(isFull).filter(({ column, type }) => {
    const last = splitter.words(column.name).at(-1) ?? ''
    return type === 'date' || type === 'timestamp' || stepWords.has(last)
  })
  for (const tried of combinations(referring, steps)) {
    const most = tried.reduce((product, { distinct }) => product * Math.max(1, distinct), 1)
    if (rows > 0 && most < rows) continue
    const key = tried.map(({ column }) => column.name)
    if (rows === 0) return referring.length >= 2 ? key : []
    if (await tellsApart(source, profile, key, limits)) return key
  }
  return []
}

/** A number that counts within a reference: the line of an order, a year of a vineyard. */
const stepWords = new Set(
  'line seq sequence position rank year season day week month round step version date'.split(' '),
)
const mostTried = 6

function combinations(
  referring: readonly ColumnProfile[],
  steps: readonly ColumnProfile[],
): ColumnProfile[][] {
  const [first, ...others] = referring
  if (first === undefined) return []
  const pairs = others.map((other) => [first, other])
  const more = referring.length === 3 ? [[...referring]] : []
  const dated = steps.flatMap((step) => (referring.includes(step) ? [] : [[first, step]]))
  const all = others.length > 0 ? steps.map((step) => [first, ...others.slice(0, 1), step]) : []
  return [...pairs, ...dated, ...more, ...all].slice(0, mostTried)
}

async function tellsApart(
  source: Source,
  { table, rows }: TableProfile,
  key: readonly string[],
  limits: QueryLimits,
) {
  const distinct = `select distinct ${key.map(quotedName).join(', ')} from ${nameOf(table)}`
  const sql = `select count(*) from (${distinct}) as apart`
  const result = await inTime(source.query({ sql, parameters: [] }, limits))
  return result !== undefined && numberOf(result.rows[0]?.[0]) === rows
}
