import type { Expression, Order, Output, Query } from '@quipu/query'
import { datasetsOf } from './fields.ts'
import { plainPeriod } from './condition-words.ts'
import { datasetLabel, deeper, ellipsis, listed, type Wording } from './wording.ts'

const combineWords = {
  union: 'together with',
  intersect: 'that are also among',
  except: 'that are not among',
} as const

/** Restates one level: outputs, groups, conditions, order. */
export function queryWords(query: Query, outer: Wording): string {
  if (outer.depth <= 0) return ellipsis
  const wording: Wording = { ...deeper(outer), home: null }
  const parts = [
    head(query, wording),
    ...filters(query, wording),
    query.having === null ? '' : `with ${wording.condition(query.having, wording)}`,
    ranking(query, wording),
    query.keepUnmatched ? 'those without any included' : '',
  ]
  const own = parts.filter(Boolean).join(', ')
  if (query.combine === null) return own
  return `${own}, ${combineWords[query.combine.how]} the ${wording.query(query.combine.with, wording)}`
}

/** "number of orders per month", "name and city of customers". */
function head(query: Query, wording: Wording): string {
  const groups = query.groupBy.map((one) => JSON.stringify(one))
  const isGroup = ({ expression }: Output): boolean => groups.includes(JSON.stringify(expression))
  const measures = query.outputs.filter((one) => isMeasure(one.expression))
  if (measures.length > 0)
    return `${listed(measures.map((one) => words(one, wording)))}${per(query, isGroup, wording)}`
  const subject = datasetLabel(query.subject, wording)
  const shown = query.outputs.map(({ expression }) =>
    wording.expression(expression, { ...wording, home: query.subject }),
  )
  const different = query.distinct || query.groupBy.length > 0 ? 'different ' : ''
  return shown.length === 0 ? subject : `${different}${listed(shown, 'and', 8)} of ${subject}`
}

function words({ expression }: Output, wording: Wording): string {
  return wording.expression(expression, wording)
}

/** The outputs besides the measures name the groups. Hidden keys are left out. */
function per(query: Query, isGroup: (output: Output) => boolean, wording: Wording): string {
  const shown = query.outputs.filter((one) => !isMeasure(one.expression))
  const shownExpressions = shown.length > 0 ? shown.map(({ expression }) => expression) : query.groupBy
  if (shownExpressions.length === 0) return ''
  const text = [...new Set(shownExpressions.map((one) => wording.expression(one, wording)))]
  return shown.length > 0 && !shown.some(isGroup) && query.groupBy.length === 0
    ? ` with ${listed(text)}`
    : ` per ${listed(text)}`
}

function filters(query: Query, wording: Wording): readonly string[] {
  const { where } = query
  const used = datasetsOf(query)
  const all = where === null ? [] : where.kind === 'and' ? where.of : [where]
  const periods = all.map((one) => plainPeriod(one, used, wording))
  const others = all.filter((_, index) => periods[index] === null)
  const only = others.length === 1 ? others[0] : undefined
  const text = only ?? { kind: 'and' as const, of: others }
  return [
    ...(others.length === 0 ? [] : [`where ${wording.condition(text, wording)}`]),
    ...periods.filter((one) => one !== null),
  ]
}

/** "top 5 by total amount", "ordered by name". */
function ranking({ orderBy, limit, limitPer }: Query, wording: Wording): string {
  const [first] = orderBy
  const each =
    limitPer === null ? '' : ` for each ${listed(limitPer.map((one) => wording.expression(one, wording)))}`
  if (first === undefined) return limit === null ? '' : `the first ${limit}${each}`
  if (limit === null) return `ordered by ${listed(orderBy.map((one) => order(one, wording)))}`
  const by = wording.expression(first.expression, wording)
  return `${first.direction === 'desc' ? 'top' : 'bottom'} ${limit} by ${by}${each}`
}

function order({ expression, direction }: Order, wording: Wording): string {
  return `${wording.expression(expression, wording)}${direction === 'desc' ? ', highest first' : ''}`
}

function isMeasure(expression: Expression): boolean {
  if (expression.kind === 'arithmetic') return isMeasure(expression.left) || isMeasure(expression.right)
  return ['aggregate', 'metric', 'share', 'running'].includes(expression.kind)
}
