import type { Condition, Dataset, Expression, Field, Ontology, Query } from '@quipu/query'
import type { Draft } from '../grammar/draft.ts'
import type { ReadingContext } from '../plan/reading-context.ts'
import {
  aggregate,
  and,
  dataset,
  keyOf,
  resolved,
  rows,
  startBuilding,
  emptyQuery,
  type Building,
} from './builder.ts'
import { buildPieces } from './conditions.ts'
import { isPeople, nameFields } from '../lexicon/dataset-fields.ts'
import { groupsOf } from './groupings.ts'
import { kindsNamed } from './kinds-named.ts'
import { joinConditions } from './join-conditions.ts'
import { ordersOf } from './orders.ts'
import { buildOutputs, groupOutputs, same, type BuiltOutput } from './outputs.ts'
import { namedTop } from './named-top.ts'
import type { Piece } from './piece.ts'
import { countsOf, ranksOf } from './rankings.ts'
import { referredRows } from './referred-rows.ts'
import type { Resolution } from './resolve.ts'
import { joinPathsOf } from './join-paths.ts'
import { onlyThese } from './same-thing.ts'
import { sortedList } from './sorted-list.ts'

export interface BuiltReading {
  readonly query: Query
  readonly building: Building
}

/** Builds the logical form of a question whose nouns are resolved. */
export function buildQuery(
  draft: Draft,
  resolution: Resolution,
  ontology: Ontology,
  context: ReadingContext,
): BuiltReading {
  const subject = subjectOf(draft, resolution, ontology)
  const building = startBuilding(draft, resolution, ontology, context, subject)
  const outputs = buildOutputs(building)
  const pieces = [...kindsNamed(building), ...buildPieces(building)]
  const query = assemble(building, outputs, pieces)
  return { query, building }
}

function subjectOf(draft: Draft, resolution: Resolution, ontology: Ontology): Dataset {
  const mentions = [
    draft.outputs.find((each) => each.aggregate === 'count')?.noun,
    draft.subject,
    ...draft.outputs.map((each) => each.noun?.of ?? each.noun),
  ]
  for (const mention of mentions) {
    if (mention === null || mention === undefined) continue
    const noun = resolution.nouns.get(mention)
    if (noun !== undefined && noun.kind !== 'metric') return noun.dataset
  }
  const anchor = dataset({ ontology }, resolution.anchor)
  return (draft.asks === 'who' ? peopleOf(anchor, ontology) : undefined) ?? anchor
}

/** "who worked the most hours", "who worked on Atlas": the people nearest to the things in the question. */
function peopleOf(anchor: Dataset, ontology: Ontology): Dataset | undefined {
  if (isPeople(anchor)) return anchor
  const joinPaths = joinPathsOf(ontology)
  const lengthTo = (each: Dataset): number => joinPaths.between(anchor.name, each.name)?.length ?? Infinity
  return ontology.datasets
    .filter((each) => isPeople(each) && !each.isHidden && lengthTo(each) <= farthestPeople)
    .toSorted((a, b) => lengthTo(a) - lengthTo(b))[0]
}

const farthestPeople = 3

function assemble(building: Building, outputs: readonly BuiltOutput[], pieces: readonly Piece[]): Query {
  const grouping = groupsOf(building, outputs)
  const listed = sortedList(building, pieces, outputs)
  const shown = [
    ...grouping.shown,
    ...outputs.map((each) => rowsOfKind(each, [...grouping.shown, ...outputs])),
    ...(listed?.shown ?? []),
  ]
  const isTotal = shown.length > 0 && shown.every((each) => each.isAggregate) && grouping.keys.length === 0
  const joined = joinConditions(building, pieces)
  const counted = countsOf(
    building,
    pieces,
    isTotal || countsWithin(building, outputs, grouping.keys),
    joined.where,
  )
  const ranks = ranksOf(building, outputs, pieces, isTotal, joined.where)
  const limitPer =
    ranks.isOnly && !isTotal && !outputs.some((each) => each.isAggregate) ? placesOf(building) : []
  const orderBy = listed === null ? [...ranks.orderBy, ...ordersOf(building, shown)] : [listed.order]
  const hasAggregate =
    shown.some((each) => each.isAggregate) ||
    counted.having.length > 0 ||
    orderBy.some((each) => isAggregate(each.expression))
  const plain = shown.filter((each) => !each.isAggregate).map((each) => each.expression)
  const groupBy =
    hasAggregate && !isTotal
      ? uniqueExpressions([...grouping.keys, ...counted.keys, ...ranks.keys, ...limitPer, ...plain])
      : []
  const limit = listed !== null ? null : orderBy.length > 0 ? ranks.limit : building.draft.limit
  const base: Query = {
    ...emptyQuery(building.subject),
    outputs: [...(building.draft.showsGroupsOnly ? grouping.shown : shown), ...ranks.shown].map(
      ({ expression, label }) => ({ expression, label }),
    ),
    where: and([
      ...conjuncts(joined.where).filter((each) => !counted.moved.has(each)),
      ...counted.where,
      ...ranks.where,
      ...referredRows(building),
      ...onlyThese(building, outputs),
      ...namedTop(groupBy, limit, building.ontology),
    ]),
    groupBy,
    having: and(counted.having),
    orderBy,
    limit,
    limitPer: limitPer.length > 0 ? limitPer : null,
    distinct:
      (building.draft.distinct || asksForKinds(building, outputs)) && groupBy.length === 0 && !isTotal,
  }
  return joined.both.length === 0 ? base : intersected(building, base, joined.both, isTotal)
}

/** "each valley and its count": counts rows of the valley, since the valley itself is only one. */
function rowsOfKind(one: BuiltOutput, shown: readonly BuiltOutput[]): BuiltOutput {
  const { expression, dataset: owner } = one
  if (expression.kind !== 'aggregate' || expression.function !== 'count' || !expression.distinct) return one
  const isKind = shown.some((each) => !each.isAggregate && same(each.expression, expression.of))
  if (!isKind) return one
  return { ...one, expression: aggregate('count', rows(owner)), label: `number of ${owner.label}` }
}

/** "number of guests by country with at least 3 bookings": the guests have the bookings, not the country. */
function countsWithin(
  { subject }: Building,
  outputs: readonly BuiltOutput[],
  keys: readonly Expression[],
): boolean {
  const isOfRows = ({ expression }: BuiltOutput): boolean =>
    expression.kind === 'aggregate' && expression.of.kind === 'rows' && expression.of.dataset === subject.name
  const key = keyOf(subject)
  return keys.length > 0 && outputs.some(isOfRows) && !keys.some((each) => same(each, key))
}

/** "Which cities …": each city once, though many rows have it. */
function asksForKinds(building: Building, outputs: readonly BuiltOutput[]): boolean {
  const [only, ...others] = outputs
  if (only === undefined || others.length > 0) return false
  const noun = resolved(building, only.draft?.noun ?? null)
  if (building.draft.asks !== 'which') return noun?.kind === 'field' && listsKinds(building, noun)
  return (
    noun?.kind === 'field' &&
    !noun.field.isUnique &&
    !noun.field.isPrimaryKey &&
    only.draft?.noun?.of === null
  )
}

/** "Show all valleys" and nothing else: each different value once. */
function listsKinds(
  { draft }: Building,
  { dataset: owner, field: one }: { dataset: Dataset; field: Field },
): boolean {
  return (
    draft.saysAll &&
    draft.conditions.length === 0 &&
    draft.orders.length === 0 &&
    draft.outputs[0]?.noun?.of === null &&
    one.type === 'text' &&
    !one.isUnique &&
    one.statistics.distinct < 0.5 * owner.rows
  )
}

function intersected(
  building: Building,
  base: Query,
  both: readonly (readonly [Condition, Condition])[],
  isTotal: boolean,
): Query {
  const [first] = both
  if (first === undefined) return base
  const withCondition = (condition: Condition): Query => ({
    ...base,
    where: and([...(base.where === null ? [] : [base.where]), condition]),
  })
  if (!isTotal && base.groupBy.length === 0 && !sharesNames(building, base))
    return {
      ...withCondition(first[0]),
      orderBy: [],
      combine: { how: 'intersect', with: { ...withCondition(first[1]), orderBy: [] } },
    }
  const key = keyOf(building.subject)
  const inner = (condition: Condition): Condition => ({
    kind: 'member',
    of: key,
    query: {
      ...emptyQuery(building.subject),
      outputs: [{ expression: key, label: 'key' }],
      where: condition,
    },
  })
  return {
    ...base,
    where: and([...(base.where === null ? [] : [base.where]), inner(first[0]), inner(first[1])]),
  }
}

/** Two rows of the subject may share a name, so intersecting names alone would be wrong. */
function sharesNames({ subject }: Building, { outputs }: Query): boolean {
  const [only, ...others] = outputs
  if (subject.primaryKey.length !== 1 || only?.expression.kind !== 'field' || others.length > 0) return false
  const { dataset: owner, field: shown } = only.expression
  const name = nameFields(subject).find((each) => each.name === shown)
  return owner === subject.name && name !== undefined && !name.isUnique && !name.isPrimaryKey
}

/** "in each category": ranks within each category. */
function placesOf(building: Building): readonly Expression[] {
  return building.draft.groups.flatMap((group) =>
    group.noun === null ? [] : groupOutputs(building, group.noun).keys,
  )
}

function conjuncts(where: Condition | null): readonly Condition[] {
  if (where === null) return []
  return where.kind === 'and' ? where.of : [where]
}

function isAggregate(expression: Expression): boolean {
  return expression.kind === 'aggregate' || expression.kind === 'metric'
}

function uniqueExpressions(list: readonly Expression[]): readonly Expression[] {
  return list.filter((each, i) => list.findIndex((other) => same(other, each)) === i)
}
