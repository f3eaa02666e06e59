import { Level } from './compare-values.ts'
import type { Column } from './column.ts'
import type { FieldKind } from './field-kind.ts'
import type { Table } from './table.ts'

/**
 * The model of Fellegi and Sunter: how often values of one field agree on each level among pairs that mean the same
 * (`matches`) and among pairs that do not (`others`). An exact agreement counts by how rare the value is.
 */
export interface Model {
  /** The share of all pairs that mean the same. */
  readonly prior: number
  readonly fields: readonly FieldModel[]
}

export interface FieldModel {
  readonly matches: readonly number[]
  readonly others: readonly number[]
  /** For each value, the chance that another entry has it by accident. */
  readonly accidents: Float64Array
}

/** Natural logarithms of the ratios: one per level, and one per value for exact agreement. */
export interface Weights {
  readonly prior: number
  readonly levels: readonly Float64Array[]
  readonly exact: readonly Float64Array[]
}

export function weightsOf({ prior, fields }: Model): Weights {
  return {
    prior: Math.log(prior / (1 - prior)),
    levels: fields.map(({ matches, others }) => {
      const weights = Float64Array.from(matches, (match, level) =>
        level === Level.missing ? 0 : bounded(Math.log(match / others[level]!)),
      )
      // Below exact, a lower level never has more weight than a higher one, and weak agreement is never evidence for a match.
      weights[Level.weak] = Math.min(0, weights[Level.weak]!)
      for (let level: number = Level.similar; level <= Level.different; level += 1)
        weights[level] = Math.min(weights[level]!, weights[level - 1]!)
      return weights
    }),
    exact: fields.map(({ matches, accidents }) =>
      accidents.map((accident) => bounded(Math.log(matches[Level.exact]! / accident))),
    ),
  }
}

/** The weight of a pair's levels for each field; zero if a value is missing. */
export function fieldWeight(
  weights: Weights,
  column: Column,
  at: number,
  level: number,
  a: number,
  b: number,
): number {
  if (level !== Level.exact) return weights.levels[at]![level]!
  const exact = weights.exact[at]!
  // Lists that agree by one of their values have two numbers; the smaller weight counts.
  return Math.max(0, Math.min(exact[column.valueOf[a]!]!, exact[column.valueOf[b]!]!))
}

export function logOdds(
  weights: Weights,
  { columns }: Table,
  levels: Uint8Array,
  start: number,
  a: number,
  b: number,
): number {
  let sum = weights.prior
  for (let at = 0; at < columns.length; at += 1) {
    const level = levels[start + at]!
    if (level !== Level.missing) sum += fieldWeight(weights, columns[at]!, at, level, a, b)
  }
  return sum
}

/**
 * Fields that differ are clear evidence against a match, whatever the others say: people of one household share most fields
 * and are not the same.
 */
export function isContradicted(weights: readonly number[]): boolean {
  return weights.reduce((sum, weight) => sum + Math.min(0, weight), 0) <= -contradiction
}

/** Odds of 50 to 1. */
const contradiction = Math.log(50)

export function probabilityOf(odds: number): number {
  return 1 / (1 + Math.exp(-odds))
}

/** The prior of a kind of field. One number per level from missing to different. */
export const expectations: Readonly<
  Record<FieldKind, { readonly matches: readonly number[]; readonly others: readonly number[] }>
> = {
  name: { matches: [0, 0.8, 0.08, 0.05, 0.02, 0.05], others: [0, 0.01, 0.003, 0.02, 0.06, 0.907] },
  text: { matches: [0, 0.6, 0.2, 0.1, 0.05, 0.05], others: [0, 0.0005, 0.0005, 0.003, 0.02, 0.976] },
  date: { matches: [0, 0.85, 0.06, 0.03, 0.02, 0.04], others: [0, 0.0005, 0.002, 0.01, 0.03, 0.9575] },
  number: { matches: [0, 0.8, 0.06, 0.05, 0.03, 0.06], others: [0, 0.02, 0.02, 0.06, 0.1, 0.8] },
  code: { matches: [0, 0.85, 0.06, 0.03, 0.01, 0.05], others: [0, 0.002, 0.004, 0.01, 0.01, 0.974] },
  phone: { matches: [0, 0.8, 0.06, 0.04, 0.01, 0.09], others: [0, 0.0005, 0.0005, 0.002, 0.002, 0.995] },
  email: { matches: [0, 0.75, 0.08, 0.05, 0.02, 0.1], others: [0, 0.0005, 0.0005, 0.005, 0.01, 0.984] },
}

/** No single field decides alone. */
function bounded(weight: number): number {
  return Math.max(-heaviest, Math.min(heaviest, weight))
}

const heaviest = 12
