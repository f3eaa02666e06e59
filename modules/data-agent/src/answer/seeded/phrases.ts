import type { Cell, Condition, Expression, FieldRef, Order, Query, TimeUnit } from '@quipu/query'

/** `orders.amount`, or `orders.amount@first` for another appearance. */
export function field(path: string): FieldRef {
  const [dataset = '', rest = ''] = path.split('.')
  const [name = '', as] = rest.split('@')
  return { kind: 'field', dataset, field: name, ...(as === undefined ? {} : { as }) }
}

export function count(dataset: string): Expression {
  return { kind: 'aggregate', function: 'count', of: { kind: 'rows', dataset }, distinct: false }
}

export function aggregate(
  name: 'sum' | 'avg' | 'min' | 'max' | 'count',
  path: string,
  where?: Condition,
): Expression {
  return {
    kind: 'aggregate',
    function: name,
    of: field(path),
    distinct: false,
    ...(where === undefined ? {} : { where }),
  }
}

export function countDistinct(path: string): Expression {
  return { kind: 'aggregate', function: 'count', of: field(path), distinct: true }
}

export function period(unit: TimeUnit, path: string): Expression {
  return { kind: 'period', unit, of: field(path) }
}

export function is(path: string, value: Cell): Condition {
  return { kind: 'compare', left: field(path), operator: '=', right: { kind: 'literal', value } }
}

export function over(path: string, value: number): Condition {
  return { kind: 'compare', left: field(path), operator: '>', right: { kind: 'literal', value } }
}

export function during(path: string, start: string | null, end: string | null): Condition {
  return { kind: 'during', of: field(path), start, end }
}

export function all(...of: Condition[]): Condition {
  return { kind: 'and', of }
}

export function has(dataset: string, related: Query): Condition {
  return { kind: 'related', of: dataset, query: related }
}

export function desc(expression: Expression): Order {
  return { expression, direction: 'desc' }
}

/** A question: `show` are its outputs by heading; those without an aggregate are groups if another one has one. */
export function ask(
  subject: string,
  show: Readonly<Record<string, Expression>>,
  rest: Partial<Omit<Query, 'subject' | 'outputs'>> = {},
): Query {
  const outputs = Object.entries(show).map(([label, expression]) => ({ label, expression }))
  const isGroup = (expression: Expression) => ['field', 'period', 'part'].includes(expression.kind)
  const isTotal = outputs.some(({ expression }) => !isGroup(expression))
  return {
    subject,
    outputs,
    where: null,
    groupBy: isTotal ? outputs.map(({ expression }) => expression).filter(isGroup) : [],
    having: null,
    orderBy: [],
    limit: null,
    limitPer: null,
    distinct: false,
    combine: null,
    appearances: [],
    keepUnmatched: false,
    ...rest,
  }
}
