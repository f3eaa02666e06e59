import type { Frame } from './frame.ts'
import type { Query } from '@quipu/query'

/** One possible meaning of a question. */
export interface Reading {
  readonly query: Query
  /** Which words gave which part of the query. */
  readonly evidence: readonly Evidence[]
  /** What was assumed where the words did not say. */
  readonly assumptions: readonly Assumption[]
  /** Words that carry meaning and were not understood. */
  readonly unmatched: readonly string[]
  /** Higher is better. Comparable only among readings of one question. */
  readonly score: number
  /** 0 to 1: the probability that this is what was meant. */
  readonly confidence: number
  /** What its confidence rests on: small numbers by name. Absent where a person or program gave the query. */
  readonly signals?: Readonly<Record<string, number>>
  /** What may be wrong with it, the weightiest first, where its confidence is an estimate. Absent where a person or program gave or chose it. */
  readonly doubts?: readonly string[]
  /** In plain words: "number of orders per month, where status is shipped, in the last 3 full months". */
  readonly restatement: string
  /** The slots it was built from, where it was read by slots. A follow-up changes one of them. */
  readonly frame?: Frame
}

export interface Evidence {
  readonly words: string
  /** Character positions in the question, end excluded. */
  readonly start: number
  readonly end: number
  /** The meaning of the words, in words: `region is West`. */
  readonly meaning: string
}

export interface Assumption {
  /** `time period`, `meaning of revenue`, `high-value`. */
  readonly about: string
  /** A sentence: "Taken as the calendar quarter, since no fiscal year is set." */
  readonly says: string
  /** Another choice would change the numbers. */
  readonly changesNumbers: boolean
  /** The person settled it before, by a setting or a choice that was kept. Default: false. */
  readonly isSettled?: boolean
  /** The estimate decides whether it warns, once the rows are there. Default: false. */
  readonly isEstimated?: boolean
  /** What was said is far from the name that it is taken for. Default: false. */
  readonly isFar?: boolean
}
