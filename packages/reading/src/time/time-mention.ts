import type { Calendar, TimePart, TimeUnit } from '@quipu/query'

/** Half-open: days `2024-03-05`, or wall-clock moments `2024-03-05T14:30:00` in the asker's time zone. Null is open. */
export interface TimeRange {
  readonly start: string | null
  readonly end: string | null
}

export interface TimeContext {
  readonly now: Date
  /** IANA name. */
  readonly timeZone: string
  readonly calendar: Calendar
  /** The last day for which there is data, when known: what "the latest month" is about. */
  readonly lastDay?: string
  /** What "last month" counts back from; `today` unless said. `data` counts from `lastDay`. */
  readonly anchor?: 'today' | 'data'
}

export type TimeDoubt =
  /** 3/5/2024 */
  | 'day-or-month-first'
  /** fiscal words, and nobody has said when the fiscal year begins */
  | 'fiscal-start-unknown'
  /** a plain quarter or year where the fiscal one begins at another month */
  | 'fiscal-or-calendar'
  /** a month or day without its year */
  | 'which-year'
  /** "recently", "the current period" */
  | 'vague'
  /** the whole period lies after the last day of the data */
  | 'after-data'
  /** "the latest month" without knowing the last day of the data */
  | 'last-day-unknown'

export interface TimeMention {
  /** Character positions in the question, the end excluded. */
  readonly start: number
  readonly end: number
  /** As the question has them. */
  readonly words: string
  /**
   * `range`: a period to narrow to; `point`: the same, of one day or one moment; `grain`: split by `unit`;
   * `part`: a recurring part such as weekends, to narrow to or (values null) to split by.
   */
  readonly kind: 'range' | 'point' | 'grain' | 'part'
  /** For ranges and points. Null when it cannot be known, as for a fiscal year without its start. */
  readonly range: TimeRange | null
  /** Of a range its natural unit, of a grain the unit to split by. */
  readonly unit: TimeUnit | 'hour' | 'minute' | null
  readonly part: { readonly part: TimePart; readonly values: readonly number[] | null } | null
  /** A fiscal quarter or year. */
  readonly isFiscal: boolean
  /**
   * `period`: the range is what something is compared with ("vs last year"), not a filter;
   * `step`: each period against the one `steps` units of `unit` before it ("month over month").
   */
  readonly comparison: 'period' | 'step' | null
  /** Which day it counts from. */
  readonly anchor: 'today' | 'data' | null
  /** 0 to 1 that these words speak of time: a bare 2019 may be any number. */
  readonly confidence: number
  readonly isAmbiguous?: TimeDoubt
  /** Other ranges it may mean, in words that `findTimes` reads. The first one is what `range` has. */
  readonly alternatives?: readonly { readonly words: string; readonly range: TimeRange }[]
  /** A sentence on what was taken for granted. */
  readonly assumption?: string
  /** In plain words: "in the last full month (1 to 31 March 2024)". */
  readonly says: string
}
