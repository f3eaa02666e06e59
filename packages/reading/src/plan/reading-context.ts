import type { Reading } from './reading.ts'

/** All that decides a reading beside the question and the ontology. */
export interface ReadingContext {
  readonly now: Date
  /** IANA name, for what "today" means to the person who asks. */
  readonly timeZone: string
  /** What the person has settled for good. */
  readonly preferences: ReadingPreferences
  /** Answers to clarifying questions by label, lower case: `time period` → `Current quarter`. */
  readonly answers: Readonly<Record<string, string>>
  /** Answer with stated assumptions instead of asking back. */
  readonly proceed: boolean
  /** The turn before, for "and by month?". */
  readonly previous: { readonly question: string; readonly reading: Reading } | null
}

export interface ReadingPreferences {
  /** `current_quarter`, `last_30_days`, `year_to_date`… */
  readonly defaultTimePeriod: string | null
  readonly highValueThreshold: number | null
  /** Chosen readings by label, lower case: `meaning of revenue` → `net amount`. */
  readonly choices: Readonly<Record<string, string>>
}
