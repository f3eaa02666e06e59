import type { CannotAnswer } from '@quipu/query'
import type { Reading } from './reading.ts'

export type Plan =
  | { readonly status: 'readings'; readonly readings: readonly [Reading, ...Reading[]] }
  | {
      readonly status: 'clarification'
      readonly questions: readonly ClarificationQuestion[]
      /** What would be answered if nobody answers back. */
      readonly readings: readonly Reading[]
    }
  | CannotAnswer
  /** A person has checked this question before. */
  | { readonly status: 'verified'; readonly question: string; readonly sql: string }

export interface ClarificationQuestion {
  /** Settled by an answer `[Time period: …]`: `Time period`, `High-value threshold`, `Meaning of revenue`. */
  readonly label: string
  readonly why: 'time' | 'qualifier' | 'meaning' | 'context'
  readonly question: string
  /** Up to 4; each one, sent back as the answer, settles the question. */
  readonly suggestions: readonly string[]
}
