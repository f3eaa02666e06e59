import type { CannotAnswer } from '@quipu/query'
import type { Reading } from './reading.ts'

export type Plan =
  | { readonly status: 'readings'; readonly readings: readonly [Reading, ...Reading[]] }
  | {
      readonly status: 'clarification'
      readonly questions: readonly ClarificationQuestion[]
      /** The answer that is given if the person does not reply. */
      readonly readings: readonly Reading[]
    }
  | (CannotAnswer & {
      /** What can be asked instead, best first. */
      readonly nearest?: readonly Reading[]
    })
  /** A person has checked this question before. */
  | { readonly status: 'verified'; readonly question: string; readonly sql: string }

export interface ClarificationQuestion {
  /** An answer `[Time period: …]` settles it by this label: `Time period`, `High-value threshold`, `Meaning of revenue`. */
  readonly label: string
  readonly why: 'time' | 'qualifier' | 'meaning' | 'context'
  readonly question: string
  /** Up to 4. Each one settles the question when it is sent back as the answer. */
  readonly suggestions: readonly string[]
}
