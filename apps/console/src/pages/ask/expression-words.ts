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

/** The comparisons of the query language, with their labels. */
export const operators: Readonly<Record<string, string>> = {
  '=': 'is',
  '!=': 'is not',
  '<': 'is below',
  '<=': 'is at most',
  '>': 'is above',
  '>=': 'is at least',
  in: 'is one of',
  'not in': 'is none of',
  contains: 'contains',
  begins: 'begins with',
  ends: 'ends with',
  'is null': 'is empty',
  'is not null': 'is not empty',
}

/** A condition of the query language in words. What has none is undefined. */
export function conditionWords(
  condition: unknown,
  words: (expression: unknown) => string,
): string | undefined {
  if (Array.isArray(condition)) return plainWords(condition, words)
  if (!isRecord(condition)) return undefined
  const [[key, value] = ['', undefined]] = Object.entries(condition)
  if (key === 'not') {
    const inner = conditionWords(value, words)
    return inner === undefined ? undefined : `not: ${inner}`
  }
  if ((key !== 'and' && key !== 'or') || !Array.isArray(value)) return undefined
  const parts = value.map((one) => conditionWords(one, words))
  return parts.includes(undefined) ? undefined : parts.join(` ${key} `)
}

function plainWords(
  [field, operator, value]: readonly unknown[],
  words: (expression: unknown) => string,
): string | undefined {
  const name = words(field)
  if (operator === 'during') return `${name} is in ${periodWords(value)}`
  const label = operators[String(operator).replace(/ ignoring case$/, '')]
  if (label === undefined) return undefined
  if (value === undefined) return `${name} ${label}`
  const values = isRecord(value) ? words(value) : valueWords(value)
  return `${name} ${label} ${values}`
}

/** The value of a condition as a person types it. */
export function valueWords(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) return value.map(valueWords).join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'] // prettier-ignore

/** A period of a query in words that the query language reads back. */
export function periodWords(value: unknown): string {
  if (typeof value === 'string') return value
  const { start, end } = isRecord(value) ? value : {}
  const first = dayOf(start)
  const after = dayOf(end)
  if (first === undefined) return after === undefined ? JSON.stringify(value) : `before ${after}`
  if (after === undefined) return `since ${first}`
  const [year = 0, month = 0, day = 0] = first.split('-').map(Number)
  const ends = (more: number) =>
    day === 1 && after === new Date(Date.UTC(year, month - 1 + more, 1)).toISOString().slice(0, 10)
  if (month === 1 && ends(12)) return `${year}`
  if (month % 3 === 1 && ends(3)) return `Q${(month + 2) / 3} ${year}`
  if (ends(1)) return `${months[month - 1]} ${year}`
  const last = new Date(Date.parse(after) - 86_400_000).toISOString().slice(0, 10)
  return last === first ? first : `${first} to ${last}`
}

function dayOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d(?:T00:00|$)/.test(value)
    ? value.slice(0, 10)
    : undefined
}
