import type {
  AggregateFunction,
  Condition,
  Expression,
  FieldRef,
  Ontology,
  Output,
  Query,
} from '@quipu/query'
import { datedBy } from '../interpret/dated-by.ts'
import { joinPathsOf } from '../interpret/join-paths.ts'
import { mainMoment } from '../interpret/time-condition.ts'
import type { TimeRange } from '../time/time-mention.ts'
import {
  allOf,
  conjuncts,
  datasetOf,
  datasetsOf,
  fieldOf,
  isSame,
  labelOf,
  lookedAt,
  refTo,
  timeFields,
} from '../restate/fields.ts'
import { fold } from './nouns.ts'

/** Whether the value is aggregated from many rows. */
export function isMeasure(expression: Expression): boolean {
  if (expression.kind === 'arithmetic') return isMeasure(expression.left) || isMeasure(expression.right)
  return ['aggregate', 'metric', 'share', 'running'].includes(expression.kind)
}

/** Splits by one more expression, or by it alone. A split by time replaces another split by time. */
export function groupBy(query: Query, by: Expression, mode: 'add' | 'replace', ontology: Ontology): Query {
  const measured = withMeasure(query, ontology)
  const isTime = by.kind === 'period' || by.kind === 'part'
  const stays = (one: Expression): boolean =>
    !isSame(one, by) &&
    !(isTime && (one.kind === 'period' || one.kind === 'part')) &&
    (mode === 'add' || (one.kind === 'period' && !isTime))
  const kept = measured.groupBy.filter(stays)
  const outputOf = (expression: Expression): Output =>
    measured.outputs.find((output) => isSame(output.expression, expression)) ?? {
      expression,
      label: labelOf(expression, ontology),
    }
  const groups = isTime ? [by, ...kept] : [...kept, by]
  const outputs = [
    ...groups.map(outputOf),
    ...measured.outputs.filter(({ expression }) => isMeasure(expression)),
  ]
  const orderBy = isTime
    ? [{ expression: by, direction: 'asc' as const }]
    : measured.orderBy.filter(
        ({ expression }) => isMeasure(expression) || groups.some((one) => isSame(one, expression)),
      )
  return {
    ...measured,
    groupBy: groups,
    outputs,
    orderBy,
    limit: isTime ? null : measured.limit,
    distinct: false,
  }
}

/** A list becomes the number of its rows. */
function withMeasure(query: Query, ontology: Ontology): Query {
  if (query.outputs.some(({ expression }) => isMeasure(expression))) return query
  const rows = countOf(query.subject)
  return {
    ...query,
    outputs: [{ expression: rows, label: labelOf(rows, ontology) }],
    groupBy: [],
    orderBy: [],
    limit: null,
    distinct: false,
  }
}

function countOf(dataset: string): Expression {
  return { kind: 'aggregate', function: 'count', of: { kind: 'rows', dataset }, distinct: false }
}

/** The time field of the query's conditions, or else the first time field of its rows, of what they belong to, or of its datasets. */
export function timeFieldOf(query: Query, ontology: Ontology): FieldRef | null {
  const during = conjuncts(query.where).flatMap((one) =>
    one.kind === 'during' && one.of.kind === 'field' ? [one.of] : [],
  )
  const split = query.groupBy.flatMap((one) =>
    (one.kind === 'period' || one.kind === 'part') && one.of.kind === 'field' ? [one.of] : [],
  )
  return during[0] ?? split[0] ?? openTimeField(query, ontology)
}

function openTimeField(query: Query, ontology: Ontology): FieldRef | null {
  const [own] = timeFields(query, [], ontology)
  if (own !== undefined) return own
  const home = datasetOf(ontology, query.subject)
  const owner = home && datedBy({ ontology, joinPaths: joinPathsOf(ontology) }, [home])
  const moment = owner && mainMoment(owner)
  if (owner && moment) return refTo(owner, moment)
  return timeFields(query, datasetsOf(query), ontology)[0] ?? null
}

export function during(query: Query, field: FieldRef, range: TimeRange): Query {
  const others = conjuncts(query.where).filter((one) => !(one.kind === 'during' && isSame(one.of, field)))
  const isAll = range.start === null && range.end === null
  const period: Condition = { kind: 'during', of: field, start: range.start, end: range.end }
  return { ...query, where: allOf(isAll ? others : [...others, period]) }
}

/** "What about East?" after West replaces West. A value of another field narrows further. With `widen`, both values count. */
export function narrow(query: Query, condition: Condition, widen: boolean): Query {
  const of = lookedAt(condition)
  const all = conjuncts(query.where)
  const before = all.find(
    (one) =>
      (one.kind === 'compare' || one.kind === 'in') &&
      of !== null &&
      isSame(lookedAt(one), of) &&
      isEquality(one),
  )
  if (!before || !isEquality(condition)) return { ...query, where: allOf([...all, condition]) }
  const next: Condition = widen ? { kind: 'or', of: [before, condition] } : condition
  return { ...query, where: allOf(all.map((one) => (one === before ? next : one))) }
}

export function exclude(query: Query, condition: Condition): Query {
  const all = conjuncts(query.where).filter((one) => !isSame(one, condition))
  return { ...query, where: allOf([...all, { kind: 'not', of: condition }]) }
}

/** Removes the conditions on a field. Without a field, removes all conditions except those on time. */
export function widen(query: Query, field: Expression | null): Query {
  const stays = (one: Condition): boolean =>
    field === null ? one.kind === 'during' : !isSame(lookedAt(one), field)
  return { ...query, where: allOf(conjuncts(query.where).filter(stays)) }
}

export function limit(query: Query, count: number, isTop: boolean): Query | null {
  const measure = query.outputs.find(({ expression }) => isMeasure(expression))?.expression
  const by = query.orderBy[0]?.expression ?? measure
  if (!by || (query.groupBy.length === 0 && measure)) return null
  const ranked = measure && by.kind === 'period' ? measure : by
  // What was the first alone is a list now, which shows by what it is ranked.
  const isShown = query.outputs.some(({ expression }) => isSame(expression, ranked))
  const isOpened = query.limit === 1 && count > 1 && !isShown && ranked.kind !== 'period'
  const outputs = isOpened ? [...query.outputs, { expression: ranked, label: '' }] : query.outputs
  return {
    ...query,
    outputs,
    limit: count,
    orderBy: [{ expression: ranked, direction: isTop ? 'desc' : 'asc' }],
  }
}

/** Turns each measure into a percentage of its total. */
export function asShare(query: Query): Query | null {
  if (query.groupBy.length === 0 || !query.outputs.some(({ expression }) => isMeasure(expression)))
    return null
  const outputs = query.outputs.map((output): Output => {
    if (!isMeasure(output.expression) || output.expression.kind === 'share') return output
    return {
      expression: { kind: 'share', of: output.expression, within: [], percent: true },
      label: `${output.label} in percent`,
    }
  })
  return { ...query, outputs }
}

export function aggregateWith(query: Query, name: AggregateFunction, ontology: Ontology): Query | null {
  const change = (expression: Expression): Expression | null => {
    if (expression.kind !== 'aggregate') return null
    if (name === 'count') return countOf(datasetIn(expression.of) ?? query.subject)
    return expression.of.kind === 'rows' ? null : { ...expression, function: name, distinct: false }
  }
  if (name === 'count' && !query.outputs.some(({ expression }) => isMeasure(expression)))
    return withMeasure(query, ontology)
  return replaceMeasures(query, change, ontology)
}

/** Replaces the measure. A field is aggregated like the previous one. */
export function measureInstead(query: Query, measure: Expression, ontology: Ontology): Query | null {
  const change = (before: Expression): Expression => {
    if (isMeasure(measure)) return measure
    if (measure.kind === 'rows') return countOf(measure.dataset)
    const kept = before.kind === 'aggregate' && before.function !== 'count' ? before.function : 'sum'
    return { kind: 'aggregate', function: kept, of: measure, distinct: false }
  }
  return replaceMeasures(query, change, ontology)
}

/** Asks the same of another dataset. Null when that dataset lacks a field that is asked for. */
export function datasetInstead(query: Query, name: string, ontology: Ontology): Query | null {
  const from = datasetOf(ontology, query.subject)
  const to = datasetOf(ontology, name)
  if (!from || !to || from === to) return null
  let isLost = false
  const swap = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(swap)
    if (typeof value !== 'object' || value === null) return value
    if ('dataset' in value && value.dataset === from.name) {
      if ('kind' in value && value.kind === 'rows') return { ...value, dataset: to.name }
      const field =
        'field' in value ? fieldOf(ontology, { dataset: from.name, field: String(value.field) }) : null
      const counterpart = to.fields.find(
        (one) => !one.isHidden && field !== null && fold(one.label) === fold(field.label),
      )
      const time =
        field?.role === 'time' ? to.fields.find((one) => !one.isHidden && one.role === 'time') : undefined
      const found = counterpart ?? time
      if (!found) isLost = true
      return found ? refTo(to, found) : value
    }
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, swap(inner)]))
  }
  // Safe: the query keeps its shape; only references to fields and rows change.
  const swapped = swap({ ...query, subject: to.name }) as Query
  if (isLost || query.appearances.length > 0) return null
  return relabel(swapped, ontology)
}

function replaceMeasures(
  query: Query,
  change: (before: Expression) => Expression | null,
  ontology: Ontology,
): Query | null {
  const made = new Map<Expression, Expression>()
  for (const { expression } of query.outputs) {
    if (!isMeasure(expression)) continue
    const next = change(expression)
    if (!next) return null
    made.set(expression, next)
  }
  if (made.size === 0) return null
  const seen = new Set<string>()
  const outputs = query.outputs.flatMap((output): readonly Output[] => {
    const next = made.get(output.expression)
    if (!next) return [output]
    const isTwice = seen.has(JSON.stringify(next))
    seen.add(JSON.stringify(next))
    return isTwice ? [] : [{ expression: next, label: labelOf(next, ontology) }]
  })
  const turn = (expression: Expression): Expression =>
    [...made].find(([before]) => isSame(before, expression))?.[1] ?? expression
  return {
    ...query,
    outputs,
    orderBy: query.orderBy.map((order) => ({ ...order, expression: turn(order.expression) })),
  }
}

function relabel(query: Query, ontology: Ontology): Query {
  return {
    ...query,
    outputs: query.outputs.map(({ expression }) => ({ expression, label: labelOf(expression, ontology) })),
  }
}

function datasetIn(expression: Expression): string | null {
  return expression.kind === 'field' || expression.kind === 'rows' ? expression.dataset : null
}

function isEquality(condition: Condition): boolean {
  return condition.kind === 'in' || (condition.kind === 'compare' && condition.operator === '=')
}
