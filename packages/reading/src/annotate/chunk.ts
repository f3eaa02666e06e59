import type { Dataset, Field, Metric } from '@quipu/query'
import type { Adjective } from '../words/adjectives.ts'
import type { Operator } from '../words/phrases.ts'
import type { TimeMention } from '../time/time-mention.ts'

export type NounCandidate =
  | { readonly kind: 'dataset'; readonly dataset: Dataset; readonly score: number }
  | {
      readonly kind: 'field'
      readonly dataset: Dataset
      readonly field: Field
      readonly score: number
      readonly saysDataset: boolean
    }
  | { readonly kind: 'metric'; readonly metric: Metric; readonly score: number }

export interface ValueCandidate {
  readonly dataset: string
  readonly field: string
  readonly value: string
  readonly score: number
  /** For a flag: whether it is said to hold. */
  readonly holds?: boolean
  /** A second field of the same row that must match too: the last name beside the first. */
  readonly also?: { readonly field: string; readonly value: string }
  /** Where the value is not in the field itself but in what the field refers to: the city of the airport in `to_airport`. */
  readonly through?: { readonly dataset: string; readonly field: string; readonly key: string }
}

/** A group of words in the question that is read as one unit. */
export interface Chunk {
  /** Token positions, end excluded. */
  readonly from: number
  readonly to: number
  readonly text: string
  readonly start: number
  readonly end: number
  readonly operator: Operator | null
  readonly adjective: Adjective | null
  readonly nouns: readonly NounCandidate[]
  readonly values: readonly ValueCandidate[]
  readonly number: number | null
  /** The other end of a range of numbers. */
  readonly upTo: number | null
  readonly time: TimeMention | null
  readonly isQuoted: boolean
  readonly isCapital: boolean
  /** Whether it carries meaning, understood or not. */
  readonly isContent: boolean
  /** How well it is understood; 0 for unknown words. */
  readonly score: number
}
