import type { Cell } from './statement.ts'

/** The meaning of a question in terms of the ontology. SQL, restatement, chart and lineage are all derived from it. */
export interface Query {
  /** The dataset whose rows are asked about. Every other dataset is joined to it. */
  readonly subject: string
  readonly outputs: readonly Output[]
  readonly where: Condition | null
  /** Includes group keys that are not shown. */
  readonly groupBy: readonly Expression[]
  readonly having: Condition | null
  readonly orderBy: readonly Order[]
  readonly limit: number | null
  /** When set, `limit` applies within each group of equal values of these, ranked by `orderBy`. */
  readonly limitPer: readonly Expression[] | null
  readonly distinct: boolean
  readonly combine: Combination | null
  /** Further appearances of datasets, and the join paths that the question names. */
  readonly appearances: readonly Appearance[]
  /** Also show rows of the subject (or groups) that have no partner, with 0 or null for the partner's values. */
  readonly keepUnmatched: boolean
}

export interface Output {
  readonly expression: Expression
  /** The heading, in words. */
  readonly label: string
}

export interface Order {
  readonly expression: Expression
  readonly direction: 'asc' | 'desc'
}

export interface Combination {
  readonly how: 'union' | 'intersect' | 'except'
  /** Has the same number of outputs, with the same types. */
  readonly with: Query
}

/** A further appearance of a dataset beside its first one, such as the origin and destination airport of a flight. */
export interface Appearance {
  /** The name that field references give in `as`. The dataset's own name means its first appearance. */
  readonly as: string
  readonly dataset: string
  /** The relationship that leads to it, and the appearance it starts from. Null lets the planner choose the join path. */
  readonly via: string | null
  readonly from: string | null
  /** Which end of a relationship from a dataset to itself this is. Default: the end referred to. */
  readonly end?: 'from' | 'to'
  /** Names the join path and nothing more. Default: a row of the dataset must exist, even if no expression refers to it. */
  readonly isPathOnly?: boolean
  /** Joins by these fields instead of a relationship. `from` is then needed: the appearance that has the first field of each pair. */
  readonly on?: readonly { readonly field: string; readonly own: string }[]
}

export interface FieldRef {
  readonly kind: 'field'
  readonly dataset: string
  readonly field: string
  /** The appearance of the dataset. Default: the first one. */
  readonly as?: string
}

export type AggregateFunction = 'count' | 'sum' | 'avg' | 'min' | 'max' | 'median' | 'stddev'
export type TimeUnit = 'day' | 'week' | 'month' | 'quarter' | 'year'
export type TimePart = 'hour' | 'weekday' | 'day' | 'week' | 'month' | 'quarter' | 'year'

export type Expression =
  | FieldRef
  | { readonly kind: 'literal'; readonly value: Cell }
  /** Rows of a dataset. Each row is counted once, however often the joins repeat it. */
  | { readonly kind: 'rows'; readonly dataset: string; readonly as?: string }
  | {
      readonly kind: 'aggregate'
      readonly function: AggregateFunction
      /** `rows` is allowed only with `count`. */
      readonly of: Expression
      readonly distinct: boolean
      /** Aggregates only the rows that meet this condition. */
      readonly where?: Condition
      /** Takes the value once for each row of this dataset. Default: once for each row of the dataset that has the value. */
      readonly each?: { readonly dataset: string; readonly as?: string }
    }
  /** A named metric of the ontology. */
  | { readonly kind: 'metric'; readonly name: string }
  | {
      readonly kind: 'arithmetic'
      /** `/` never truncates and gives null when dividing by zero. */
      readonly operator: '+' | '-' | '*' | '/'
      readonly left: Expression
      readonly right: Expression
    }
  /** The period that contains a moment, as its first day. */
  | {
      readonly kind: 'period'
      readonly unit: TimeUnit
      readonly of: Expression
      /** Uses fiscal quarters and years. */
      readonly fiscal?: boolean
      /** The month in which the fiscal year begins. Default: the calendar's. */
      readonly fiscalStart?: number
    }
  /** A part of a moment as a number; weekday 1 is Monday. */
  | { readonly kind: 'part'; readonly part: TimePart; readonly of: Expression }
  /** The time between two moments, in whole units. */
  | {
      readonly kind: 'span'
      readonly unit: TimeUnit | 'hour' | 'minute'
      readonly from: Expression
      readonly to: Expression
    }
  /** The moment at which the question was asked. */
  | { readonly kind: 'now' }
  | { readonly kind: 'length'; readonly of: Expression }
  /** The text of several fields joined with blanks, such as a full name. */
  | { readonly kind: 'join-text'; readonly of: readonly Expression[] }
  /** `of` divided by its total over all groups, or over the groups with equal `within`. From 0 to 1, or 0 to 100 with `percent`. */
  | {
      readonly kind: 'share'
      readonly of: Expression
      readonly within: readonly Expression[]
      readonly percent: boolean
    }
  /** A window function over the groups in the order of `along`: running sum, previous value, change or growth from it, mean of the last n. */
  | {
      readonly kind: 'running'
      readonly function: 'total' | 'previous' | 'change' | 'growth' | 'mean' | 'rank'
      readonly of: Expression
      readonly along: Expression
      readonly within: readonly Expression[]
      /** Steps back for previous, change and growth; number of rows for mean. Default: 1. */
      readonly steps?: number
    }
  /** The single value of a query with one output and one row. */
  | { readonly kind: 'scalar'; readonly query: Query }

export type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>='

export type Condition =
  | { readonly kind: 'and' | 'or'; readonly of: readonly Condition[] }
  | { readonly kind: 'not'; readonly of: Condition }
  | {
      readonly kind: 'compare'
      readonly left: Expression
      readonly operator: Comparison
      readonly right: Expression
      /** Compares text without case. */
      readonly fold?: boolean
    }
  | { readonly kind: 'between'; readonly of: Expression; readonly low: Expression; readonly high: Expression }
  | {
      readonly kind: 'in'
      readonly of: Expression
      readonly values: readonly Cell[]
      readonly fold?: boolean
    }
  | {
      readonly kind: 'like'
      readonly of: Expression
      readonly how: 'contains' | 'begins' | 'ends'
      readonly text: string
    }
  | { readonly kind: 'null'; readonly of: Expression }
  /** Half-open: includes `start`, excludes `end`. ISO days or moments; null means unbounded. */
  | {
      readonly kind: 'during'
      readonly of: Expression
      readonly start: string | null
      readonly end: string | null
    }
  /** The value is one of those that a query with one output returns. */
  | { readonly kind: 'member'; readonly of: Expression; readonly query: Query }
  /** There are rows of another dataset, related to this query's row of `of`, that meet the inner conditions. */
  | {
      readonly kind: 'related'
      /** The dataset of this query where the join path starts. */
      readonly of: string
      readonly ofAs?: string
      /** Its subject is the related dataset. Outputs and order are ignored. `having` counts the related rows. */
      readonly query: Query
    }

const conditionKinds: ReadonlySet<string> = new Set<Condition['kind']>([
  'and',
  'or',
  'not',
  'compare',
  'between',
  'in',
  'like',
  'null',
  'during',
  'member',
  'related',
])

export function isExpression(part: Expression | Condition): part is Expression {
  return !conditionKinds.has(part.kind)
}
