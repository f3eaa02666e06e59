import type { Condition, Expression } from '@quipu/query'
import type { ClarificationQuestion } from '../plan/plan.ts'
import type { Assumption } from '../plan/reading.ts'
import type { Span } from '../numbers/number-mention.ts'
import type { TimeRange } from '../time/time-mention.ts'

/** What an answer does to a reading. */
export type Effect =
  /** Narrows the reading's time field to this range. It replaces what the words of `span` gave. */
  | { readonly kind: 'period'; readonly range: TimeRange; readonly words: string }
  /** Reads the times again with a fiscal year that begins in this month. */
  | { readonly kind: 'fiscal-start'; readonly month: number }
  | { readonly kind: 'condition'; readonly condition: Condition; readonly words: string }
  | { readonly kind: 'top'; readonly limit: number; readonly by: Expression | null; readonly words: string }
  /** Chooses one of the readings given to `meaningDoubt`. */
  | { readonly kind: 'reading'; readonly index: number }
  | { readonly kind: 'nothing' }

/** A point that a question leaves open, and the effect of each answer. */
export interface Doubt {
  readonly asks: ClarificationQuestion
  /** The setting that settles it. A remembered choice under its label settles it too. */
  readonly setting: 'defaultTimePeriod' | 'highValueThreshold' | null
  /** 0 to 1: how much the answer changes the result. */
  readonly weight: number
  /** The words that leave it open. */
  readonly span: Span | null
  /** Null when the answer is not understood. */
  readonly resolve: (answer: string) => Effect | null
  /** What is assumed when nobody can be asked, and the sentence that states it. */
  readonly otherwise: { readonly effect: Effect; readonly says: string }
}

export interface Settled {
  readonly doubt: Doubt
  readonly effect: Effect
  /** Null when the person has answered. */
  readonly assumption: Assumption | null
}
