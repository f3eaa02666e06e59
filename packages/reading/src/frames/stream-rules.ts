import type { Condition, Dataset, Field, Ontology } from '@quipu/query'
import { compare, field as fieldRef, literal } from '../interpret/builder.ts'
import { isMeasure, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { stateField } from '../metrics/not-sold.ts'
import { saleRows, type Trade } from '../metrics/trade.ts'
import type { FilterSlot, MeasureSlot } from '../plan/frame.ts'
import { businessOf } from '../business/business.ts'
import {
  asBusiness,
  isPaidOut,
  measured,
  mentionsOf,
  metricSlot,
  type Asked,
  type Measured,
} from './measured.ts'
import { homeOf } from '../business/moments.ts'
import { reachesOne } from '../business/nearest.ts'
import { wayToPay } from './ways-to-pay.ts'

/** "what share of shop sales is to members": the part of the amount whose rows name one of them. */
export function shareToWhom({ scan, things, ontology }: Asked): Measured | null {
  const [named, ...more] = mentionsOf(scan, 'metric')
  const [thing, ...others] = things
  if (!scan.isShare || scan.rank !== null || named === undefined || more.length > 0) return null
  // "sales to members", "sales come from members"
  const isAfter =
    thing?.mode === 'preposition' || (thing?.mode === 'plain' && thing.at > named.at && !thing.isEach)
  if (!isAfter || others.length > 0 || scan.mentions.some(({ mode }) => mode === 'by')) return null
  // The rows of the amount name them, or the sale that these belong to.
  const homes = [homeOf(named.metric.name, ontology), businessOf(ontology).trade?.header.name]
  const reference = ontology.relationships.find(
    ({ from, to }) => homes.includes(from) && to === thing.dataset.name,
  )
  const dataset = ontology.datasets.find(({ name }) => name === reference?.from)
  const field = dataset?.fields.find(({ name }) => name === reference?.fromFields[0])
  // Where each row names one of them, the share is of something else.
  if (dataset === undefined || field === undefined || field.statistics.nulls === 0) return null
  const condition: Condition = { kind: 'not', of: { kind: 'null', of: fieldRef(dataset, field) } }
  const found = measured([metricSlot(named.metric)], null, [named, thing])
  return asBusiness({ ...found, filters: [{ key: `has ${field.name}`, condition }] })
}

/** "how much did we refund": the amounts of sales that were refunded, where refunds have no rows of their own. */
export function refundedSales({ scan, things, metric, ontology }: Asked): Measured | null {
  const verbs = mentionsOf(scan, 'verb')
  const [verb, ...more] = verbs
  const { trade } = businessOf(ontology)
  const revenue = metric('revenue')
  const isOne = more.every((one) => one.verb === 'refund')
  if (verb?.verb !== 'refund' || verb.mode === 'not' || !isOne || scan.rank !== null) return null
  if (metric('refunded_amount') !== null || trade === null || revenue === null) return null
  const named = mentionsOf(scan, 'metric')
  const isOther =
    !scan.asks.some((ask) => ask === 'much' || ask === 'which') ||
    scan.asks.includes('many') ||
    scan.isShare ||
    scan.isAverage ||
    scan.isRate ||
    named.some((one) => one.metric !== revenue) ||
    things.some(({ dataset }) => dataset !== trade.header) ||
    mentionsOf(scan, 'field').length > 0
  if (isOther) return null
  const rows = saleRows(trade)
  const isSaid = mentionsOf(scan, 'value').some(({ values }) =>
    values.some(({ dataset }) => dataset === rows.name || dataset === trade.header.name),
  )
  const filter = isSaid ? null : refundOf(trade.header, rows, trade.lines?.quantity ?? null, ontology)
  if (!isSaid && filter === null) return null
  // Revenue leaves refunded sales out.
  const isOfState = filter === null || filter.condition.kind === 'in'
  const slot = isOfState ? amountOfSales(trade) : metricSlot(revenue)
  if (slot === null) return null
  const found = measured([slot], null, [...verbs, ...named, ...things])
  return asBusiness(filter === null ? found : { ...found, filters: [filter] })
}

/** The field that holds what a sale, or else its line, comes to. */
export function amountOfSales({ header, total, lines }: Trade): MeasureSlot | null {
  const place =
    total !== null
      ? { dataset: header, field: total }
      : lines !== null && lines.amount !== null
        ? { dataset: lines.dataset, field: lines.amount }
        : null
  return place === null
    ? null
    : { kind: 'field', field: fieldRef(place.dataset, place.field), function: 'sum' }
}

/** The rows of a state that says so, or else those with a quantity below zero. */
export function refundOf(
  header: Dataset,
  rows: Dataset,
  quantity: Field | null,
  ontology: Ontology,
): FilterSlot | null {
  const state = stateField(header, ['refunded', 'refund', 'returned', 'return', 'given back'], ontology)
  if (state !== null) {
    const of = fieldRef(state.dataset, state.field)
    return {
      key: `${state.dataset.name}.${state.field.name}`,
      condition: { kind: 'in', of, values: [...state.values] },
    }
  }
  if (quantity === null || Number(quantity.statistics.min) >= 0) return null
  return {
    key: `${rows.name}.${quantity.name}`,
    condition: compare(fieldRef(rows, quantity), '<', literal(0)),
  }
}

/** "how much do our members pay us a year": the fees that their rows hold. */
export function feesOfPeople({ scan, things }: Asked): Measured | null {
  const [verb, ...more] = mentionsOf(scan, 'verb')
  const [thing, ...others] = things
  if (verb?.verb !== 'pay' || verb.mode === 'not' || more.length > 0 || !scan.asks.includes('much'))
    return null
  if (thing === undefined || others.length > 0 || scan.rank !== null || scan.isAverage || scan.isShare)
    return null
  if (
    mentionsOf(scan, 'metric').length > 0 ||
    mentionsOf(scan, 'time').some(({ time }) => time.range !== null)
  )
    return null
  const [fee, ...fees] = visible(thing.dataset).filter(
    (field) =>
      isMeasure(field) && nameWords(field.label).some((word) => word === 'fee' || word === 'subscription'),
  )
  if (fee === undefined || fees.length > 0) return null
  const units = [
    ...mentionsOf(scan, 'unit').filter(({ unit, mode }) => mode !== 'by' && isEvery(fee, unit)),
    ...mentionsOf(scan, 'time').filter(({ time }) => time.unit !== null && isEvery(fee, time.unit)),
  ]
  const slot = { kind: 'field', field: fieldRef(thing.dataset, fee), function: 'sum' } as const
  return asBusiness(measured([slot], null, [verb, thing, ...units]))
}

/** "how much do our running contracts bring in per month": the monthly fees of what runs now. */
export function feesOfRunning({ scan, things, metric, ontology }: Asked): Measured | null {
  const verbs = mentionsOf(scan, 'verb')
  const [thing, ...more] = things
  const every = mentionsOf(scan, 'time').filter(({ time }) => time.kind === 'grain')
  const [unit, ...units] = new Set(every.map(({ time }) => time.unit))
  const found = unit === 'month' ? metric('mrr') : unit === 'year' ? metric('arr') : null
  if (found === null || units.length > 0 || thing === undefined || more.length > 0 || scan.rank !== null)
    return null
  const isIncome = verbs.length > 0 && verbs.every(({ verb }) => verb === 'earn' || verb === 'pay')
  if (!scan.asks.includes('much') || !isIncome || thing.dataset.name !== homeOf(found.name, ontology))
    return null
  if (mentionsOf(scan, 'time').length > every.length || scan.isAverage || scan.isShare) return null
  const now = mentionsOf(scan, 'state').filter(({ state }) => state === 'active' || state === 'now')
  return asBusiness(measured([metricSlot(found)], null, [...verbs, ...every, ...now, thing]))
}

/** Whether a fee is due once in each such period. */
function isEvery({ label }: Field, unit: string): boolean {
  return unit === 'year'
    ? /\b(?:annual|yearly|year)\b/i.test(label)
    : new RegExp(`\\b${unit}`, 'i').test(label)
}

/** "how much did we pay speakers": the sum of `speaker fee`. */
export function paidToWhom({ scan, things }: Asked): Measured | null {
  const [verb, ...more] = mentionsOf(scan, 'verb')
  const [field, ...fields] = mentionsOf(scan, 'field')
  const isPaid = verb?.verb === 'spend' || verb?.verb === 'pay'
  if (verb === undefined || !isPaid || verb.mode === 'not' || more.length > 0 || field === undefined)
    return null
  if (fields.length > 0 || things.length > 0 || scan.rank !== null || scan.isAverage || scan.isShare)
    return null
  if (!scan.asks.some((ask) => ask === 'much' || ask === 'which') || field.mode === 'by') return null
  const [noun] = field.nouns
  if (noun?.kind !== 'field' || !isMeasure(noun.field) || !isPaidOut(noun.field)) return null
  const slot = { kind: 'field', field: fieldRef(noun.dataset, noun.field), function: 'sum' } as const
  return asBusiness(measured([slot], null, [verb, field]))
}

/** "how do people pay? share of each": divided by the way in which sales are paid. */
export function waysToPay({ scan, things, metric, ontology }: Asked): Measured | null {
  const header = businessOf(ontology).trade?.header
  if (!scan.isMethod || !scan.isShare || scan.rank !== null || header === undefined) return null
  const isOther =
    things.some(({ dataset }) => dataset !== header) ||
    scan.mentions.some(({ kind }) => kind === 'metric' || kind === 'field' || kind === 'verb')
  if (isOther) return null
  const way = wayToPay(header)
  if (way !== null) {
    const found = measured([{ kind: 'count', dataset: header.name }], null, things)
    return asBusiness({ ...found, groups: [{ kind: 'field', field: fieldRef(header, way) }] })
  }
  const received = metric('payments_received')
  const paid = ontology.datasets.find(({ name }) => name === homeOf(received?.name ?? '', ontology))
  const method = paid === undefined ? null : wayToPay(paid)
  if (received === null || paid === undefined || method === null) return null
  const found = measured([metricSlot(received)], null, things)
  return asBusiness({ ...found, groups: [{ kind: 'field', field: fieldRef(paid, method) }] })
}

/** "how often did Ada come": the rows that record the event which the verb names. */
export function timesOfEvent({ scan, things, ontology }: Asked): Measured | null {
  if (!scan.isTimes || scan.rank !== null || things.length > 0) return null
  const values = mentionsOf(scan, 'value')
  const [who, ...more] = values.filter((one) => one.values.length > 0)
  const events = scan.mentions.flatMap((one) =>
    (one.kind === 'value' && one.values.length === 0) || one.kind === 'verb' ? one.events : [],
  )
  const named = new Set(who?.values.map(({ dataset }) => dataset))
  const [event, ...others] = new Set(
    events
      .filter(({ dataset }) => [...named].some((name) => reachesOne(dataset.name, name, ontology)))
      .map(({ dataset }) => dataset),
  )
  if (
    who === undefined ||
    more.length > 0 ||
    event === undefined ||
    others.length > 0 ||
    named.has(event.name)
  )
    return null
  return asBusiness(measured([{ kind: 'count', dataset: event.name }], null, mentionsOf(scan, 'verb')))
}
