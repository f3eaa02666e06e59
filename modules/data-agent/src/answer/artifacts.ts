import type { Query, Reading } from '../reading/logical-form.ts'
import type { ResultSet, Statement } from '../sources/source.ts'

/** What each phase gives to the next; all are kept with the answer. */
export interface Artifacts {
  readonly plan: Plan
  readonly joins: JoinPlan | null
  readonly sql: BuiltQuery | null
  readonly execution: ResultSet | null
  readonly verification: Verification | null
}

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

export interface CannotAnswer {
  readonly status: 'cannot_answer'
  /** A sentence for people. */
  readonly reason: string
  /** What was asked for and is not there, in the question's words. */
  readonly missing: readonly string[]
  readonly available: readonly string[]
}

export interface ClarificationQuestion {
  /** Settled by an answer `[Time period: …]`: `Time period`, `High-value threshold`, `Meaning of revenue`. */
  readonly label: string
  readonly why: 'time' | 'qualifier' | 'meaning' | 'context'
  readonly question: string
  /** Up to 4; each one, sent back as the answer, settles the question. */
  readonly suggestions: readonly string[]
}

/** Joins of one level of a query. */
export interface JoinTree {
  readonly root: string
  readonly joins: readonly Join[]
}
export interface Join {
  /** Appearances, not datasets: see `Appearance`. */
  readonly left: string
  readonly leftDataset?: string
  readonly right: string
  readonly rightDataset: string
  readonly relationship: string
  readonly on: readonly { readonly leftField: string; readonly rightField: string }[]
  /** How many rows of the right side one row of the left may meet. */
  readonly meets: 'one' | 'many'
}

export interface JoinPlan {
  /** For each level of the query (itself, its nested and combined queries), its joins. */
  readonly trees: ReadonlyMap<Query, JoinTree>
  /** 0 when another tree is as good as the chosen one, 1 when there is no other. */
  readonly margin: number
  /** When there is a second tree that is nearly as good: both in words. */
  readonly alternatives: readonly string[]
}

export interface BuiltQuery {
  readonly statement: Statement
  /** The same with literals in place, for people and for measuring. */
  readonly inlined: string
  readonly lineage: Lineage
  /** Every join, for the verifier to measure. */
  readonly joins: readonly Join[]
}

/** As the seed has it, from the SQL itself. */
export interface Lineage {
  readonly datasets: readonly { readonly name: string; readonly source: string }[]
  readonly joins: readonly { readonly left: string; readonly right: string; readonly on: readonly string[] }[]
  readonly filters: readonly { readonly field: string; readonly operator: string; readonly value: unknown }[]
  readonly timeWindow?: { readonly start: string; readonly end: string }
  readonly grain: string
}

export interface Check {
  readonly name:
    | 'fan-out'
    | 'row-loss'
    | 'null-keys'
    | 'null-values'
    | 'duplicates'
    | 'reconciliation'
    | 'empty'
    | 'truncation'
    | 'ties'
    | 'partial-period'
    | 'lineage'
  readonly status: 'passed' | 'warning' | 'failed' | 'not-run'
  /** A sentence with the figures. */
  readonly says: string
  readonly ratio?: number
}
export interface Verification {
  readonly checks: readonly Check[]
  readonly caveats: readonly string[]
}

export interface ChartSpec {
  readonly type: 'bar' | 'line' | 'pie' | 'scatter'
  readonly title: string
  readonly xAxisLabel?: string
  readonly yAxisLabel?: string
  readonly categories?: readonly string[]
  readonly series?: readonly { readonly label: string; readonly data: readonly number[] }[]
  readonly slices?: readonly { readonly label: string; readonly value: number }[]
  readonly points?: readonly { readonly x: number; readonly y: number; readonly label?: string }[]
  readonly layout?: 'vertical' | 'horizontal'
}

export interface Explanation {
  /** Markdown, from the rows alone. */
  readonly narrative: string
  readonly charts: readonly ChartSpec[]
}
