import type { AggregateFunction, Condition, FieldRef, TimePart, TimeUnit } from '@quipu/query'

/** A business question as slots. Plain data: it is kept with the answer, and a follow-up changes one slot. */
export interface Frame {
  /** The dataset whose rows are listed or counted. Null where only metrics are asked for. */
  readonly subject: string | null
  /** Empty for a list of rows. */
  readonly measures: readonly MeasureSlot[]
  readonly groups: readonly GroupSlot[]
  readonly filters: readonly FilterSlot[]
  readonly time: TimeSlot | null
  /** The period is part of the filters: it narrows related rows. */
  readonly isTimeInside: boolean
  /** A second period, beside `time`. */
  readonly against: TimeSlot | null
  /** The date that `time` and the periods of `groups` refer to. */
  readonly moment: FieldRef | null
  readonly rank: RankSlot | null
  /** Of the total over all groups: a fraction or in percent. */
  readonly share: 'fraction' | 'percent' | null
  /** How much the measure has grown: from `against` to `time`, or from each period to the next. */
  readonly isGrowth?: boolean
  /** The same figure of other streams of income, which is added, each with the date of its own rows. */
  readonly together?: readonly TogetherSlot[]
  /** The names of these streams, the first one too, where each stands alone beside the others. Default: they are added up. */
  readonly each?: readonly string[]
  /** What a list shows beside the names of its rows. Default: nothing. */
  readonly also?: readonly FieldRef[]
  /** What was assumed, in sentences. */
  readonly notes: readonly Note[]
}

export interface TogetherSlot {
  /** A metric. */
  readonly name: string
  readonly moment: FieldRef | null
  /** It is taken off, as spending is for the profit. Default: added. */
  readonly isLess?: boolean
  /** What the same question means in this stream. Default: the filters of the frame. */
  readonly own?: {
    /** The rows of this dataset are counted, instead of a metric. */
    readonly counted: string | null
    readonly filters: readonly FilterSlot[]
    /** The filters of the frame that these stand for. */
    readonly instead: readonly FilterSlot[]
  }
}

export type SpanUnit = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year'

export type MeasureSlot =
  | { readonly kind: 'metric'; readonly name: string }
  | { readonly kind: 'count'; readonly dataset: string }
  | { readonly kind: 'field'; readonly field: FieldRef; readonly function: AggregateFunction }
  /** The mean time between two moments of a row. */
  | {
      readonly kind: 'span'
      readonly from: FieldRef
      readonly to: FieldRef
      readonly unit: SpanUnit
      /** At least one of the fields holds whole days. */
      readonly isOfDays: boolean
      /** One of them has hours, which do not count. Default: false. */
      readonly isByDay?: boolean
      /** Added up instead of averaged. Default: false. */
      readonly isSum?: boolean
    }
  /** What several fields of a row count, added up: adults and children. */
  | { readonly kind: 'sums'; readonly fields: readonly [FieldRef, ...FieldRef[]] }
  /** The sum of a field of minutes, in hours; or of another unit of time, divided by as many as make up the unit that is asked for. */
  | { readonly kind: 'minutes'; readonly field: FieldRef; readonly by?: number }
  /** A metric divided by the sum of a field that counts people or things in each row. */
  | {
      readonly kind: 'per'
      readonly name: string
      readonly field: FieldRef
      /** The other way round: the field as a part of the metric. */
      readonly share?: 'fraction' | 'percent'
    }
  /** The sum of a field divided by the sum of another field of the same rows. */
  | { readonly kind: 'ratio'; readonly field: FieldRef; readonly by: FieldRef }
  /** How much of a limit is taken up, in percent: the sum of a field of rows, or their number, against a field of what they belong to. */
  | {
      readonly kind: 'taken'
      readonly dataset: string
      readonly field: FieldRef | null
      readonly of: FieldRef
    }
  /** The number of rows of one dataset for each row, or for each 100 rows, of another that they belong to. */
  | { readonly kind: 'density'; readonly dataset: string; readonly per: string; readonly times: number }
  /** The sum of a field, divided by the number of days or other periods in which there are rows. */
  | { readonly kind: 'daily'; readonly field: FieldRef; readonly moment: FieldRef; readonly unit: TimeUnit }
  /** The part of a metric that meets a condition, as a fraction or in percent of all of it. */
  | {
      readonly kind: 'portion'
      readonly name: string
      readonly condition: Condition
      readonly of: 'fraction' | 'percent'
    }
  /** The mean number of years since people began. */
  | { readonly kind: 'tenure'; readonly from: FieldRef }
  /** A metric divided by the number of things that it belongs to. */
  | { readonly kind: 'mean'; readonly name: string; readonly home: string; readonly per: FieldRef }
  /** How many of a dataset meet a condition, as a number, or as a fraction or percentage of all. */
  | {
      readonly kind: 'rate'
      readonly dataset: string
      readonly condition: Condition
      readonly of: 'count' | 'fraction' | 'percent'
    }

export type GroupSlot =
  | { readonly kind: 'thing'; readonly dataset: string }
  | { readonly kind: 'field'; readonly field: FieldRef }
  | { readonly kind: 'period'; readonly unit: TimeUnit }
  | { readonly kind: 'part'; readonly part: TimePart }

export interface FilterSlot {
  /** Another filter with the same key replaces it. */
  readonly key: string
  readonly condition: Condition
}

export interface TimeSlot {
  readonly start: string | null
  readonly end: string | null
}

export interface RankSlot {
  readonly direction: 'asc' | 'desc'
  /** Null: all, sorted. */
  readonly limit: number | null
  /** "Which store sells the most" asks for the store alone. */
  readonly isAlone: boolean
}

export interface Note {
  readonly about: string
  readonly says: string
  readonly changesNumbers: boolean
}

/** A frame in which nothing is asked yet. */
export const emptyFrame: Frame = {
  subject: null,
  measures: [],
  groups: [],
  filters: [],
  time: null,
  isTimeInside: false,
  against: null,
  moment: null,
  rank: null,
  share: null,
  notes: [],
}
