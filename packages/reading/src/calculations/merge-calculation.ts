import type { Condition, Expression, FieldRef, Ontology, Output, Query } from '@quipu/query'
import { isMeasure } from '../lexicon/dataset-fields.ts'
import type { SplitCalculation } from './split-calculation.ts'

type How = Pick<SplitCalculation, 'operator' | 'isMean' | 'percent'>

/** Combines the amounts of two queries in one query. Null when they cannot be combined. */
export function mergeCalculation(left: Query, right: Query, how: How, ontology: Ontology): Query | null {
  if ([left, right].some((each) => each.combine !== null || each.limit !== null || each.having !== null))
    return null
  const a = partsOf(left, ontology)
  const b = partsOf(right, ontology)
  if (a === null || b === null) return null
  if (how.isMean && left.subject === right.subject && isSame(left.groupBy, right.groupBy))
    return ofRows(left, a, b, how)
  const each = ofEachRow(left, right, { a, b }, how, ontology)
  if (each !== null) return each
  if (right.groupBy.length === 0) return ofTotals(left, right, a, b, how)
  return left.groupBy.length > 0 && isSame(left.groupBy, right.groupBy)
    ? ofGroups(left, right, a, b, how)
    : null
}

interface Parts {
  readonly groups: readonly Output[]
  readonly amount: Expression
  /** A plain field, not an aggregate. */
  readonly isPlain: boolean
}

/** The amount of a query is its last numeric output. The others are its groups. */
function partsOf(query: Query, ontology: Ontology): Parts | null {
  const amounts = query.outputs.filter(
    ({ expression }) => expression.kind === 'aggregate' || expression.kind === 'metric',
  )
  const [aggregated] = amounts
  if (aggregated !== undefined)
    return amounts.length > 1
      ? null
      : {
          groups: query.outputs.filter((each) => each !== aggregated),
          amount: aggregated.expression,
          isPlain: false,
        }
  const plain = query.outputs.filter(({ expression }) => isNumberField(expression, ontology))
  const [field] = plain
  return field === undefined || plain.length > 1
    ? null
    : { groups: query.outputs.filter((each) => each !== field), amount: field.expression, isPlain: true }
}

export function isNumberField(expression: Expression, ontology: Ontology): expression is FieldRef {
  if (expression.kind !== 'field') return false
  const field = ontology.datasets
    .find((each) => each.name === expression.dataset)
    ?.fields.find((each) => each.name === expression.field)
  return field !== undefined && isMeasure(field)
}

function calculate(left: Expression, right: Expression, { operator, percent }: How): Expression {
  const result: Expression = { kind: 'arithmetic', operator, left, right }
  return percent
    ? { kind: 'arithmetic', operator: '*', left: { kind: 'literal', value: 100 }, right: result }
    : result
}

function labelOf({ operator, percent }: How): string {
  return operator === '-' ? 'difference' : percent ? 'percentage' : 'ratio'
}

/** The mean over the values of each row. */
function ofRows(query: Query, a: Parts, b: Parts, how: How): Query {
  const inner = (amount: Expression): Expression => (amount.kind === 'aggregate' ? amount.of : amount)
  const mean: Expression = {
    kind: 'aggregate',
    function: 'avg',
    of: calculate(inner(a.amount), inner(b.amount), how),
    distinct: false,
  }
  return {
    ...query,
    outputs: [...a.groups, { expression: mean, label: `average ${labelOf(how)}` }],
    orderBy: [],
    distinct: false,
  }
}

function total(parts: Parts): Expression {
  return parts.isPlain
    ? { kind: 'aggregate', function: 'sum', of: parts.amount, distinct: false }
    : parts.amount
}

/** "width to height of each door": of one row each, nothing is added up. */
function ofEachRow(
  left: Query,
  right: Query,
  { a, b }: { readonly a: Parts; readonly b: Parts },
  how: How,
  { datasets }: Ontology,
): Query | null {
  const [one, other] = [ownField(a), ownField(b)]
  const rows = datasets.find(({ name }) => name === one?.dataset)
  if (one === null || other === null || rows === undefined || other.dataset !== rows.name) return null
  const keys = rows.fields.filter(({ isPrimaryKey }) => isPrimaryKey)
  const isOneRow =
    keys.length > 0 &&
    keys.every(({ name }) =>
      left.groupBy.some((by) => by.kind === 'field' && by.dataset === rows.name && by.field === name),
    )
  const isAlike = isSame(left.groupBy, right.groupBy) && isSame(left.where, right.where)
  if (!isOneRow || !isAlike || left.groupBy.some((by) => by.kind !== 'field' || by.dataset !== rows.name))
    return null
  const outputs = [...a.groups, { expression: calculate(one, other, how), label: labelOf(how) }]
  return { ...left, outputs, groupBy: [], orderBy: [], distinct: false }
}

/** The field of an amount that is added up or shown as it is. */
function ownField({ amount }: Parts): FieldRef | null {
  const of = amount.kind === 'aggregate' && amount.function === 'sum' && !amount.where ? amount.of : amount
  return of.kind === 'field' ? of : null
}

/** The second amount is the same for all groups of the first. */
function ofTotals(left: Query, right: Query, a: Parts, b: Parts, how: How): Query {
  const other: Expression = {
    kind: 'scalar',
    query: { ...right, outputs: [{ expression: total(b), label: 'amount' }], orderBy: [], distinct: false },
  }
  const groups = left.groupBy.length === 0 ? [] : a.groups
  return {
    ...left,
    outputs: [...groups, { expression: calculate(total(a), other, how), label: labelOf(how) }],
    orderBy: [],
    distinct: false,
  }
}

/** Conditions of both queries stay. The others narrow only their own amount. */
function ofGroups(left: Query, right: Query, a: Parts, b: Parts, how: How): Query {
  const [ofLeft, ofRight] = [conjuncts(left.where), conjuncts(right.where)]
  const both = ofLeft.filter((each) => ofRight.some((other) => isSame(each, other)))
  const without = (some: readonly Condition[]): readonly Condition[] =>
    some.filter((each) => !both.some((other) => isSame(each, other)))
  const expression = calculate(narrowed(total(a), without(ofLeft)), narrowed(total(b), without(ofRight)), how)
  return {
    ...left,
    outputs: [...a.groups, { expression, label: labelOf(how) }],
    where: joined(both),
    orderBy: [],
    distinct: false,
  }
}

function narrowed(amount: Expression, conditions: readonly Condition[]): Expression {
  const where = joined(conditions)
  return where === null || amount.kind !== 'aggregate'
    ? amount
    : { ...amount, where: amount.where === undefined ? where : { kind: 'and', of: [amount.where, where] } }
}

function conjuncts(where: Condition | null): readonly Condition[] {
  if (where === null) return []
  return where.kind === 'and' ? where.of.flatMap(conjuncts) : [where]
}

function joined(conditions: readonly Condition[]): Condition | null {
  const [first, ...rest] = conditions
  if (first === undefined) return null
  return rest.length === 0 ? first : { kind: 'and', of: conditions }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
