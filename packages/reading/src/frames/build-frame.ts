import type {
  Condition,
  Dataset,
  Expression,
  Field,
  FieldRef,
  Ontology,
  Order,
  Output,
  Query,
} from '@quipu/query'
import { partOf } from '../interpret/part-of-time.ts'
import { metricExpression, partsOfExpression } from '@quipu/query'
import { aggregate, and, emptyQuery, field as fieldOf, literal } from '../interpret/builder.ts'
import { keyFields, nameFields } from '../lexicon/dataset-fields.ts'
import type { Frame, GroupSlot, MeasureSlot, TimeSlot } from '../plan/frame.ts'
import { sharedNumber } from '../business/count-by-number.ts'
import { sharedUnit, timeConditions } from './frame-periods.ts'
import { markOf } from '../lexicon/unique-codes.ts'
import { listWith, mayLack } from './listed-fields.ts'
import { homeOf } from '../business/moments.ts'
import { reachesOne } from '../business/nearest.ts'
import { narrowed } from './narrowed.ts'
import { buildTogether } from './together.ts'
import { spanExpression } from './span-expression.ts'
import { whoseSale } from './whose.ts'

/** The query that a frame means. Null when its slots do not fit together. */
export function buildFrame(frame: Frame, ontology: Ontology): Query | null {
  const subject = subjectOf(frame, ontology)
  if (subject === null) return null
  const unit = frame.against === null || frame.time === null ? null : sharedUnit(frame.time, frame.against)
  if (frame.against !== null && unit === null) return null
  const groups: readonly GroupSlot[] =
    unit === null ||
    frame.isGrowth === true ||
    frame.groups.some((one) => one.kind === 'period' && one.unit === unit)
      ? frame.groups
      : [...frame.groups, { kind: 'period', unit }]
  const divided = groups.map((group) => divide(group, frame, ontology))
  if (divided.some((one) => one === null)) return null
  const parts = divided.filter((one) => one !== null)
  if (frame.together !== undefined) return buildTogether(frame, parts, ontology)
  const measures =
    frame.isGrowth === true
      ? growthOf(frame, parts, ontology)
      : frame.measures.map((slot) => measureExpression(slot, ontology))
  const { share } = frame
  const shares = measures.map((of): Expression =>
    share === null ? of : { kind: 'share', of, within: [], percent: share === 'percent' },
  )
  const shown = frame.rank?.isAlone === true && share === null ? [] : shares
  const listed = measures.length === 0 ? listWith(subject, frame.also ?? []) : []
  const all = [...listed, ...parts.flatMap(({ outputs: own }) => own), ...shown]
  const outputs: readonly Output[] = onlyOnce(all).map((expression) => ({ expression, label: '' }))
  // Rows that name nobody whom the answer shows are rows too.
  const isRanked =
    frame.rank !== null && frame.groups.some((one) => one.kind === 'thing' && one.dataset === subject.name)
  const named = [...(frame.also ?? []), ...(isRanked ? whoseSale(subject, ontology).names : [])]
  return {
    ...emptyQuery(subject),
    ...(mayLack(subject, named, ontology) ? { keepUnmatched: true } : {}),
    outputs,
    where: and([
      ...ofOneRow(frame.filters),
      ...timeConditions(frame),
      ...(parts.length > 0 ? soldOnly(frame, ontology) : []),
      ...(frame.rank === null ? [] : groups.flatMap((group) => namedOnly(group, ontology))),
    ]),
    groupBy: parts.flatMap(({ keys }) => keys),
    orderBy: orderOf(
      frame,
      measures,
      parts.flatMap(({ order }) => order),
    ),
    limit: frame.rank?.limit ?? null,
    limitPer: frame.rank !== null && parts.length > 1 ? parts.slice(0, -1).flatMap(({ keys }) => keys) : null,
  }
}

/** "passed the practical exam": one exam is practical and passed, not two. */
function ofOneRow(filters: Frame['filters']): readonly Condition[] {
  const merged: { key: string; condition: Condition }[] = []
  for (const { key, condition } of filters) {
    const at = merged.findIndex((one) => one.key !== key && isOfSameRows(one.condition, condition))
    const before = merged[at]?.condition
    if (before?.kind === 'related' && condition.kind === 'related') {
      const parts = [before.query.where, condition.query.where].flatMap((where) =>
        where === null ? [] : where.kind === 'and' ? where.of : [where],
      )
      const different = new Map(parts.map((part) => [JSON.stringify(part), part]))
      merged[at] = {
        key,
        condition: { ...before, query: { ...before.query, where: and([...different.values()]) } },
      }
    } else merged.push({ key, condition })
  }
  return merged.map(({ condition }) => condition)
}

function isOfSameRows(one: Condition, other: Condition): boolean {
  return (
    one.kind === 'related' &&
    other.kind === 'related' &&
    one.of === other.of &&
    one.query.having === null &&
    other.query.having === null &&
    JSON.stringify({ ...one.query, where: null }) === JSON.stringify({ ...other.query, where: null })
  )
}

function subjectOf({ subject, measures: [slot] }: Frame, ontology: Ontology): Dataset | null {
  const name =
    subject ??
    (slot === undefined
      ? null
      : slot.kind === 'metric' || slot.kind === 'portion'
        ? homeOf(slot.name, ontology)
        : datasetOf(slot))
  return ontology.datasets.find((each) => each.name === name) ?? null
}

/** The dataset whose rows a measure other than a metric aggregates. */
export function datasetOf(slot: Exclude<MeasureSlot, { kind: 'metric' | 'portion' }>): string {
  switch (slot.kind) {
    case 'field':
    case 'minutes':
    case 'per':
    case 'ratio':
    case 'daily':
      return slot.field.dataset
    case 'span':
      return slot.to.dataset
    case 'sums':
      return slot.fields[0].dataset
    case 'tenure':
      return slot.from.dataset
    case 'mean':
      return slot.home
    case 'density':
      return slot.per
    case 'count':
    case 'taken':
    case 'rate':
      return slot.dataset
  }
}

interface Divided {
  readonly outputs: readonly Expression[]
  readonly keys: readonly Expression[]
  readonly order: readonly Order[]
}

function divide(group: GroupSlot, { moment, rank }: Frame, ontology: Ontology): Divided | null {
  switch (group.kind) {
    case 'field':
      return { outputs: [group.field], keys: [group.field], order: [] }
    case 'thing': {
      const dataset = ontology.datasets.find((each) => each.name === group.dataset)
      if (dataset === undefined) return null
      const { outputs, keys, order } = divideByThing(dataset, sharedNumber(dataset, ontology))
      if (rank === null) return { outputs, keys, order }
      const whose = whoseSale(dataset, ontology)
      return { outputs: [...outputs, ...whose.names], keys: [...keys, ...whose.names, ...whose.keys], order }
    }
    case 'period':
    case 'part': {
      if (moment === null) return null
      const of =
        group.kind === 'period'
          ? ({ kind: 'period', unit: group.unit, of: moment } as const)
          : partOf(moment, group.part, ontology)
      if (of === null) return null
      return { outputs: [of], keys: [of], order: [{ expression: of, direction: 'asc' }] }
    }
  }
}

/** By the key, so that people of equal name stay apart. Where names repeat, the key is shown too. */
function divideByThing(dataset: Dataset, number: Field | null): Divided {
  if (number !== null)
    return { outputs: [fieldOf(dataset, number)], keys: [fieldOf(dataset, number)], order: [] }
  const names: readonly FieldRef[] = nameFields(dataset).map((one) => fieldOf(dataset, one))
  const keys: readonly FieldRef[] = keyFields(dataset).map((one) => fieldOf(dataset, one))
  const [only, ...others] = nameFields(dataset)
  const isUnique =
    others.length === 0 && only !== undefined && (only.isUnique || only.statistics.distinct >= dataset.rows)
  const shown = markOf(dataset)
  if (shown !== null)
    return {
      outputs: [...keys, fieldOf(dataset, shown)],
      keys: [...keys, fieldOf(dataset, shown)],
      order: [],
    }
  const all = [...names, ...keys.filter((key) => !names.some((name) => name.field === key.field))]
  return { outputs: isUnique ? names : all, keys: all, order: [] }
}

function measureExpression(slot: MeasureSlot, ontology: Ontology): Expression {
  switch (slot.kind) {
    case 'metric':
      return { kind: 'metric', name: slot.name }
    case 'count':
      return countOf(slot.dataset, ontology)
    case 'field':
      return aggregate(slot.function, slot.field)
    case 'sums':
      return slot.fields
        .map((of) => aggregate('sum', of))
        .reduce((left, right) => ({ kind: 'arithmetic', operator: '+', left, right }))
    case 'mean':
      return meanOf(slot, ontology)
    case 'span':
      return aggregate(slot.isSum === true ? 'sum' : 'avg', spanExpression(slot))
    case 'minutes':
      return quotient(aggregate('sum', slot.field), literal(slot.by ?? 60))
    case 'per':
      return perExpression(slot, ontology)
    case 'ratio':
      return quotient(aggregate('sum', slot.field), aggregate('sum', slot.by))
    case 'taken':
      return takenUp(slot, ontology)
    case 'density':
      return densityOf(slot, ontology)
    case 'daily':
      return eachPeriod(slot)
    case 'portion': {
      const all: Expression = { kind: 'metric', name: slot.name }
      const some = narrowed(all, slot.condition, ontology)
      const part: Expression =
        slot.of === 'fraction' ? some : { kind: 'arithmetic', operator: '*', left: literal(100), right: some }
      return { kind: 'arithmetic', operator: '/', left: part, right: all }
    }
    case 'tenure': {
      const lived: Expression = { kind: 'span', unit: 'day', from: slot.from, to: { kind: 'now' } }
      return aggregate('avg', { kind: 'arithmetic', operator: '/', left: lived, right: literal(365.25) })
    }
    case 'rate': {
      const all = countOf(slot.dataset, ontology)
      const met: Expression = { ...all, where: slot.condition }
      if (slot.of === 'count') return met
      const part: Expression =
        slot.of === 'fraction' ? met : { kind: 'arithmetic', operator: '*', left: literal(100), right: met }
      return { kind: 'arithmetic', operator: '/', left: part, right: all }
    }
  }
}

/** Of what is known to belong to one of the things. */
function meanOf({ name, home, per }: Extract<MeasureSlot, { kind: 'mean' }>, ontology: Ontology): Expression {
  const metric: Expression = { kind: 'metric', name }
  const isKnown: Condition = { kind: 'not', of: { kind: 'null', of: per } }
  const things: Expression = {
    kind: 'aggregate',
    function: 'count',
    of: per,
    distinct: true,
    each: { dataset: home },
  }
  const isOfSome = mayBeUnknown(home, per.dataset, ontology)
  return quotient(isOfSome ? narrowed(metric, isKnown, ontology) : metric, things)
}

/** Whether some rows name none of the things that others belong to. */
function mayBeUnknown(home: string, thing: string, ontology: Ontology): boolean {
  return ontology.relationships.some(({ from, to, fromFields }) => {
    const fields = ontology.datasets.find(({ name }) => name === from)?.fields ?? []
    const hasGaps = fields.some(({ name, statistics }) => fromFields.includes(name) && statistics.nulls > 0)
    return to === thing && hasGaps && (from === home || reachesOne(home, from, ontology))
  })
}

function quotient(left: Expression, right: Expression): Expression {
  return { kind: 'arithmetic', operator: '/', left, right }
}

function takenUp(
  { dataset, field, of }: Extract<MeasureSlot, { kind: 'taken' }>,
  ontology: Ontology,
): Expression {
  const sum = field === null ? countOf(dataset, ontology) : aggregate('sum', field)
  const percent: Expression = { kind: 'arithmetic', operator: '*', left: literal(100), right: sum }
  // All rows of a group belong to one thing.
  return quotient(percent, aggregate('max', of))
}

/** All rows of one kind, divided by all rows of another. */
function densityOf(
  { dataset, per, times }: Extract<MeasureSlot, { kind: 'density' }>,
  ontology: Ontology,
): Expression {
  const rows = countOf(dataset, ontology)
  const left: Expression =
    times === 1 ? rows : { kind: 'arithmetic', operator: '*', left: literal(times), right: rows }
  return quotient(left, countOf(per, ontology))
}

function perExpression(slot: Extract<MeasureSlot, { kind: 'per' }>, ontology: Ontology): Expression {
  const metric: Expression = { kind: 'metric', name: slot.name }
  const sum = ofSameRows(slot, ontology)
  if (slot.share === undefined) return quotient(metric, sum)
  const part: Expression =
    slot.share === 'fraction' ? sum : { kind: 'arithmetic', operator: '*', left: literal(100), right: sum }
  return quotient(part, metric)
}

function eachPeriod({ field, moment, unit }: Extract<MeasureSlot, { kind: 'daily' }>): Expression {
  const of: Expression = { kind: 'period', unit, of: moment }
  const periods: Expression = { kind: 'aggregate', function: 'count', of, distinct: true }
  return { kind: 'arithmetic', operator: '/', left: aggregate('sum', field), right: periods }
}

/** What a metric leaves out, such as sales that were cancelled, is not counted either. */
function ofSameRows({ name, field }: Extract<MeasureSlot, { kind: 'per' }>, ontology: Ontology): Expression {
  const sum = { kind: 'aggregate', function: 'sum', of: field, distinct: false } as const
  const [where] = filtersOf(metricExpression(name, ontology))
  const isOwn = JSON.stringify(where ?? null)
    .matchAll(/"dataset":"([^"]+)"/g)
    .every(([, dataset]) => dataset === field.dataset)
  return where === undefined || where === null || !isOwn ? sum : { ...sum, where }
}

/** Sales with a row for each of their lines are counted by the number that the lines share. */
function countOf(name: string, ontology: Ontology): Extract<Expression, { kind: 'aggregate' }> {
  const dataset = ontology.datasets.find((each) => each.name === name)
  const number = dataset === undefined ? null : sharedNumber(dataset, ontology)
  const count = { kind: 'aggregate', function: 'count' } as const
  return dataset === undefined || number === null
    ? { ...count, of: { kind: 'rows', dataset: name }, distinct: false }
    : { ...count, of: fieldOf(dataset, number), distinct: true }
}

/** The figure of both periods and its growth in percent; or, along periods, each figure and its growth. */
function growthOf(
  { measures: [slot], time, against, moment }: Frame,
  parts: readonly Divided[],
  ontology: Ontology,
): readonly Expression[] {
  if (slot === undefined) return []
  const of = measureExpression(slot, ontology)
  if (time === null || against === null || moment === null) {
    const keys = parts.flatMap((part) => part.keys)
    const along = keys.find(({ kind }) => kind === 'period')
    if (along === undefined) return [of]
    const within = keys.filter((key) => key !== along)
    return [of, { kind: 'running', function: 'growth', of, along, within }]
  }
  const during = (slotOfTime: TimeSlot): Expression =>
    narrowed(of, { kind: 'during', of: moment, ...slotOfTime }, ontology)
  const [now, before] = [during(time), during(against)]
  const change: Expression = { kind: 'arithmetic', operator: '-', left: now, right: before }
  const ratio: Expression = { kind: 'arithmetic', operator: '/', left: change, right: before }
  return [now, before, { kind: 'arithmetic', operator: '*', left: literal(100), right: ratio }]
}

/** What every measure leaves out forms no group of its own: a store with cancelled orders alone has sold nothing. */
function soldOnly({ measures }: Frame, ontology: Ontology): readonly Condition[] {
  const filters = measures.flatMap((slot) =>
    slot.kind === 'metric' ? filtersOf(metricExpression(slot.name, ontology)) : [null],
  )
  const [first] = filters
  if (first === undefined || first === null) return []
  return filters.every((one) => JSON.stringify(one) === JSON.stringify(first)) ? [first] : []
}

/** Nobody is the best supplier by having no name. */
function namedOnly(group: GroupSlot, { datasets }: Ontology): readonly Condition[] {
  if (group.kind !== 'field') return []
  const dataset = datasets.find(({ name }) => name === group.field.dataset)
  const nulls = dataset?.fields.find(({ name }) => name === group.field.field)?.statistics.nulls ?? 0
  return nulls === 0 ? [] : [{ kind: 'not', of: { kind: 'null', of: group.field } }]
}

function filtersOf(of: Expression): readonly (Condition | null)[] {
  if (of.kind === 'aggregate') return [of.where ?? null]
  return partsOfExpression(of).flatMap(filtersOf)
}

function orderOf(
  { rank, groups }: Frame,
  measures: readonly Expression[],
  periods: readonly Order[],
): readonly Order[] {
  const [first] = measures
  if (rank !== null && first !== undefined) return [{ expression: first, direction: rank.direction }]
  if (periods.length > 0) return periods
  return groups.length > 0 && first !== undefined ? [{ expression: first, direction: 'desc' }] : []
}

/** "for each position, the players in that position": a column that is named twice is shown once. */
function onlyOnce(all: readonly Expression[]): readonly Expression[] {
  const written = all.map((each) => JSON.stringify(each))
  return all.filter((_, at) => written.indexOf(written[at] ?? '') === at)
}
