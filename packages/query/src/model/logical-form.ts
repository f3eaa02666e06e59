import type { Cell } from './statement.ts'

/** A question as it was understood, in terms of the ontology. SQL, restatement, chart and lineage are all made from it. */
export interface Query {
  /** The dataset whose rows are asked about; every other one used is joined to it. */
  readonly subject: string
  readonly outputs: readonly Output[]
  readonly where: Condition | null
  /** Also those that are not shown. */
  readonly groupBy: readonly Expression[]
  readonly having: Condition | null
  readonly orderBy: readonly Order[]
  readonly limit: number | null
  /** With it, `limit` counts within each group of equal values of these, ranked by `orderBy`. */
  readonly limitPer: readonly Expression[] | null
  readonly distinct: boolean
  readonly combine: Combination | null
  /** Further appearances of datasets, and roads that the words of the question chose. */
  readonly appearances: readonly Appearance[]
  /** Show rows of the subject (or of groups) that have no partner too, with 0 or nothing beside them. */
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
  /** Has as many outputs, of the same types. */
  readonly with: Query
}

/** One more appearance of a dataset beside its first, as in a flight's origin and destination airport. */
export interface Appearance {
  /** What field references say in `as`. The dataset's own name stands for its first appearance. */
  readonly as: string
  readonly dataset: string
  /** The relationship that leads to it, and from which appearance. Null leaves the road open. */
  readonly via: string | null
  readonly from: string | null
  /** Where a relationship leads back to its own dataset: which end of it this is. The one referred to unless said. */
  readonly end?: 'from' | 'to'
}

export interface FieldRef {
  readonly kind: 'field'
  readonly dataset: string
  readonly field: string
  /** Which appearance of the dataset; the first one when absent. */
  readonly as?: string
}

export type AggregateFunction = 'count' | 'sum' | 'avg' | 'min' | 'max' | 'median' | 'stddev'
export type TimeUnit = 'day' | 'week' | 'month' | 'quarter' | 'year'
export type TimePart = 'hour' | 'weekday' | 'day' | 'week' | 'month' | 'quarter' | 'year'

export type Expression =
  | FieldRef
  | { readonly kind: 'literal'; readonly value: Cell }
  /** Rows of a dataset. Counted once each, however many rows the joins make of them. */
  | { readonly kind: 'rows'; readonly dataset: string; readonly as?: string }
  | {
      readonly kind: 'aggregate'
      readonly function: AggregateFunction
      /** `rows` only with `count`. */
      readonly of: Expression
      readonly distinct: boolean
      /** Only rows for which this holds. */
      readonly where?: Condition
    }
  /** A named metric of the ontology. */
  | { readonly kind: 'metric'; readonly name: string }
  | {
      readonly kind: 'arithmetic'
      /** `/` never truncates and gives nothing when divided by zero. */
      readonly operator: '+' | '-' | '*' | '/'
      readonly left: Expression
      readonly right: Expression
    }
  /** The period in which a moment lies, as the first day of it. */
  | {
      readonly kind: 'period'
      readonly unit: TimeUnit
      readonly of: Expression
      /** Quarters and years begin as the fiscal year does. */
      readonly fiscal?: boolean
      /** The month in which the fiscal year begins; as the calendar says unless given. */
      readonly fiscalStart?: number
    }
  /** A part of a moment as a number; weekday 1 is Monday. */
  | { readonly kind: 'part'; readonly part: TimePart; readonly of: Expression }
  /** From one moment to another, in whole units. */
  | {
      readonly kind: 'span'
      readonly unit: TimeUnit | 'hour' | 'minute'
      readonly from: Expression
      readonly to: Expression
    }
  /** The moment of asking. */
  | { readonly kind: 'now' }
  | { readonly kind: 'length'; readonly of: Expression }
  /** Text of several fields with blanks between them, as a full name. */
  | { readonly kind: 'join-text'; readonly of: readonly Expression[] }
  /** `of` divided by its own total over all groups, or over the groups with equal `within`. 0 to 1, or 0 to 100 when percent. */
  | {
      readonly kind: 'share'
      readonly of: Expression
      readonly within: readonly Expression[]
      readonly percent: boolean
    }
  /** Over the groups in the order of `along`: the sum so far, the value one step before, the change to it, the mean of the last n. */
  | {
      readonly kind: 'running'
      readonly function: 'total' | 'previous' | 'change' | 'growth' | 'mean' | 'rank'
      readonly of: Expression
      readonly along: Expression
      readonly within: readonly Expression[]
      /** Steps back for previous, change and growth; rows for mean. 1 unless said. */
      readonly steps?: number
    }
  /** The only value of a query with one output and one row. */
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
      /** Text compared without regard to case. */
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
  /** Half-open: `start` belongs to it, `end` does not. ISO days or moments; null is open. */
  | {
      readonly kind: 'during'
      readonly of: Expression
      readonly start: string | null
      readonly end: string | null
    }
  /** One value among those a query gives in its only output. */
  | { readonly kind: 'member'; readonly of: Expression; readonly query: Query }
  /** There are rows of another dataset, related to this query's row of `of`, for which the inner conditions hold. */
  | {
      readonly kind: 'related'
      /** The dataset of this query from which the road starts. */
      readonly of: string
      readonly ofAs?: string
      /** Its subject is the related dataset; outputs and order are not looked at. `having` counts the related rows. */
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
