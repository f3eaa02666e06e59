import type { Condition, Dataset, Expression, Order, Query } from '@quipu/query'
import {
  aggregate,
  and,
  datasetOf,
  field,
  keyOf,
  resolved,
  rows,
  emptyQuery,
  type Building,
} from './builder.ts'
import { groupOutputs, type BuiltOutput } from './outputs.ts'
import { groupKeys } from './groupings.ts'
import type { Piece, Ranking } from './piece.ts'

interface Parts {
  readonly where: Condition[]
  readonly keys: Expression[]
}

/** Conditions on numbers of partners: on groups, or on single rows where the query itself counts rows. */
export function countsOf(
  building: Building,
  pieces: readonly Piece[],
  isTotal: boolean,
  narrowed: Condition | null,
): Parts & { readonly having: Condition[]; readonly moved: ReadonlySet<Condition> } {
  const parts = { where: [] as Condition[], keys: [] as Expression[], having: [] as Condition[] }
  const moved = new Set<Condition>()
  for (const { draft, having: each } of pieces) {
    if (each === null) continue
    if (each.negated) parts.where.push({ kind: 'not', of: partnersCondition(building, each) })
    else if (
      isTotal &&
      !isOfOwnGroup(building, each) &&
      (!isOfGroups(building) || datasetOf(building, each.by) === building.subject)
    ) {
      const inner = conditionsOn(building, each.counted, narrowed)
      for (const condition of inner) moved.add(condition)
      parts.where.push(partnersCondition(building, each, and(inner)))
    } else {
      addHaving(parts.having, each.condition, draft.joiner)
      if (isOfGroups(building) && isOfOwnGroup(building, each)) continue
      parts.keys.push(
        ...(each.isOwn && each.by !== null
          ? groupOutputs(building, each.by).keys
          : groupKeys(building, each.by, each.counted)),
      )
    }
  }
  return { ...parts, moved }
}

/** "at least 2 dogs or at least 2 cats": one of both is enough. */
function addHaving(having: Condition[], condition: Condition, joiner: 'and' | 'or'): void {
  const last = joiner === 'or' ? having.pop() : undefined
  having.push(last === undefined ? condition : { kind: 'or', of: [last, condition] })
}

/** "rooms in each house that has at least 2 rooms": the number of rows in each group, not of rows per row. */
function isOfOwnGroup(building: Building, { by, counted }: NonNullable<Piece['having']>): boolean {
  return isOfGroups(building) && counted === building.subject && datasetOf(building, by) === counted
}

function isOfGroups({ draft: { groups } }: Building): boolean {
  return groups.length > 0
}

/** "how many have more than 3 visits in May": the partners that are counted. */
function conditionsOn(building: Building, counted: Dataset, where: Condition | null): readonly Condition[] {
  if (counted === building.subject || where === null) return []
  return (where.kind === 'and' ? where.of : [where]).filter((each) => {
    const of = each.kind === 'compare' ? each.left : 'of' in each ? each.of : null
    return (
      typeof of === 'object' &&
      of !== null &&
      'kind' in of &&
      of.kind === 'field' &&
      of.dataset === counted.name
    )
  })
}

interface Ranks extends Parts {
  readonly orderBy: Order[]
  readonly shown: BuiltOutput[]
  readonly limit: number | null
  /** Only one ranking decides the order. */
  readonly isOnly: boolean
}

/** The most, the least, the most common: an order with a limit, or a condition where another thing is ranked. */
export function ranksOf(
  building: Building,
  outputs: readonly BuiltOutput[],
  pieces: readonly Piece[],
  isTotal: boolean,
  narrowed: Condition | null,
): Ranks {
  const parts = {
    where: [] as Condition[],
    keys: [] as Expression[],
    orderBy: [] as Order[],
    shown: [] as BuiltOutput[],
  }
  const frequency = outputs.find((each) => each.draft !== null && each.draft.frequency !== null)
  let limit = building.draft.limit
  if (frequency !== undefined) {
    parts.keys.push(frequency.expression)
    parts.orderBy.push({
      expression: aggregate('count', rows(countedFor(building, frequency.dataset))),
      direction: frequency.draft?.frequency ?? 'desc',
    })
    limit ??= 1
  }
  const rankings = pieces.flatMap((each) => (each.ranking === null ? [] : [each.ranking]))
  for (const ranking of rankings) {
    if (isNested(building, ranking, isTotal)) {
      parts.where.push(nestedRanking(building, ranking, narrowed))
      continue
    }
    parts.orderBy.push({ expression: ranking.amount.expression, direction: ranking.direction })
    if (ranking.amount.isAggregate)
      parts.keys.push(...groupKeys(building, ranking.of, ranking.amount.dataset))
    limit = ranking.limit
    if ((ranking.isTop && ranking.amount.isAggregate) || ranking.isShown)
      parts.shown.push(rankedOutput(ranking))
  }
  return { ...parts, limit, isOnly: rankings.length === 1 && parts.orderBy.length === 1 }
}

/** The rows that are counted for "most common": those of the subject. */
function countedFor(building: Building, owner: Dataset): Dataset {
  return building.subject === owner ? owner : building.subject
}

function rankedOutput({ amount }: Ranking): BuiltOutput {
  const { expression, dataset, isAggregate } = amount
  const label =
    amount.field === null
      ? `number of ${dataset.label}`
      : isAggregate
        ? `${expression.kind === 'aggregate' && expression.function === 'avg' ? 'average' : 'total'} ${amount.field.label}`
        : amount.field.label
  return { expression, label, isAggregate, draft: null, dataset }
}

/** A count of partners as a condition on one row, where the outer query counts rows itself. */
function partnersCondition(
  building: Building,
  having: NonNullable<Piece['having']>,
  where: Condition | null = null,
): Condition {
  const owner = datasetOf(building, having.by)
  const noun = resolved(building, having.by)
  if (noun?.kind === 'field') {
    const ref = field(noun.dataset, noun.field)
    return {
      kind: 'member',
      of: ref,
      query: {
        ...emptyQuery(noun.dataset),
        outputs: [{ expression: ref, label: noun.field.label }],
        groupBy: [ref],
        having: having.condition,
      },
    }
  }
  if (having.counted === owner) {
    const key = keyOf(owner)
    return {
      kind: 'member',
      of: key,
      query: {
        ...emptyQuery(owner),
        outputs: [{ expression: key, label: 'key' }],
        groupBy: [key],
        having: having.condition,
      },
    }
  }
  return {
    kind: 'related',
    of: owner.name,
    query: { ...emptyQuery(having.counted), where, having: having.condition },
  }
}

function isNested(building: Building, ranking: Ranking, isTotal: boolean): boolean {
  const owner = datasetOf(building, ranking.of)
  if (isTotal) return true
  if (owner === building.subject) return false
  const path = building.joinPaths.between(building.subject.name, owner.name)
  return (
    path !== null &&
    path.toOne &&
    path.length > 0 &&
    ranking.of !== null &&
    (ranking.amount.isAggregate || ranking.amount.dataset !== building.subject)
  )
}

function nestedRanking(building: Building, ranking: Ranking, where: Condition | null): Condition {
  const owner = datasetOf(building, ranking.of)
  const noun = resolved(building, ranking.of)
  const key = noun?.kind === 'field' ? field(noun.dataset, noun.field) : keyOf(owner)
  const query: Query = {
    ...emptyQuery(owner),
    outputs: [{ expression: key, label: 'key' }],
    where: owner === building.subject ? where : null,
    groupBy: ranking.amount.isAggregate ? [key] : [],
    orderBy: [{ expression: ranking.amount.expression, direction: ranking.direction }],
    limit: ranking.limit,
  }
  return { kind: 'member', of: key, query }
}
