import { quotedName } from '../sources/quoted-name.ts'
import type { QueryLimits, Source } from '../sources/source.ts'
import { inTime, nameOf, numberOf } from './profile.ts'
import { candidatesOf, type Candidate, type KnownTable } from './reference-candidates.ts'
import type { NameSplitter } from './split-name.ts'

export interface Reference {
  readonly from: KnownTable
  readonly to: KnownTable
  readonly fromColumns: readonly string[]
  readonly toColumns: readonly string[]
  readonly origin: 'declared' | 'inferred'
  readonly confidence: number
}

/** The declared references of a table, then those that names suggest and values confirm. */
export async function referencesOf(
  source: Source,
  from: KnownTable,
  tables: readonly KnownTable[],
  splitter: NameSplitter,
  limits: QueryLimits,
): Promise<Reference[]> {
  const declared = declaredReferences(from, tables)
  const inferred: Reference[] = []
  const settled = new Map<string, number>()
  const byValues = new Set<string>()
  const leniency = { mixesTypes: source.dialect === 'sqlite', goesByCodes: isWithoutKeys(tables) }
  for (const candidate of candidatesOf(from, tables, splitter, leniency)) {
    const name = candidate.column.column.name
    const best = settled.get(name) ?? 0
    if (candidate.score <= best) continue
    const confidence = await confidenceOf(source, candidate, limits)
    if (confidence <= Math.max(best, leastConfidence)) continue
    settled.set(name, confidence)
    const others = inferred.filter(({ fromColumns }) => fromColumns[0] !== name)
    inferred.splice(0, inferred.length, ...others, {
      from,
      to: candidate.to,
      fromColumns: [name],
      toColumns: [candidate.target.column.name],
      origin: 'inferred',
      confidence,
    })
    if (candidate.isByValues) byValues.add(name)
    else byValues.delete(name)
  }
  // A text beside the key of the same row only repeats what the row says.
  const isRepeated = ({ to, fromColumns }: Reference): boolean =>
    byValues.has(fromColumns[0] ?? '') &&
    [...declared, ...inferred].some((other) => other.to === to && !byValues.has(other.fromColumns[0] ?? ''))
  return [...declared, ...inferred.filter((reference) => !isRepeated(reference))]
}

/** Exported files, and databases that were loaded from them. */
function isWithoutKeys(tables: readonly KnownTable[]): boolean {
  return tables.every(
    ({ profile: { table } }) => table.foreignKeys.length === 0 && table.primaryKey.length === 0,
  )
}

/** A row that has both the code and the name of a thing refers to it once, by the code. */
export function withoutRepeated(references: readonly Reference[]): Reference[] {
  const isKey = ({ to, toColumns }: Reference): boolean => toColumns.join() === to.key.join()
  return references.filter(
    (one) =>
      one.origin === 'declared' ||
      isKey(one) ||
      !references.some((other) => other.from === one.from && other.to === one.to && isKey(other)),
  )
}

/** Of two inferred references in opposite directions, the more confident one. */
export function withoutMirrors(references: readonly Reference[]): Reference[] {
  return references.filter((reference, place) => {
    const mirror = references.findIndex((other) => isMirror(reference, other))
    const other = references[mirror]
    if (reference.origin === 'declared' || other === undefined || other === reference) return true
    if (other.origin === 'declared') return false
    if (other.confidence !== reference.confidence) return reference.confidence > other.confidence
    const [ofThis, ofOther] = [reference.to.profile.rows, other.to.profile.rows]
    return ofThis === ofOther ? place < mirror : ofThis > ofOther
  })
}

function isMirror(one: Reference, other: Reference): boolean {
  return (
    one.from === other.to &&
    one.to === other.from &&
    one.fromColumns.join() === other.toColumns.join() &&
    one.toColumns.join() === other.fromColumns.join()
  )
}

const leastConfidence = 0.4

function declaredReferences(from: KnownTable, tables: readonly KnownTable[]): Reference[] {
  const seen = new Set<string>()
  return from.profile.table.foreignKeys.flatMap(({ columns, toTable, toColumns }) => {
    const to = tables.find(({ profile }) => profile.table.name === toTable)
    const mark = JSON.stringify([columns, toTable])
    if (to === undefined || seen.has(mark) || columns.length === 0) return []
    seen.add(mark)
    const targets = toColumns.length === columns.length ? toColumns : to.key
    if (targets.length !== columns.length) return []
    return [
      { from, to, fromColumns: columns, toColumns: targets, origin: 'declared' as const, confidence: 1 },
    ]
  })
}

async function confidenceOf(source: Source, candidate: Candidate, limits: QueryLimits): Promise<number> {
  const { from, column, to, target, score } = candidate
  const hasValues = from.profile.rows > column.nulls && to.profile.rows > 0
  if (!hasValues) return score - 0.15
  const { contained, compared } = await containment(source, candidate, limits)
  if (compared === 0) return score - 0.15
  const share = contained / compared
  if (share === 1) return Math.min(0.98, score + (target.type === 'text' && compared > 2 ? 0.12 : 0.06))
  if (share >= 0.95) return score
  if (share >= 0.8) return score - 0.1
  return share >= 0.5 ? score - 0.3 : 0
}

/** The number of distinct values of one column that are in the other. */
async function containment(source: Source, { from, column, to, target }: Candidate, limits: QueryLimits) {
  const name = quotedName(column.column.name)
  const values = `select distinct ${name} as v from ${nameOf(from.profile.table)} where ${name} is not null limit ${mostCompared}`
  const targets = `select ${quotedName(target.column.name)} from ${nameOf(to.profile.table)}`
  const sql = `select count(*), sum(case when v in (${targets}) then 1 else 0 end) from (${values}) as compared`
  const rows = (await inTime(source.query({ sql, parameters: [] }, limits)))?.rows ?? []
  return { compared: numberOf(rows[0]?.[0]), contained: numberOf(rows[0]?.[1]) }
}

const mostCompared = 20_000
