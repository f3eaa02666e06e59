import { candidatePairs } from './blocking.ts'
import { groupsOf, partnersOf } from './cluster.ts'
import { comparePairs, fitModel, matchProbabilities, samplePairs, type Compared } from './fit-model.ts'
import { fieldWeight, isContradicted, logOdds, probabilityOf, weightsOf, type Weights } from './model.ts'
import { Comparer, tableOf, type Entry, type Table } from './table.ts'

/** A record of a list, with an id that no other has. */
export interface ListedRecord extends Entry {
  readonly id: string
}

/** Records that mean the same. */
export interface Cluster {
  /** In ascending order. */
  readonly ids: readonly string[]
  /** The probability of the weakest link. 1 for a single record. */
  readonly probability: number
}

/** The lowest probability at which a duplicate is shown to a person. */
export const suggestionThreshold = 0.5
/** The lowest probability of an automatic merge, unless fields contradict. On every set 99 of 100 such merges were right. */
export const automaticThreshold = 0.999

/**
 * Which records mean the same. Records of two `source`s are linked one to one, those of one list are grouped. Every
 * record is in one cluster. The order of the records does not matter. With `sureOnly`, only automatic
 * merges.
 */
export function resolveRecords(
  records: readonly ListedRecord[],
  { sureOnly = false }: { readonly sureOnly?: boolean } = {},
): readonly Cluster[] {
  const copies = copiesOf(records)
  const table = tableOf(copies.map(([first]) => first!))
  const comparer = new Comparer(table)
  const candidates = comparePairs(table, comparer, candidatePairs(table))
  const sample = comparePairs(table, comparer, samplePairs(table, sampleSize))
  const model = fitModel(table, candidates, sample)
  const weights = weightsOf(model)
  const threshold = sureOnly ? automaticThreshold : suggestionThreshold
  const found = matchProbabilities(table, model, candidates)
  const probabilities = sureOnly ? withoutContradicted(table, weights, candidates, found) : found
  const evidence = (a: number, b: number) => {
    const levels = new Uint8Array(table.columns.length)
    comparer.compare(a, b, levels)
    return logOdds(weights, table, levels, 0, a, b)
  }
  if (table.sides !== undefined)
    return clustersFrom(
      copies,
      partnersOf(table.size, candidates, probabilities, threshold),
      () => 0,
      threshold,
    )
  const groups = groupsOf(table.size, candidates, probabilities, threshold, evidence)
  return clustersFrom(copies, groups, (entry) => probabilityOf(evidence(entry, entry)), threshold)
}

const sampleSize = 40_000

function withoutContradicted(
  { columns }: Table,
  weights: Weights,
  { left, right, levels }: Compared,
  probabilities: Float64Array,
): Float64Array {
  return probabilities.map((probability, pair) => {
    if (probability < automaticThreshold) return probability
    const start = pair * columns.length
    const said = columns.map((column, at) =>
      fieldWeight(weights, column, at, levels[start + at]!, left[pair]!, right[pair]!),
    )
    return isContradicted(said) ? 0 : probability
  })
}

/** Equal records count once, so that a row repeated many times does not make its values look common. */
function copiesOf(records: readonly ListedRecord[]): readonly (readonly ListedRecord[])[] {
  const copies = new Map<string, ListedRecord[]>()
  const sorted = records.toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
  for (const record of sorted) {
    const fields = Object.entries(record.fields).filter(([, values]) => values.some((value) => value !== ''))
    const key = JSON.stringify([record.source ?? '', fields.toSorted(([a], [b]) => (a < b ? -1 : 1))])
    const known = copies.get(key)
    if (known === undefined) copies.set(key, [record])
    else known.push(record)
  }
  return [...copies.values()]
}

function clustersFrom(
  copies: readonly (readonly ListedRecord[])[],
  groups: readonly { readonly members: readonly number[]; readonly probability: number }[],
  ofCopies: (entry: number) => number,
  threshold: number,
): readonly Cluster[] {
  const grouped = new Set(groups.flatMap(({ members }) => members))
  const alone = copies.flatMap((_, entry) =>
    grouped.has(entry) ? [] : [{ members: [entry], probability: 1 }],
  )
  const clusters = [...groups, ...alone].flatMap(({ members, probability }) => {
    const ids = members.map((entry) => copies[entry]![0]!.id)
    let weakest = probability
    const rest: Cluster[] = []
    for (const entry of members) {
      const [, ...others] = copies[entry]!
      if (others.length === 0) continue
      const same = ofCopies(entry)
      if (same >= threshold) {
        for (const { id } of others) ids.push(id)
        weakest = Math.min(weakest, same)
      } else for (const { id } of others) rest.push({ ids: [id], probability: 1 })
    }
    return [{ ids: ids.toSorted(), probability: weakest }, ...rest]
  })
  return clusters.toSorted((a, b) => (a.ids[0]! < b.ids[0]! ? -1 : 1))
}
