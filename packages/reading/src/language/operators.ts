import type { AggregateFunction, Comparison, Expression, TimePart, TimeUnit } from '@quipu/query'

export const languageVersion = 1

export const aggregates = ['count', 'sum', 'avg', 'min', 'max', 'median', 'stddev'] as const satisfies readonly AggregateFunction[] // prettier-ignore
export const units = ['day', 'week', 'month', 'quarter', 'year'] as const satisfies readonly TimeUnit[]
export const parts = ['hour', 'weekday', 'day', 'week', 'month', 'quarter', 'year'] as const satisfies readonly TimePart[] // prettier-ignore
export const spanUnits = ['minute', 'hour', ...units] as const
export const signs = ['+', '-', '*', '/'] as const
export const comparisons = ['=', '!=', '<', '<=', '>', '>='] as const satisfies readonly Comparison[]
export const likes = ['contains', 'begins', 'ends'] as const
export const ignoringCase = ' ignoring case'

type Running = Extract<Expression, { kind: 'running' }>['function']

/** The word for each window function, and back. */
export const runningWords = {
  running_total: 'total',
  previous: 'previous',
  change: 'change',
  growth: 'growth',
  moving_mean: 'mean',
  rank: 'rank',
} as const satisfies Readonly<Record<string, Running>>

/** Each operator of an expression, with the further keys that it may have. */
export const operators: Readonly<Record<string, readonly string[]>> = {
  field: ['of'],
  metric: [],
  value: [],
  query: [],
  now: [],
  ...Object.fromEntries(aggregates.map((name) => [name, ['distinct', 'where', 'each']])),
  ...Object.fromEntries(signs.map((sign) => [sign, []])),
  ...Object.fromEntries(units.map((unit) => [unit, ['fiscal', 'fiscal_start']])),
  ...Object.fromEntries(Object.keys(runningWords).map((word) => [word, ['along', 'within', 'steps']])),
  part: ['of'],
  span: ['from', 'to'],
  length: [],
  join_text: [],
  share: ['within', 'percent'],
}

export function isOneOf<Word extends string>(word: string, of: readonly Word[]): word is Word {
  return of.some((one) => one === word)
}
