import type { Metric } from '@quipu/query'
import type { NounCandidate, ValueCandidate } from '../annotate/chunk.ts'
import type { EventField } from '../lexicon/event-fields.ts'
import type { TimeMention } from '../time/time-mention.ts'
import type { Token } from '../words/tokens.ts'
import type { Role } from './business-phrases.ts'

/** A group of words with everything that it may mean. */
export interface Cell {
  readonly from: number
  readonly to: number
  readonly text: string
  readonly role: Role | null
  readonly metric: Metric | null
  /** Datasets and fields with this name, best first. */
  readonly nouns: readonly NounCandidate[]
  readonly values: readonly ValueCandidate[]
  /** Values that have this word among others. */
  readonly parts: readonly ValuePart[]
  /** Time fields named after this verb: `shipped_at`. */
  readonly events: readonly EventField[]
  readonly time: TimeMention | null
  readonly number: number | null
  readonly isStop: boolean
}

/** A word that several values of one field share. */
export interface ValuePart {
  readonly dataset: string
  readonly field: string
  readonly text: string
  readonly values: readonly string[]
}

export type Open = { -readonly [Key in keyof Cell]: Cell[Key] } & { worth: number }

/** The words that some cell covers already. */
export function coveredBy(spans: ReadonlyMap<string, Open>, tokens: readonly Token[]): ReadonlySet<Token> {
  return new Set([...spans.values()].flatMap(({ from, to }) => tokens.slice(from, to)))
}
