import type { Condition, Dataset, Expression, FieldRef, Ontology, Query } from '@quipu/query'
import { keyFields, nameFields } from '../lexicon/dataset-fields.ts'
import type { FilterSlot, Frame, GroupSlot, MeasureSlot } from '../plan/frame.ts'
import { conjuncts, lookedAt } from '../restate/fields.ts'
import { buildFrame } from './build-frame.ts'

/** The slots of a query that was not read by slots, so that a follow-up can change one. Null where slots cannot hold it. */
export function frameOfQuery(query: Query, ontology: Ontology): Frame | null {
  const { combine, having, appearances, limitPer, limit, outputs, subject } = query
  if (combine !== null || having !== null || appearances.length > 0 || limitPer !== null) return null
  const all = conjuncts(query.where)
  const periods = all.flatMap((one) => (one.kind === 'during' && one.of.kind === 'field' ? [one] : []))
  const [period, ...more] = periods
  const figures = outputs.filter(({ expression }) => isFigure(expression))
  const measures = figures.map(({ expression }) => slotOf(expression, ontology))
  const moment = period?.of.kind === 'field' ? period.of : momentOfGroups(query)
  const groups = groupsOf(query.groupBy, moment, ontology)
  if (more.length > 0 || groups === null || measures.some((one) => one === null)) return null
  if (limit !== null && (figures.length === 0 || groups.length === 0)) return null
  const isList = figures.length === 0
  const frame: Frame = {
    subject: isList ? subject : null,
    measures: measures.flatMap((one) => one ?? []),
    groups,
    filters: all.filter((one) => !periods.some((each) => each === one)).map(filterOf),
    time: period === undefined ? null : { start: period.start, end: period.end },
    isTimeInside: false,
    against: null,
    moment,
    rank: limit === null ? null : { direction: query.orderBy[0]?.direction ?? 'desc', limit, isAlone: false },
    share: null,
    ...(isList ? { also: besidesNames(query, ontology) } : {}),
    notes: [],
  }
  return isWhole(frame, query, ontology) ? frame : null
}

/** Whether the slots say all that the query says. */
function isWhole(frame: Frame, query: Query, ontology: Ontology): boolean {
  const built = buildFrame(frame, ontology)
  if (built === null || built.subject !== query.subject) return false
  const said = namesIn(built)
  return [...namesIn(query)].every((name) => said.has(name))
}

/** The fields and values of a query. */
function namesIn({ outputs, where, groupBy }: Query): ReadonlySet<string> {
  const text = JSON.stringify([outputs.map(({ expression }) => expression), where, groupBy])
  return new Set(
    [...text.matchAll(/"dataset":"[^"]*","field":"[^"]*"|"(?:value|start|end|text)":[^,}]*/g)].map(
      ([name]) => name,
    ),
  )
}

function isFigure({ kind }: Expression): boolean {
  return !['field', 'period', 'part', 'join-text'].includes(kind)
}

function slotOf(expression: Expression, ontology: Ontology): MeasureSlot | null {
  if (expression.kind === 'metric') return { kind: 'metric', name: expression.name }
  if (expression.kind !== 'aggregate' || expression.where !== undefined) return null
  const { of } = expression
  if (expression.function === 'count') {
    if (of.kind === 'rows') return { kind: 'count', dataset: of.dataset }
    const dataset =
      of.kind === 'field' ? ontology.datasets.find(({ name }) => name === of.dataset) : undefined
    const isKey =
      dataset !== undefined && of.kind === 'field' && keyFields(dataset).some(({ name }) => name === of.field)
    return isKey ? { kind: 'count', dataset: dataset.name } : null
  }
  return of.kind === 'field' && !expression.distinct
    ? { kind: 'field', field: of, function: expression.function }
    : null
}

function momentOfGroups({ groupBy }: Query): FieldRef | null {
  const [found] = groupBy.flatMap((one) =>
    (one.kind === 'period' || one.kind === 'part') && one.of.kind === 'field' ? [one.of] : [],
  )
  return found ?? null
}

function groupsOf(
  keys: readonly Expression[],
  moment: FieldRef | null,
  ontology: Ontology,
): readonly GroupSlot[] | null {
  const groups: GroupSlot[] = []
  for (const key of keys) {
    if (key.kind === 'period' || key.kind === 'part') {
      if (JSON.stringify(key.of) !== JSON.stringify(moment)) return null
      groups.push(
        key.kind === 'period' ? { kind: 'period', unit: key.unit } : { kind: 'part', part: key.part },
      )
    } else if (key.kind === 'field') {
      const dataset = ontology.datasets.find(({ name }) => name === key.dataset)
      const isThing = dataset !== undefined && namesOrKeys(dataset).has(key.field)
      const group: GroupSlot = isThing
        ? { kind: 'thing', dataset: dataset.name }
        : { kind: 'field', field: key }
      if (!groups.some((one) => JSON.stringify(one) === JSON.stringify(group))) groups.push(group)
    } else return null
  }
  return groups
}

function namesOrKeys(dataset: Dataset): ReadonlySet<string> {
  const names = nameFields(dataset).filter(({ role }) => role === 'name')
  return new Set([...names, ...keyFields(dataset)].map(({ name }) => name))
}

function besidesNames({ outputs, subject }: Query, ontology: Ontology): readonly FieldRef[] {
  const dataset = ontology.datasets.find(({ name }) => name === subject)
  const own = dataset === undefined ? new Set<string>() : namesOrKeys(dataset)
  return outputs.flatMap(({ expression }) =>
    expression.kind === 'field' && !(expression.dataset === subject && own.has(expression.field))
      ? [expression]
      : [],
  )
}

function filterOf(condition: Condition): FilterSlot {
  const of = lookedAt(condition)
  const key = of?.kind === 'field' ? `${of.dataset}.${of.field}` : JSON.stringify(condition)
  return { key, condition }
}
