import type { Cell, Lineage, TimeUnit } from '@quipu/query'
import type { Assumption, ClarificationQuestion, QueryJson, Reading } from '@quipu/reading'
import type { ResultColumn } from '../sources/source.ts'
import type { Artifacts, ChartSpec, Check, MadeFrom } from './artifacts.ts'

export const phases = ['planner', 'navigator', 'sql builder', 'executor', 'verifier', 'explainer'] as const
export type Phase = (typeof phases)[number]

/** What became of one question. */
export type Answer = Answered | Clarification | NoAnswer

export interface Answered extends Trail {
  readonly status: 'answered'
  readonly restatement: string
  /** With literals in place. */
  readonly sql: string
  readonly columns: readonly AnswerColumn[]
  /** At most as many as were asked for. */
  readonly rows: readonly (readonly Cell[])[]
  /** How many rows the database gave, at most 10,000. */
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
  /** What was answered; null when a person's verified SQL was. */
  readonly reading: Reading | null
  /** The same in the query language. */
  readonly query: QueryJson | null
  /** Where every row is the asker's own: those that the answer was made from. Null elsewhere. */
  readonly madeFrom: MadeFrom | null
  /** The question by which a person answered this one before; null when the data agent read it. */
  readonly verified: Verified | null
}

/** What was assumed, with the query that would be answered otherwise, where there is one. */
export interface ShownAssumption extends Assumption {
  readonly instead?: QueryJson
}

export interface Verified {
  readonly question: string
  /** Null where it was not kept. */
  readonly by: string | null
  /** ISO. Null where it was not kept. */
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

/** A clarifying question, with the query that each suggestion leads to. */
export interface ChoosableQuestion extends ClarificationQuestion {
  readonly choices: readonly Choice[]
}

export interface NoAnswer extends Trail {
  readonly status: 'cannot_answer'
  readonly reason: string
  readonly missing: readonly string[]
  readonly available: readonly string[]
  /** What can be asked instead, in plain words, with its query. Best first. */
  readonly nearest: readonly Choice[]
}

/** A meaning in plain words, with the query it leads to. */
export interface Choice {
  readonly answer: string
  readonly query: QueryJson
}

interface Trail {
  readonly artifacts: Artifacts
  /** Of the phases that ran. */
  readonly milliseconds: Readonly<Partial<Record<Phase, number>>>
}
