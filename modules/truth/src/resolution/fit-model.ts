import { Level } from './compare-values.ts'
import type { Column } from './column.ts'
import type { Pairs } from './blocking.ts'
import { expectations, logOdds, probabilityOf, weightsOf, type FieldModel, type Model } from './model.ts'
import { pairCount, type Comparer, type Table } from './table.ts'

/** Pairs with their levels, one row per pair. */
export interface Compared extends Pairs {
  readonly levels: Uint8Array
}

export function comparePairs({ columns }: Table, comparer: Comparer, pairs: Pairs): Compared {
  const width = columns.length
  const levels = new Uint8Array(pairs.left.length * width)
  for (let at = 0; at < pairs.left.length; at += 1)
    comparer.compare(pairs.left[at]!, pairs.right[at]!, levels, at * width)
  return { ...pairs, levels }
}

/**
 * Fits the model without labels, by expectation maximisation. The candidates are all pairs that could match. How
 * often other pairs agree is known from the counts of values and from `sample`, pairs taken evenly from all.
 */
export function fitModel(table: Table, candidates: Compared, sample: Compared): Model {
  const all = Math.max(1, pairCount(table))
  let model: Model = {
    prior: Math.min(0.5, 1 / Math.max(2, table.size)),
    fields: table.columns.map((_, at) => fitField(table, at, candidates, sample, undefined, undefined)),
  }
  const most = table.sides === undefined ? 10 * table.size : table.size / 2
  for (let round = 0; round < rounds; round += 1) {
    const matches = matchProbabilities(table, model, candidates)
    const accidents = matchProbabilities(table, model, sample)
    const expected = Math.min(
      most,
      matches.reduce((sum, p) => sum + p, 0),
    )
    const fields = table.columns.map((_, at) => fitField(table, at, candidates, sample, matches, accidents))
    const prior = Math.min(0.5, (expected + 0.5) / (all + 1))
    const isSettled = Math.abs(Math.log(prior / model.prior)) < 1e-4
    model = { prior, fields }
    if (isSettled) break
  }
  return model
}

const rounds = 30

/**
 * The probability of each pair. If two lists are linked, an entry has at most one partner: its candidates compete.
 */
export function matchProbabilities(table: Table, model: Model, compared: Compared): Float64Array {
  const weights = weightsOf(model)
  const width = table.columns.length
  const odds = Float64Array.from(compared.left, (a, at) =>
    logOdds(weights, table, compared.levels, at * width, a, compared.right[at]!),
  )
  if (table.sides === undefined) return odds.map(probabilityOf)
  const sums = new Float64Array(table.size)
  const ratios = odds.map((value) => Math.exp(Math.min(50, value)))
  ratios.forEach((ratio, at) => {
    sums[compared.left[at]!]! += ratio
    sums[compared.right[at]!]! += ratio
  })
  return ratios.map(
    (ratio, at) => ratio / (1 + Math.max(sums[compared.left[at]!]!, sums[compared.right[at]!]!)),
  )
}

function fitField(
  table: Table,
  at: number,
  candidates: Compared,
  sample: Compared,
  matches: Float64Array | undefined,
  accidents: Float64Array | undefined,
): FieldModel {
  const column = table.columns[at]!
  const width = table.columns.length
  const expected = expectations[column.kind]
  // Otherwise, in a list without duplicates, the model of a match would be fitted to similar but different records.
  const belief = Math.max(trust, table.size / 10)
  const agreed = expected.matches.map((share) => share * belief)
  const apart = expected.others.map((share) => share * trust)
  const same = pairsPerValue(table, column)
  for (let pair = 0; pair < candidates.left.length && matches !== undefined; pair += 1) {
    const level = candidates.levels[pair * width + at]!
    if (level === Level.missing) continue
    agreed[level]! += matches[pair]!
    if (level === Level.exact) same[column.valueOf[candidates.left[pair]!]!]! -= matches[pair]!
  }
  for (let pair = 0; pair < sample.left.length; pair += 1) {
    const level = sample.levels[pair * width + at]!
    if (level !== Level.missing) apart[level]! += 1 - (accidents?.[pair] ?? 0)
  }
  return { matches: shares(agreed), others: shares(apart), accidents: accidentsOf(table, column, same) }
}

/** How many pairs have each value in common. */
function pairsPerValue({ sides }: Table, { counts, valueOf }: Column): Float64Array {
  if (sides === undefined) return Float64Array.from(counts, (count) => (count * (count - 1)) / 2)
  const second = new Float64Array(counts.length)
  valueOf.forEach((value, entry) => {
    if (value !== -1) second[value]! += sides[entry]!
  })
  return second.map((count, value) => count * (counts[value]! - count))
}

/** The chance of each value to be shared by accident, if `same` pairs share it without a match. */
function accidentsOf({ sides }: Table, { kind, known, counts }: Column, same: Float64Array): Float64Array {
  const reach = sides === undefined ? known : known / 2
  const equal = same.reduce((sum, count) => sum + Math.max(0, count), 0)
  const expected = expectations[kind].others[Level.exact]!
  const rate = (equal + trust * expected) / ((known * reach) / 2 + trust)
  return same.map((pairs, value) => {
    const others = (2 * Math.max(0, pairs)) / counts[value]!
    return Math.max((others / reach + rarity * rate) / (1 + rarity), 0.02 / (known + 1), 1e-7)
  })
}

/** The minimum weight of a field's prior, in pairs. */
const trust = 20
/** The weight of the average value in the estimate of a single one. */
const rarity = 0.5

function shares(counts: readonly number[]): readonly number[] {
  const sum = counts.reduce((total, count) => total + count, 0)
  return counts.map((count) => Math.max(1e-6, count / sum))
}

/** A deterministic, even sample of all pairs. */
export function samplePairs({ size, sides }: Table, count: number): Pairs {
  const all = Array.from({ length: size }, (_, entry) => entry)
  const from = sides === undefined ? all : all.filter((entry) => sides[entry] === 0)
  const to = sides === undefined ? all : all.filter((entry) => sides[entry] === 1)
  const left: number[] = []
  const right: number[] = []
  const strides = Math.min(
    Math.ceil(count / Math.max(1, from.length)),
    sides === undefined ? Math.floor((size - 1) / 2) : to.length,
  )
  const used = new Set<number>()
  for (let n = 1; used.size < strides && n <= 4 * strides; n += 1) {
    const reach = sides === undefined ? Math.floor((size - 1) / 2) : to.length
    const stride = 1 + Math.floor(((n * 0.618_033_988_75) % 1) * reach)
    if (used.has(stride)) continue
    used.add(stride)
    from.forEach((a, place) => {
      const b = to[(place + stride) % to.length]!
      left.push(Math.min(a, b))
      right.push(Math.max(a, b))
    })
  }
  return { left: Int32Array.from(left), right: Int32Array.from(right) }
}
