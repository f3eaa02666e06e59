import type { Condition, Dataset } from '@quipu/query'
import type { ConditionDraft, Mention } from '../grammar/draft.ts'
import type { BuiltAmount } from './amounts.ts'
import type { OnField } from './value-condition.ts'

/** A condition of the question in exact form. */
export interface Piece {
  readonly draft: ConditionDraft
  readonly where: Condition | null
  /** For `where` on one field: the field, so that lists of values can be joined. */
  readonly on: OnField | null
  readonly having: {
    readonly condition: Condition
    readonly by: Mention | null
    readonly counted: Dataset
    readonly isOwn: boolean
    readonly negated: boolean
  } | null
  readonly ranking: Ranking | null
}

export interface Ranking {
  readonly amount: BuiltAmount
  readonly direction: 'asc' | 'desc'
  readonly limit: number
  /** The dataset whose rows or groups are ranked. */
  readonly of: Mention | null
  /** "top 5 by …": the ranking amount is shown. */
  readonly isTop?: boolean
  /** "the top 5 things with the most …": the amount is shown, whether it is computed or not. */
  readonly isShown?: boolean
}

export const nothing: Omit<Piece, 'draft'> = { where: null, on: null, having: null, ranking: null }
