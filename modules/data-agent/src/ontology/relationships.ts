import type { Relationship } from '@quipu/query'
import type { Reference } from './infer-references.ts'
import type { KnownTable } from './reference-candidates.ts'
import type { NameSplitter } from './split-name.ts'
import { keyWords, singular } from './words.ts'

/** Names every reference, distinct from others between the same two tables, and finds its words. */
export function relationshipsOf(references: readonly Reference[], splitter: NameSplitter): Relationship[] {
  const names = new Set<string>()
  return references.map((reference) => {
    const { from, to, fromColumns, toColumns, origin, confidence } = reference
    const fromName = from.profile.table.name
    const toName = to.profile.table.name
    const isOnlyPath = references.filter((other) => other.from === from && other.to === to).length === 1
    const name = uniqueName(
      isOnlyPath ? `${fromName}_to_${toName}` : `${fromName}_${fromColumns.join('_')}_to_${toName}`,
      names,
    )
    return {
      name,
      from: fromName,
      to: toName,
      fromFields: fromColumns,
      toFields: toColumns,
      cardinality: cardinalityOf(reference),
      origin,
      confidence: Math.round(confidence * 100) / 100,
      synonyms: wordsOfReference(fromColumns, to, splitter),
    }
  })
}

/** A table with two references or more and hardly anything else, to which nothing refers. */
export function isJunction(table: KnownTable, references: readonly Reference[]): boolean {
  const outgoing = references.filter(({ from }) => from === table)
  if (outgoing.length < 2 || references.some(({ to }) => to === table)) return false
  const referring = new Set(outgoing.flatMap(({ fromColumns }) => fromColumns))
  const own = table.profile.columns.filter(
    ({ column }) => !referring.has(column.name) && !table.key.includes(column.name),
  )
  return own.length === 0
}

/** Where a junction connects two tables, texts of the one that the other has too are no second connection. */
export function withoutChance(references: readonly Reference[]): Reference[] {
  const junctions = [...new Set(references.map(({ from }) => from))].filter((table) =>
    isJunction(table, references),
  )
  const isConnected = ({ from, to }: Reference): boolean =>
    junctions.some((junction) =>
      [from, to].every((end) => references.some((one) => one.from === junction && one.to === end)),
    )
  return references.filter(
    (one) =>
      one.origin === 'declared' ||
      one.confidence > mostByChance ||
      one.toColumns.join() === one.to.key.join() ||
      !isConnected(one),
  )
}

/** What values alone can say. */
const mostByChance = 0.62

function cardinalityOf(reference: Reference): Relationship['cardinality'] {
  const { from, to, fromColumns, toColumns } = reference
  const isOne = isUnique(to, toColumns) || isUniqueByValues(to.profile, toColumns, true)
  if (!isOne && !isConfirmed(reference)) return 'many-to-many'
  return isUnique(from, fromColumns) ? 'one-to-one' : 'many-to-one'
}

function isUnique({ key, profile }: KnownTable, columns: readonly string[]): boolean {
  const covers = (unique: readonly string[]) =>
    unique.length > 0 && unique.every((name) => columns.includes(name))
  return covers(key) || profile.table.uniqueKeys.some(covers) || isUniqueByValues(profile, columns)
}

/** All values of a column with the name of the table are in a column that tells its rows apart, however few they are. */
function isConfirmed({ to, toColumns: [name], origin, confidence }: Reference): boolean {
  const column = to.profile.columns.find((each) => each.column.name === name)
  const isApart = column?.nulls === 0 && column.distinct === to.profile.rows && to.profile.rows > 2
  return origin === 'inferred' && isApart && column.type === 'text' && confidence > 0.6
}

/** A reference to a column that is unique but not declared so, in a table of some size. */
function isUniqueByValues(
  { rows, columns: profiles }: KnownTable['profile'],
  columns: readonly string[],
  /** Rows without a value are met by nothing. */
  mayLack = false,
): boolean {
  if (columns.length !== 1 || rows < 20) return false
  const profile = profiles.find(({ column }) => column.name === columns[0])
  if (profile === undefined || (profile.nulls > 0 && !mayLack)) return false
  return profile.distinct > 0 && profile.distinct === rows - profile.nulls
}

/** `home_team_id` to teams: `home`, `home team`. Empty if the column only repeats the table's name. */
function wordsOfReference(columns: readonly string[], to: KnownTable, splitter: NameSplitter): string[] {
  const words = splitter.words(columns[0] ?? '').filter((word) => !keyWords.has(word))
  const own = words.filter((word) => !to.words.includes(singular(word)))
  if (own.length === 0) return []
  const phrases = [words.join(' '), own.join(' ')]
  for (const [word, other] of forms) {
    if (own.includes(word)) phrases.push(...phrases.slice(0, 2).map((phrase) => phrase.replace(word, other)))
  }
  return [...new Set(phrases)]
}

const forms = [
  ['ship', 'shipping'],
  ['bill', 'billing'],
  ['dest', 'destination'],
  ['src', 'source'],
  ['orig', 'origin'],
  ['dep', 'departure'],
  ['arr', 'arrival'],
  ['mgr', 'manager'],
] as const

function uniqueName(wanted: string, taken: Set<string>): string {
  let name = wanted
  for (let count = 2; taken.has(name); count += 1) name = `${wanted}_${count}`
  taken.add(name)
  return name
}
