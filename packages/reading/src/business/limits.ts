import type { Condition, Dataset, Expression, Field, Ontology } from '@quipu/query'
import { aggregate, and, emptyQuery, field as fieldOf, rows } from '../interpret/builder.ts'
import { isMeasure, isPeople, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { remembered } from '../lexicon/remembered.ts'
import { childrenOf, isNamed, measureNamed, parentsOf, type Schema } from '../metrics/field-finder.ts'
import { openStates, unsoldStates } from '../metrics/not-sold.ts'
import { headsOf } from '../metrics/occupancy.ts'
import { totalOf } from '../metrics/totals.ts'
import { businessOf } from './business.ts'
import { notDead } from './not-dead.ts'

/** What a number is of that says how much there may or should be. */
export type LimitKind = 'hours' | 'places' | 'amount'

/** A column that says how much there may or should be, and the rows below whose sum or number it is for. */
export interface Limit {
  readonly dataset: Dataset
  readonly field: Field
  readonly kind: LimitKind
  readonly rows: Dataset
  /** What is added up. Null where each row is one. */
  readonly measure: Field | null
}

/** Every limit with exactly one kind of rows that it can be for. */
export const limitsOf: (schema: Schema) => readonly Limit[] = remembered((schema) =>
  schema.datasets.flatMap((dataset) => {
    const fields = dataset.isHidden ? [] : visible(dataset).filter(isMeasure)
    return fields.flatMap((field) => {
      const kind = kindOf(field)
      const [only, ...more] = kind === null ? [] : below(dataset, kind, field, schema)
      return kind === null || only === undefined || more.length > 0 ? [] : [{ dataset, field, kind, ...only }]
    })
  }),
)

const amounts = 'budget goal target limit allowance'.split(' ')
const agreed = 'planned estimated budgeted allowed agreed expected'.split(' ')
const places = 'capacity seat place spot quota'.split(' ')
const people = 'participant student pupil guest people person size attendee ticket entry'.split(' ')

function kindOf({ label }: Field): LimitKind | null {
  const words = new Set([...nameWords(label), ...label.toLowerCase().split(/\W+/u)])
  const has = (some: readonly string[]): boolean => some.some((word) => words.has(word))
  const isMost = has(['max', 'maximum', 'most'])
  if (
    has(['min', 'minimum', 'credit', 'price', 'rate', 'stock', 'reorder', 'left', 'free', 'sold', 'booked'])
  )
    return null
  if (has(['hour', 'hours', 'hrs'])) return has([...amounts, ...agreed]) || isMost ? 'hours' : null
  if (has(places) || (isMost && has(people))) return 'places'
  const isCost = has(['cost', 'costs', 'spend', 'expense', 'amount'])
  return has(amounts) || (has(agreed) && isCost) ? 'amount' : null
}

type Below = Pick<Limit, 'rows' | 'measure'>

function below(dataset: Dataset, kind: LimitKind, field: Field, schema: Schema): readonly Below[] {
  const children = childrenOf(dataset, schema)
  switch (kind) {
    case 'hours':
      return children.flatMap((each) => {
        const hours = measureNamed(
          each,
          [['hours'], ['hour'], ['hrs']],
          new Set([...amounts, ...agreed, 'rate']),
        )
        return hours === null ? [] : [{ rows: each, measure: hours }]
      })
    case 'places':
      return onlyTaken(dataset, children, schema).map((each) => ({ rows: each, measure: headsOf(each) }))
    case 'amount': {
      const found = children.flatMap((each) => {
        const total = totalOf(each) ?? measureNamed(each, [['amount'], ['cost']], new Set(['rate', 'unit']))
        return total === null ? [] : [{ rows: each, measure: total }]
      })
      const costs = found.filter((one) => isNamed(one.rows, outgoing))
      const income = found.filter((one) => !isNamed(one.rows, outgoing) && !isNamed(one.rows, promised))
      return /\b(?:goal|target)\b/i.test(field.label) ? income : costs.length > 0 ? costs : []
    }
  }
}

const outgoing: ReadonlySet<string> = new Set('cost expense spending purchase expenditure outlay'.split(' '))
/** What was promised has not come in. */
const promised: ReadonlySet<string> = new Set('pledge quote estimate plan goal target refund'.split(' '))
const paid: ReadonlySet<string> = new Set('payment donation gift contribution deposit'.split(' '))

/** The rows that take places: the bookings, what was sold, or else those that connect people with the thing. */
function onlyTaken(dataset: Dataset, children: readonly Dataset[], schema: Schema): readonly Dataset[] {
  const rowsOfThem = children.filter((each) => !isKindName(each))
  const booked = rowsOfThem.filter((each) => isNamed(each, bookings))
  if (booked.length > 0) return booked
  const heads = rowsOfThem.filter((each) => headsOf(each) !== null && !isPlan(each))
  if (heads.length > 0) return heads
  return rowsOfThem.filter(
    (each) => !isPeople(each) && parentsOf(each, schema).some((one) => one !== dataset && isPeople(one)),
  )
}

/** `ticket types` are no tickets. */
function isKindName({ label }: Dataset): boolean {
  return /\b(?:types?|kinds?|categor\w+|prices?|options?|tiers?|rates?|classes)$/i.test(label)
}

/** What has room itself is not what takes it. */
function isPlan(dataset: Dataset): boolean {
  return visible(dataset).some((field) => kindOf(field) === 'places')
}

const bookings: ReadonlySet<string> = new Set(
  'booking reservation registration ticket attendance enrolment enrollment signup participation attendee'.split(
    ' ',
  ),
)

/** Those who gave their place back take none. */
const leftStates = 'dropped, dropped out, withdrawn, left, waiting, no longer coming'.split(', ')

/** The rows that count: none that were cancelled, and of payments those that came in. */
export function countedRows({ rows: below, kind }: Limit, ontology: Ontology): readonly Condition[] {
  const states = [
    ...unsoldStates,
    ...(kind === 'places' ? leftStates : []),
    ...(isNamed(below, paid) ? openStates : []),
  ]
  return notDead(below, ontology, states)
}

/** How much of the limit is taken up. */
function takenOf({ rows: below, measure }: Limit): Expression {
  return measure === null ? aggregate('count', rows(below)) : aggregate('sum', fieldOf(below, measure))
}

/** The things whose rows come to more than a part of their limit. */
export function reaching(limit: Limit, operator: '>' | '>=', part: number, ontology: Ontology): Condition {
  const bound = fieldOf(limit.dataset, limit.field)
  const most: Expression =
    part === 1
      ? bound
      : { kind: 'arithmetic', operator: '*', left: { kind: 'literal', value: part }, right: bound }
  return {
    kind: 'related',
    of: limit.dataset.name,
    query: {
      ...emptyQuery(limit.rows),
      where: and(countedRows(limit, ontology)),
      having: { kind: 'compare', left: takenOf(limit), operator, right: most },
    },
  }
}

export function describeLimit({ rows: below, measure, field }: Limit, ontology: Ontology): string {
  const { trade } = businessOf(ontology)
  const what =
    measure === null ? `The number of ${below.label}` : `The sum of ${measure.label} of ${below.label}`
  const without = trade?.header === below ? ' (without what was cancelled)' : ''
  return `${what}${without} is compared with “${field.label}” of each.`
}
