import { aggregates, isObject, keyIn, listOf, without, type Forms, type JsonObject } from './forms.ts'
import { metricWhere } from './metric-where.ts'

const running = ['running_total', 'previous', 'change', 'growth', 'moving_mean', 'rank']
const periods = ['day', 'week', 'month', 'quarter', 'year']
const nested = [...aggregates, ...running, ...periods, 'share', 'length', 'of', 'along', 'from', 'to']
const lists = ['+', '-', '*', '/', 'join_text', 'within']
/** Other usual words for the same operator. */
const words: ReadonlyMap<string, string> = new Map(
  Object.entries({ average: 'avg', mean: 'avg', total: 'sum' }),
)
const functions = ['fn', 'function', 'agg', 'aggregate', 'func']
const operands = ['of', 'field', 'expr', 'expression', 'column']
const minutes: Readonly<Record<string, number>> = { minute: 1, hour: 60, day: 1440, week: 10_080 }

/** An expression in the form of the language. What is none is left for the reader to refuse. */
export function usualExpression(value: unknown, forms: Forms): unknown {
  if (typeof value === 'string') return forms.headings.get(value) ?? value
  if (!isObject(value)) return value
  const renamed = countedDistinct(withOperator(value), forms)
  if (isObject(renamed['query'])) return { ...renamed, query: forms.query(renamed['query']) }
  const of = Object.fromEntries(
    Object.entries(renamed).map(([key, part]) => [key, usualPart(key, part, forms)]),
  )
  if (of['exact'] === true && of['span'] !== undefined) return exactSpan(of)
  if (of['metric'] !== undefined && of['where'] !== undefined)
    return metricWhere(of['metric'], listOfConditions(of['where']), forms) ?? of
  const isMetric =
    typeof of['field'] === 'string' &&
    of['of'] === undefined &&
    forms.names.field(of['field'], forms.subject) === undefined &&
    forms.names.metric(of['field']) !== undefined
  return isMetric ? { ...without(of, 'field'), metric: of['field'] } : of
}

/** A column: `{"expr": …, "label": …}` is the expression with its heading as `as`. */
export function usualColumn(value: unknown, forms: Forms): unknown {
  if (!isObject(value)) return usualExpression(value, forms)
  const named = keyIn(value, ['as', 'alias', 'label', 'heading', 'title'])
  const heading = named === undefined ? {} : { as: value[named] }
  const bare = named === undefined ? value : without(value, named)
  const inner = bare['expr'] ?? bare['expression']
  if (inner === undefined || Object.keys(bare).length > 1)
    return withHeading(usualExpression(bare, forms), heading)
  return withHeading(usualExpression(inner, forms), heading)
}

function withHeading(of: unknown, heading: JsonObject): unknown {
  if (Object.keys(heading).length === 0) return of
  if (isObject(of)) return { ...of, ...heading }
  return typeof of === 'string' ? { field: of, ...heading } : { value: of, ...heading }
}

/** The same without its heading, for places where it has none. */
export function withoutHeading(column: unknown): unknown {
  if (!isObject(column)) return column
  const bare = without(column, 'as')
  return Object.keys(bare).length === 1 && typeof bare['field'] === 'string' ? bare['field'] : bare
}

function usualPart(key: string, part: unknown, forms: Forms): unknown {
  if (key === 'where') return forms.conditions(part, { ...forms, headings: new Map() })
  // The counted thing is a dataset more often than a heading.
  if (key === 'count' && typeof part === 'string') return part
  if (lists.includes(key)) return listOf(part).map((one) => forms.expression(withoutHeading(one), forms))
  return nested.includes(key) ? forms.expression(withoutHeading(part), forms) : part
}

/** `{"fn": "sum", "of": …}` and `{"average": …}`. */
function withOperator(value: JsonObject): JsonObject {
  const by = keyIn(value, functions)
  const name = by === undefined ? undefined : value[by]
  const operand = keyIn(value, operands)
  if (by !== undefined && typeof name === 'string' && operand !== undefined)
    return withOperator({ [name.toLowerCase()]: value[operand], ...without(value, by, operand) })
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [words.get(key) ?? key, part]))
}

/** `{"count_distinct": field}` and `{"count": dataset, "distinct": field}`. */
function countedDistinct(value: JsonObject, forms: Forms): JsonObject {
  if (value['count_distinct'] !== undefined)
    return { count: value['count_distinct'], distinct: true, ...without(value, 'count_distinct') }
  const isField = forms.names.field(value['distinct'], value['count']) !== undefined
  if (value['count'] === undefined || !isField) return value
  const { distinct } = value
  const dataset = forms.names.dataset(value['count'])
  const isBare = typeof distinct === 'string' && !distinct.includes('.')
  return {
    ...value,
    count: isBare && dataset !== undefined ? `${dataset.name}.${distinct}` : distinct,
    distinct: true,
  }
}

/** Spans count whole units. With `exact` they are counted in minutes and divided. */
function exactSpan(value: JsonObject): JsonObject {
  const unit = minutes[String(value['span'])]
  if (unit === undefined) return value
  const span = { ...without(value, 'exact', 'as'), span: 'minute' }
  return { '/': [span, unit], ...(value['as'] === undefined ? {} : { as: value['as'] }) }
}

function listOfConditions(where: unknown): readonly unknown[] {
  const isOne = !Array.isArray(where) || typeof where[1] === 'string'
  return isOne ? [where] : where
}
