import type { Expression, Order, Output, Query } from '@quipu/query'
import { datasetsOf } from './fields.ts'
import { plainPeriod } from './condition-words.ts'
import { datasetLabel, deeper, ellipsis, listed, type Telling } from './telling.ts'

const combineWords = {
  union: 'together with',
  intersect: 'that are also among',
  except: 'that are not among',
} as const

/** One level: what is shown, of what, narrowed how, in which order. */
export function queryWords(query: Query, told: Telling): string {
  if (told.depth <= 0) return ellipsis
  const telling: Telling = { ...deeper(told), home: null }
  const parts = [
    head(query, telling),
    ...filters(query, telling),
    query.having === null ? '' : `with ${telling.condition(query.having, telling)}`,
    ranking(query, telling),
    query.keepUnmatched ? 'those without any included' : '',
  ]
  const own = parts.filter(Boolean).join(', ')
  if (query.combine === null) return own
  return `${own}, ${combineWords[query.combine.how]} the ${telling.query(query.combine.with, telling)}`
}

/** "number of orders per month", "name and city of customers". */
function head(query: Query, telling: Telling): string {
  const groups = query.groupBy.map((one) => JSON.stringify(one))
  const isGroup = ({ expression }: Output): boolean => groups.includes(JSON.stringify(expression))
  const measures = query.outputs.filter((one) => isMeasure(one.expression))
  if (measures.length > 0)
    return `${listed(measures.map((one) => words(one, telling)))}${per(query, isGroup, telling)}`
  const subject = datasetLabel(query.subject, telling)
  const shown = query.outputs.map(({ expression }) =>
    telling.expression(expression, { ...telling, home: query.subject }),
  )
  const different = query.distinct || query.groupBy.length > 0 ? 'different ' : ''
  return shown.length === 0 ? subject : `${different}${listed(shown, 'and', 8)} of ${subject}`
}

function words({ expression }: Output, telling: Telling): string {
  return telling.expression(expression, telling)
}

/** What is shown beside the measures says what they are split by; keys behind it are left unsaid. */
function per(query: Query, isGroup: (output: Output) => boolean, telling: Telling): string {
  const shown = query.outputs.filter((one) => !isMeasure(one.expression))
  const told = shown.length > 0 ? shown.map(({ expression }) => expression) : query.groupBy
  if (told.length === 0) return ''
  const said = [...new Set(told.map((one) => telling.expression(one, telling)))]
  return shown.length > 0 && !shown.some(isGroup) && query.groupBy.length === 0
    ? ` with ${listed(said)}`
    : ` per ${listed(said)}`
}

function filters(query: Query, telling: Telling): readonly string[] {
  const { where } = query
  const used = datasetsOf(query)
  const all = where === null ? [] : where.kind === 'and' ? where.of : [where]
  const periods = all.map((one) => plainPeriod(one, used, telling))
  const others = all.filter((_, index) => periods[index] === null)
  const only = others.length === 1 ? others[0] : undefined
  const said = only ?? { kind: 'and' as const, of: others }
  return [
    ...(others.length === 0 ? [] : [`where ${telling.condition(said, telling)}`]),
    ...periods.filter((one) => one !== null),
  ]
}

/** "top 5 by total amount", "ordered by name". */
function ranking({ orderBy, limit, limitPer }: Query, telling: Telling): string {
  const [first] = orderBy
  const each =
    limitPer === null ? '' : ` for each ${listed(limitPer.map((one) => telling.expression(one, telling)))}`
  if (first === undefined) return limit === null ? '' : `the first ${limit}${each}`
  if (limit === null) return `ordered by ${listed(orderBy.map((one) => order(one, telling)))}`
  const by = telling.expression(first.expression, telling)
  return `${first.direction === 'desc' ? 'top' : 'bottom'} ${limit} by ${by}${each}`
}

function order({ expression, direction }: Order, telling: Telling): string {
  return `${telling.expression(expression, telling)}${direction === 'desc' ? ', highest first' : ''}`
}

function isMeasure(expression: Expression): boolean {
  if (expression.kind === 'arithmetic') return isMeasure(expression.left) || isMeasure(expression.right)
  return ['aggregate', 'metric', 'share', 'running'].includes(expression.kind)
}
