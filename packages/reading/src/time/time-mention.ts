import type { Calendar, TimePart, TimeUnit } from '@quipu/query'

/** Half-open: days `2024-03-05`, or local moments `2024-03-05T14:30:00` in the asker's time zone. Null means unbounded. */
export interface TimeRange {
  readonly start: string | null
  readonly end: string | null
}

export interface TimeContext {
  readonly now: Date
  /** IANA name. */
  readonly timeZone: string
  readonly calendar: Calendar
  /** The last day with data, when known. "The latest month" is relative to it. */
  readonly lastDay?: string
  /** The day that "last month" counts back from: today, or `lastDay` with `data`. Default: `today`. */
  readonly anchor?: 'today' | 'data'
}

export type TimeDoubt =
  /** 3/5/2024 */
  | 'day-or-month-first'
  /** fiscal words, and the start of the fiscal year is not known */
  | 'fiscal-start-unknown'
  /** a plain quarter or year where the fiscal one starts in another month */
  | 'fiscal-or-calendar'
  /** a month or day without its year */
  | 'which-year'
  /** "recently", "the current period" */
  | 'vague'
  /** the whole period lies after the last day of the data */
  | 'after-data'
  /** "the latest month" while the last day of the data is not known */
  | 'last-day-unknown'

export interface TimeMention {
  /** Character positions in the question, end excluded. */
  readonly start: number
  readonly end: number
  /** As written in the question. */
  readonly words: string
  /**
   * `range`: a period to narrow to; `point`: the same, of one day or one moment; `grain`: split by `unit`;
   * `part`: a recurring part such as weekends, to narrow to or (values null) to split by.
   */
  readonly kind: 'range' | 'point' | 'grain' | 'part'
  /** For ranges and points. Null when it cannot be known, such as a fiscal year without a known start. */
  readonly range: TimeRange | null
  /** The natural unit of a range, or the unit of a grain. */
  readonly unit: TimeUnit | 'hour' | 'minute' | null
  readonly part: { readonly part: TimePart; readonly values: readonly number[] | null } | null
  /** A fiscal quarter or year. */
  readonly isFiscal: boolean
  /**
   * `period`: the range is what something is compared with ("vs last year"), not a filter;
   * `step`: each period against the one `steps` units of `unit` before it ("month over month").
   */
  readonly comparison: 'period' | 'step' | null
  /** Says how long something has been so: "open for more than 30 days". */
  readonly isAge?: boolean
  /** The day it counts from. */
  readonly anchor: 'today' | 'data' | null
  /** 0 to 1: the probability that these words are a time. A bare 2019 may be any number. */
  readonly confidence: number
  readonly isAmbiguous?: TimeDoubt
  /** Other ranges it may mean, in words that `findTimes` reads. The first one is the same as `range`. */
  readonly alternatives?: readonly { readonly words: string; readonly range: TimeRange }[]
  /** A sentence that states what was assumed. */
  readonly assumption?: string
  /** In plain words: "in the last full month (1 to 31 March 2024)". */
  readonly says: string
}
