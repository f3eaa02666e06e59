import type { Dataset, Expression, FieldRef, Ontology, Output, Query } from '@quipu/query'
import type { Chunk } from '../annotate/chunk.ts'
import { isRevenue, kindOf } from '../grammar/chunk-kind.ts'
import type { Draft } from '../grammar/draft.ts'
import { nameFields } from '../lexicon/dataset-fields.ts'
import { joinPathsOf } from '../interpret/join-paths.ts'

/**
 * "average number of orders per customer": all orders divided by the number of different customers that have any. "orders
 * per customer by segment" is read the same way: a customer has one segment, so grouping by both equals grouping by customer.
 */
export function meanPer(
  query: Query,
  draft: Draft,
  chunks: readonly Chunk[],
  ontology: Ontology,
): Query | null {
  const [by, ...others] = query.groupBy
  if (by === undefined) return null
  const amount = amountOf(query, draft)
  const owner = ownerOf(by, ontology)
  if (amount === null) return null
  if (draft.groups.length === 1) {
    const isMean = isMeanCount(draft) || (owner !== null && saysPer(draft, chunks) && isMeanRevenue(draft))
    return isMean ? meanOf(query, amount, by, [], ontology) : null
  }
  if (owner === null || !saysPer(draft, chunks) || query.having !== null) return null
  const isNamed = (one: Expression): boolean =>
    one.kind === 'field' &&
    one.dataset === owner.name &&
    nameFields(owner).some(({ name }) => name === one.field)
  const within = others.filter((one) => !isNamed(one))
  const isWithin = (one: Expression): boolean =>
    one.kind === 'field' && joinPathsOf(ontology).between(owner.name, one.dataset)?.toOne === true
  return within.length === 0 || !within.every(isWithin) ? null : meanOf(query, amount, by, within, ontology)
}

function isMeanCount({ outputs }: Draft): boolean {
  const counted = outputs.find(({ aggregate }) => aggregate === 'count')
  const isMean = outputs.some(
    ({ aggregate, noun }) => aggregate === 'avg' && noun !== null && noun === counted?.noun,
  )
  return isMean && outputs.length === 2
}

function isCount({ expression }: Output): boolean {
  return expression.kind === 'aggregate' && expression.function === 'count'
}

/** "average revenue": the mean of the totals, not of single amounts. */
function isMeanRevenue({ outputs: [asked, ...others] }: Draft): boolean {
  if (asked?.noun === undefined || asked.noun === null || others.length > 0) return false
  return asked.aggregate === 'avg' && isRevenue(asked.noun.chunk)
}

/** "per" comes before the first of at most two groupings, with no "and" between them. */
function saysPer({ groups }: Draft, chunks: readonly Chunk[]): boolean {
  const [first, second, ...more] = groups
  if (first?.noun === undefined || first.noun === null || more.length > 0) return false
  const at = chunks.indexOf(first.noun.chunk)
  const [before, after] = [chunks[at - 1], chunks[at + 1]]
  if (before === undefined || kindOf(before) !== 'per') return false
  return second === undefined || (after !== undefined && ['by', 'each', 'per'].includes(kindOf(after)))
}

/** The dataset that has only this key. */
function ownerOf(by: Expression, { datasets }: Ontology): Dataset | null {
  if (by.kind !== 'field') return null
  const owner = datasets.find(({ name }) => name === by.dataset)
  return owner?.primaryKey.length === 1 && owner.primaryKey[0] === by.field ? owner : null
}

/** The only amount. A mean is accepted only for revenue, where it is the mean of the totals. */
function amountOf(query: Query, draft: Draft): Output | null {
  if (isMeanCount(draft)) return query.outputs.find(isCount) ?? null
  const amounts = query.outputs.filter(({ expression }) => expression.kind === 'aggregate')
  const [only, ...others] = amounts
  if (only?.expression.kind !== 'aggregate' || others.length > 0) return null
  const { expression, label } = only
  if (expression.function === 'count' || expression.function === 'sum') return only
  return expression.function === 'avg' && isMeanRevenue(draft)
    ? { expression: { ...expression, function: 'sum' }, label }
    : null
}

function meanOf(
  query: Query,
  { expression: left, label }: Output,
  by: Expression,
  groupBy: readonly Expression[],
  ontology: Ontology,
): Query {
  const many: Expression = {
    kind: 'aggregate',
    function: 'count',
    of: referring(by, query.subject, ontology),
    distinct: true,
  }
  const groupKeys = new Set(groupBy.map((one) => JSON.stringify(one)))
  const shown = query.outputs.filter(({ expression }) => groupKeys.has(JSON.stringify(expression)))
  return {
    ...query,
    outputs: [
      ...shown,
      { expression: { kind: 'arithmetic', operator: '/', left, right: many }, label: `average ${label}` },
    ],
    groupBy,
    orderBy: [],
    limit: null,
    distinct: false,
  }
}

/** The field of the counted rows that refers to the grouping. Rows without a reference are left out. */
function referring(by: Expression, subject: string, { relationships }: Ontology): Expression {
  if (by.kind !== 'field') return by
  const link = relationships.find(
    (each) =>
      each.from === subject &&
      each.to === by.dataset &&
      each.toFields.length === 1 &&
      each.toFields[0] === by.field,
  )
  const own = link?.fromFields[0]
  return own === undefined ? by : ({ kind: 'field', dataset: subject, field: own } satisfies FieldRef)
}
