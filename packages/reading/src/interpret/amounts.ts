import type { Dataset, Expression, Field } from '@quipu/query'
import { isRevenue } from '../grammar/chunk-kind.ts'
import type { Amount, Mention } from '../grammar/draft.ts'
import { adjectiveField, turn } from './adjective-field.ts'
import { aggregate, datasetOf, field, resolved, rows, type Building } from './builder.ts'
import { isMeasure, isMoment, isNumeric, mainMeasure, ownMeasure } from '../lexicon/dataset-fields.ts'

export interface BuiltAmount {
  readonly expression: Expression
  readonly isAggregate: boolean
  /** The dataset in which it is counted or measured. */
  readonly dataset: Dataset
  readonly field: Field | null
  /** The adjective is the reverse of the field: the oldest people have the earliest birth. */
  readonly turned: boolean
}

/** The amount to compare, rank or sort by, for the rows of `governor`. */
export function buildAmount(
  building: Building,
  amount: Amount,
  governor: Mention | null,
  limit: Limit | null = null,
): BuiltAmount | null {
  const home = datasetOf(building, governor)
  const noun = resolved(building, amount.noun)
  if (noun === null) return buildNounless(building, amount, home)
  if (noun.kind === 'metric')
    return overall({ kind: 'metric', name: noun.metric.name }, building.subject, null)
  return noun.kind === 'dataset'
    ? ofDataset(noun.dataset, amount, home)
    : ofField(
        noun.dataset,
        noun.field,
        isTotalRevenue(building, amount, home, noun.dataset) ||
          (amount.aggregate === null && isBeyondRows(building, noun, home, limit))
          ? { ...amount, aggregate: 'sum' }
          : amount,
      )
}

/** "shops with sales over 5000": the total of each shop. */
function isTotalRevenue(
  building: Building,
  { noun, aggregate }: Amount,
  home: Dataset,
  owner: Dataset,
): boolean {
  if (noun === null || aggregate !== null || !isRevenue(noun.chunk)) return false
  return building.joinPaths.between(home.name, owner.name)?.toOne === false
}

/** The threshold that an amount must reach or exceed. */
export interface Limit {
  readonly value: number
  readonly isExceeded: boolean
}

/** "carriers with freight over 20000" where no single shipment has that much: the total of each carrier. */
function isBeyondRows(
  building: Building,
  { dataset: owner, field: one }: { readonly dataset: Dataset; readonly field: Field },
  home: Dataset,
  limit: Limit | null,
): boolean {
  const { max, min } = one.statistics
  if (limit === null || typeof max !== 'number' || typeof min !== 'number') return false
  return (
    isMeasure(one) &&
    min >= 0 &&
    (limit.isExceeded ? limit.value >= max : limit.value > max) &&
    building.joinPaths.between(home.name, owner.name)?.toOne === false
  )
}

function overall(expression: Expression, owner: Dataset, one: Field | null): BuiltAmount {
  return { expression, isAggregate: true, dataset: owner, field: one, turned: false }
}

function ofDataset(owner: Dataset, amount: Amount, home: Dataset): BuiltAmount {
  const found =
    amount.adjective === null || amount.aggregate !== null ? null : adjectiveField(amount.adjective, [owner])
  if (found !== null)
    return plain(found.dataset, found.field, found.direction !== amount.adjective?.direction)
  const measure = amount.aggregate === 'avg' || amount.aggregate === 'sum' ? mainMeasure(owner) : null
  if (measure !== null && amount.aggregate !== null)
    return overall(aggregate(amount.aggregate, field(owner, measure)), owner, measure)
  const own = ownMeasure(owner)
  if (own !== null && owner !== home) return overall(aggregate('sum', field(owner, own)), owner, own)
  return overall(aggregate('count', rows(owner)), owner, null)
}

function ofField(owner: Dataset, one: Field, amount: Amount): BuiltAmount {
  const ref = field(owner, one)
  const names = one.role === 'identifier' || one.isPrimaryKey
  const counts = amount.distinct || (amount.aggregate === 'count' && (names || !isNumeric(one)))
  if (counts && (amount.distinct || !isMeasure(one)))
    return overall(
      one.isPrimaryKey ? aggregate('count', rows(owner)) : aggregate('count', ref, true),
      owner,
      one,
    )
  if (amount.aggregate !== null && amount.aggregate !== 'count')
    return overall(aggregate(amount.aggregate, ref), owner, one)
  return plain(owner, one, amount.adjective !== null && runsBackwards(amount.adjective.fields, one))
}

function runsBackwards(words: readonly string[], one: Field): boolean {
  return isMoment(one) && words.some((word) => word.startsWith('-')) && !words[0]?.startsWith('-')
}

function plain(owner: Dataset, one: Field, turned: boolean): BuiltAmount {
  return { expression: field(owner, one), isAggregate: false, dataset: owner, field: one, turned }
}

function buildNounless(building: Building, amount: Amount, home: Dataset): BuiltAmount | null {
  if (amount.aggregate === 'count')
    return {
      expression: aggregate('count', rows(building.subject)),
      isAggregate: true,
      dataset: building.subject,
      field: null,
      turned: false,
    }
  if (amount.adjective === null) return null
  const reach = amount.adjective.sums === true ? farthest : 1
  const lengthTo = (each: Dataset): number =>
    building.joinPaths.between(home.name, each.name)?.length ?? Infinity
  const near = building.ontology.datasets.filter((each) => lengthTo(each) > 0 && lengthTo(each) <= reach)
  near.sort(
    (a, b) =>
      lengthTo(a) - lengthTo(b) ||
      Number(building.joinPaths.between(home.name, a.name)?.toOne ?? false) -
        Number(building.joinPaths.between(home.name, b.name)?.toOne ?? false),
  )
  const found = adjectiveField(amount.adjective, [home, building.subject, ...near])
  if (found === null) return null
  if (
    amount.adjective.sums === true &&
    building.joinPaths.between(home.name, found.dataset.name)?.toOne === false
  )
    return {
      expression: aggregate('sum', field(found.dataset, found.field)),
      isAggregate: true,
      dataset: found.dataset,
      field: found.field,
      turned: false,
    }
  if (found.dataset !== home) building.doubt += 0.1
  return { ...plain(found.dataset, found.field, found.direction !== amount.adjective.direction) }
}

/** How far away the summed rows may be. */
const farthest = 4

export function directionOf(direction: 'asc' | 'desc', amount: BuiltAmount): 'asc' | 'desc' {
  return amount.turned ? turn(direction) : direction
}
