import { isRecord, withoutHeading } from './query-parts.ts'

const periods = new Set(['day', 'week', 'month', 'quarter', 'year'])
const signs = new Set(['+', '-', '*', '/'])
const names: Readonly<Record<string, string>> = {
  sum: 'sum of',
  avg: 'average of',
  min: 'least',
  max: 'greatest',
  median: 'median of',
  stddev: 'deviation of',
  share: 'share of',
  running_total: 'running total of',
  previous: 'previous',
  change: 'change of',
  growth: 'growth of',
  moving_mean: 'moving mean of',
  rank: 'rank by',
}

/** An expression of the query language in a few words. `labelOf` returns the label of a field, a dataset or a metric. */
export function expressionWords(given: unknown, labelOf: (name: string) => string): string {
  const expression = withoutHeading(given)
  if (typeof expression === 'string') return labelOf(expression)
  if (!isRecord(expression)) return String(expression)
  const [[key, value] = ['', undefined]] = Object.entries(expression)
  const words = (one: unknown) => expressionWords(one, labelOf)
  if (key === 'count') return value === '*' ? 'number of rows' : `number of ${words(value)}`
  if (periods.has(key)) return `${key} of ${words(value)}`
  if (key === 'part') return `${String(value)} of ${words(expression['of'])}`
  if (signs.has(key) && Array.isArray(value)) return value.map(words).join(` ${key} `)
  if (key === 'value') return String(value)
  if (key === 'metric') return words(value)
  const name = names[key]
  if (name !== undefined) return `${name} ${words(value)}`
  return JSON.stringify(expression)
}

/** A period of a query: words, or its days with the end excluded. */
export function periodWords(value: unknown): string {
  if (isRecord(value) && typeof value['start'] === 'string' && typeof value['end'] === 'string')
    return `${value['start'].slice(0, 10)} to before ${value['end'].slice(0, 10)}`
  return typeof value === 'string' ? value : JSON.stringify(value)
}
