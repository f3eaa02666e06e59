export type ColumnKind =
  | 'whole'
  | 'amount'
  | 'date'
  | 'timestamp'
  | 'time'
  | 'yes-no'
  | 'text'
  | 'empty'
  | 'declared'

/** The inferred type of one column of one file, from its cells alone. */
export interface ColumnPlan {
  readonly name: string
  /** Its place among the cells of a row. */
  readonly at: number
  readonly kind: ColumnKind
  /** The meaning of the mark in `1,234`. */
  readonly decimal: ',' | '.'
  /** For `strptime`, the most frequent first. */
  readonly formats: readonly string[]
  readonly unit: string | null
  /** Doubts that a person should know. */
  readonly doubts: readonly string[]
  /** A cross or a yes in some rows and nothing in the others: a blank cell means no. */
  readonly isMark?: boolean
  /** Dates with words that are replaced before they are read. */
  readonly isWorded?: boolean
  /** Dates of which some are days as spreadsheets count them. */
  readonly hasSerials?: boolean
  /** Some cells are written as `="0012"` or `'0012`. */
  readonly isGuarded?: boolean
  /** Hours and minutes, as a number of hours. */
  readonly isDuration?: boolean
  /** E-mail addresses, which mean the same in capitals. */
  readonly isAddress?: boolean
}

/** What comes first in `03/04/2026`. */
export type DateOrder = 'day' | 'month'
