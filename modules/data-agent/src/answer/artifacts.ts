import type { BuiltQuery, JoinPlan, Output } from '@quipu/query'
import type { Plan } from '@quipu/reading'
import type { ResultSet } from '../sources/source.ts'

/** What each phase gives to the next; all are kept with the answer. */
export interface Artifacts {
  readonly plan: Plan
  readonly joins: JoinPlan | null
  readonly sql: BuiltQuery | null
  readonly execution: ResultSet | null
  readonly verification: Verification | null
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
    | 'doubtful-data'
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

/** Rows of one dataset that an answer was made from. */
export interface MadeFrom {
  readonly dataset: string
  readonly outputs: readonly Output[]
  readonly rows: ResultSet['rows']
  /** How many there are in all. */
  readonly total: number
}

export interface Explanation {
  /** Markdown, from the rows alone. */
  readonly narrative: string
  readonly charts: readonly ChartSpec[]
}
