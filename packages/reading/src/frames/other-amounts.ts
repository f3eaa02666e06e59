import type { Dataset, Ontology } from '@quipu/query'
import { field as fieldRef } from '../interpret/builder.ts'
import { isMeasure, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { measureNamed, parentsOf } from '../metrics/field-finder.ts'
import type { MeasureSlot } from '../plan/frame.ts'
import { businessOf, revenueOf } from '../business/business.ts'
import { asBusiness, mainAmount, measured, mentionsOf, type Asked, type Measured } from './measured.ts'
import { homeOf } from '../business/moments.ts'
import { eventMoment } from '../lexicon/event-moment.ts'
import { distance, reachesOne } from '../business/nearest.ts'

/**
 * "how many units did we lose to breakage", "how many plants did we lose to frost": the quantities of rows with this value, which
 * are no sales.
 */
export function unitsOfValue({ scan, things, metric, ontology }: Asked): Measured | null {
  const units = metric('units_sold')
  const named = mentionsOf(scan, 'metric')
  const [value, ...others] = mentionsOf(scan, 'value')
  if (units === null || value === undefined || others.length > 0 || named.length + things.length !== 1)
    return null
  if (scan.rank !== null || scan.isAverage || scan.isShare || named.some((one) => one.metric !== units))
    return null
  const home = homeOf(units.name, ontology)
  // What was sold names the value too, as do the rows of what came in: "did we sell" says which.
  const isSold = mentionsOf(scan, 'verb').some(({ verb }) => verb === 'sell')
  const isOfSales = value.values.some(
    ({ dataset }) => home !== null && (dataset === home || reachesOne(home, dataset, ontology)),
  )
  if (isSold && isOfSales) return null
  const [only, ...rest] = ontology.datasets.filter(
    (each) =>
      value.values.some(({ dataset }) => dataset === each.name) &&
      eventMoment(each) !== null &&
      home !== null &&
      !reachesOne(home, each.name, ontology),
  )
  const own = nameWords(named[0]?.text ?? '')
  const quantity =
    only === undefined ? null : (measureNamed(only, quantities) ?? measureNamed(only, [own.slice(0, 1)]))
  if (only === undefined || quantity === null || rest.length > 0) return null
  const isOfThing = things.every(
    ({ dataset }) => scan.asks.includes('many') && parentsOf(only, ontology).includes(dataset),
  )
  if (!isOfThing) return null
  const slot: MeasureSlot = { kind: 'field', field: fieldRef(only, quantity), function: 'sum' }
  // "came back" says what these rows record.
  const back = mentionsOf(scan, 'state').filter(({ text }) => /\bback\b/i.test(text) && isReturns(only.label))
  return asBusiness(measured([slot], null, [...named, ...things, ...mentionsOf(scan, 'verb'), ...back]))
}

function isReturns(label: string): boolean {
  return /\b(?:returns?|complaints?|claims?)\b/i.test(label)
}

const quantities = [['quantity'], ['qty'], ['unit'], ['piece'], ['count']]

/** "how much did we invoice": the amounts of the bills, where they have rows of their own beside the sales. */
export function billedAmount({ scan, things, ontology }: Asked): Measured | null {
  const [verb, ...more] = mentionsOf(scan, 'verb')
  const kind = /^(invoice|bill)/i.exec(verb?.text ?? '')?.[0].toLowerCase()
  if (verb?.verb !== 'charge' || kind === undefined || verb.mode === 'not' || more.length > 0) return null
  const [head] = scan.rank?.by === 'most' ? things : []
  const isWhat =
    scan.asks[0] === 'which' &&
    /\bfor\b/.test(things.map(({ mode }) => (mode === 'preposition' ? 'for' : '')).join(' '))
  const isAsked = scan.rank === null ? scan.asks.includes('much') || isWhat : head !== undefined
  if (!isAsked || scan.asks.includes('many') || scan.isAverage || scan.isShare) return null
  const called = ontology.datasets.filter(
    ({ label, isHidden }) => !isHidden && nameWords(label).join(' ') === kind,
  )
  // "what did we bill for rentals": the only bills that each name one.
  const [bills, ...others] =
    called.length > 0 || things.length === 0
      ? called
      : ontology.datasets.filter(
          (each) =>
            !each.isHidden &&
            /^(?:invoice|bill)$/.test(nameWords(each.label).at(-1) ?? '') &&
            things.every(({ dataset }) => dataset !== each && reachesOne(each.name, dataset.name, ontology)),
        )
  if (bills === undefined || others.length > 0 || bills === businessOf(ontology).trade?.header) return null
  const isReached = things.every(({ dataset }) => reachesOne(bills.name, dataset.name, ontology))
  const net = visible(bills).find((field) => isMeasure(field) && /\bnet\b/i.test(field.label))
  const amount: MeasureSlot | null =
    net === undefined ? mainAmount(bills) : { kind: 'field', field: fieldRef(bills, net), function: 'sum' }
  return amount === null || !isReached || mentionsOf(scan, 'field').length > 0
    ? null
    : asBusiness(measured([amount], head?.dataset ?? null, head === undefined ? [verb, ...things] : [verb]))
}

/** What rows that are no part of the sales brought in, by a field of their own that says so. */
export function incomeOf(head: Dataset, ontology: Ontology): MeasureSlot | null {
  const home = homeOf(revenueOf(ontology), ontology)
  if (home !== null && (home === head.name || distance(home, head.name, ontology) !== Infinity)) return null
  const field = measureNamed(
    head,
    ['income', 'revenue', 'taking', 'proceeds', 'turnover'].map((word) => [word]),
  )
  return field === null ? null : { kind: 'field', field: fieldRef(head, field), function: 'sum' }
}
