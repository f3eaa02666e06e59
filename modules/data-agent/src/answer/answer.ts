import type { Cell, Lineage, TimeUnit } from '@quipu/query'
import type { Assumption, ClarificationQuestion, QueryJson, Reading } from '@quipu/reading'
import type { ResultColumn } from '../sources/source.ts'
import type { Artifacts, ChartSpec, Check, MadeFrom } from './artifacts.ts'

export const phases = ['planner', 'navigator', 'sql builder', 'executor', 'verifier', 'explainer'] as const
export type Phase = (typeof phases)[number]

/** The outcome of one question. */
export type Answer = Answered | Clarification | NoAnswer

export interface Answered extends Trail {
  readonly status: 'answered'
  readonly restatement: string
  /** With inlined literals. */
  readonly sql: string
  readonly columns: readonly AnswerColumn[]
  /** At most as many as requested. */
  readonly rows: readonly (readonly Cell[])[]
  /** The number of rows from the database, at most 10,000. */
  readonly rowCount: number
  /** There are more rows than `rows` has. */
  readonly isTruncated: boolean
  readonly narrative: string
  readonly charts: readonly ChartSpec[]
  readonly lineage: Lineage
  readonly checks: readonly Check[]
  readonly caveats: readonly string[]
  readonly assumptions: readonly ShownAssumption[]
  /** 0 to 1. */
  readonly confidence: number
  /** The reading that was answered; null for a person's verified SQL. */
  readonly reading: Reading | null
  /** The same in the query language. */
  readonly query: QueryJson | null
  /** The source rows of the answer, in a workspace of the asker's own rows. Otherwise null. */
  readonly madeFrom: MadeFrom | null
  /** The verified question that answered this one; null if the data agent read it. */
  readonly verified: Verified | null
}

/** An assumption, with the query of the other meaning, if there is one. */
export interface ShownAssumption extends Assumption {
  readonly instead?: QueryJson
}

export interface Verified {
  readonly question: string
  /** Null if it was not recorded. */
  readonly by: string | null
  /** ISO. Null if it was not recorded. */
  readonly at: string | null
}

/** `name` is the SQL's, `label` is for people. */
export interface AnswerColumn extends ResultColumn {
  readonly label: string
  /** Its cells are the first days of such periods of the calendar. */
  readonly period?: TimeUnit
}

export interface Clarification extends Trail {
  readonly status: 'clarification'
  /** Up to 3. */
  readonly questions: readonly ChoosableQuestion[]
}

/** A clarifying question, with the query of each suggestion. */
export interface ChoosableQuestion extends ClarificationQuestion {
  readonly choices: readonly Choice[]
}

export interface NoAnswer extends Trail {
  readonly status: 'cannot_answer'
  readonly reason: string
  readonly missing: readonly string[]
  readonly available: readonly string[]
  /** Questions that can be answered instead, in plain words, with their queries. Best first. */
  readonly nearest: readonly Choice[]
}

/** A meaning in plain words, with its query. */
export interface Choice {
  readonly answer: string
  readonly query: QueryJson
}

interface Trail {
  readonly artifacts: Artifacts
  /** Of the phases that ran. */
  readonly milliseconds: Readonly<Partial<Record<Phase, number>>>
}
