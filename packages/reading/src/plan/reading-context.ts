import type { Reading } from './reading.ts'

/** All inputs of a reading besides the question and the ontology. */
export interface ReadingContext {
  readonly now: Date
  /** IANA name of the time zone that decides what "today" means. */
  readonly timeZone: string
  /** The person's stored preferences. */
  readonly preferences: ReadingPreferences
  /** Answers to clarifying questions by label, in lower case: `time period` → `Current quarter`. */
  readonly answers: Readonly<Record<string, string>>
  /** Answer with stated assumptions instead of asking back. */
  readonly proceed: boolean
  /** The previous turn, for "and by month?". */
  readonly previous: Previous | null
  /** The last question, if it was not answered and nothing alone was offered for it. Default: none. */
  readonly unanswered?: string
}

export interface Previous {
  readonly question: string
  readonly reading: Reading
  /**
   * `offered`: the last question was not answered, and this is the only reading that was offered for it. `earlier`: it had no such offer, and
   * this is the answer before it. Absent: it is the last answer.
   */
  readonly isNotLast?: 'offered' | 'earlier'
}

export interface ReadingPreferences {
  /** `current_quarter`, `last_30_days`, `year_to_date`… */
  readonly defaultTimePeriod: string | null
  readonly highValueThreshold: number | null
  /** Chosen readings by label, in lower case: `meaning of revenue` → `net amount`. */
  readonly choices: Readonly<Record<string, string>>
}
