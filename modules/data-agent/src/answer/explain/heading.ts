import { cutText, visibleText, type Query } from '@quipu/query'
import { conjunctsOf } from '../query-facts.ts'
import { windowName } from './periods.ts'
import type { Shape } from './shape.ts'

/** The title of a result: `Total Sales by Region`. */
export function headingOf(shape: Shape, query: Query | null, about: string): string {
  const by = [...(shape.time === null ? [] : [shape.time]), ...shape.categories]
  const measures = shape.measures.slice(0, 3).map(({ label }) => label)
  if (shape.kind === 'list' || shape.kind === 'empty' || measures.length === 0)
    return listHeading(shape, query, about)
  const what =
    measures.length > 1 ? `${measures.slice(0, -1).join(', ')} and ${measures.at(-1)}` : (measures[0] ?? '')
  if (by.length === 0) return capitals(what)
  if (
    shape.kind === 'ranking' &&
    query !== null &&
    query.limit !== null &&
    query.limitPer === null &&
    shape.rankedBy !== null
  ) {
    const [category] = shape.categories
    const rank = shape.isDescending ? 'Top' : 'Bottom'
    const count = query.limit === 1 ? '' : ` ${query.limit}`
    return capitals(`${rank}${count} ${category?.label ?? ''} by ${shape.rankedBy.label}`)
  }
  return capitals(`${what} by ${by.map(({ label }) => label).join(' and ')}`)
}

/** The title of a list: its dataset and its fields. */
function listHeading(shape: Shape, query: Query | null, about: string): string {
  const labels = shape.columns.map(({ label }) => label).slice(0, 4)
  if (query === null || labels.length === 0) return capitals(about)
  const [only, ...others] = labels
  const isItself = others.length === 0 && (only === 'name' || only?.startsWith(about) === true)
  return capitals(isItself ? about : `${about}: ${labels.join(', ')}`)
}

/** The requested period, if there is one: `Q4 2025`. */
export function askedPeriod(query: Query | null): string | null {
  const windows = conjunctsOf(query?.where ?? null).filter((one) => one.kind === 'during')
  const [only, ...others] = windows
  if (only?.kind !== 'during' || others.length > 0) return null
  return windowName(only.start, only.end) || null
}

export function capitals(text: string): string {
  const small = new Set([
    'by',
    'of',
    'and',
    'per',
    'in',
    'the',
    'a',
    'an',
    'for',
    'to',
    'with',
    'from',
    'on',
    'or',
    'at',
  ])
  return visibleText(text)
    .trim()
    .split(/\s+/)
    .map((word, at) => (at > 0 && small.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join(' ')
}

export function title(text: string): string {
  return cutText(text, 60)
}
