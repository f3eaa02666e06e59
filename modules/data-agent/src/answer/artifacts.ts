import type { BuiltQuery, JoinPlan, Output } from '@quipu/query'
import type { Plan } from '@quipu/reading'
import type { ResultSet } from '../sources/source.ts'

/** The results of each phase; all are kept with the answer. */
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
    | 'sameness'
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

/** Source rows of an answer in one dataset. */
export interface MadeFrom {
  readonly dataset: string
  readonly outputs: readonly Output[]
  readonly rows: ResultSet['rows']
  /** The total. */
  readonly total: number
}

export interface Explanation {
  /** Markdown, made only from the rows. */
  readonly narrative: string
  readonly charts: readonly ChartSpec[]
}
