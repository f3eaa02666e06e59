import { field as fieldRef } from '../interpret/builder.ts'
import { isMeasure, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { measureNamed } from '../metrics/field-finder.ts'
import type { MeasureSlot } from '../plan/frame.ts'
import { businessOf } from './business.ts'
import { asBusiness, mainAmount, measured, mentionsOf, type Asked, type Measured } from './measured.ts'
import { eventMoment, homeOf } from './moments.ts'
import { reachesOne } from './nearest.ts'

/** "how many units did we lose to breakage": the quantities of rows with this value, which are no sales. */
export function unitsOfValue({ scan, things, metric, ontology }: Asked): Measured | null {
  const units = metric('units_sold')
  const [named, ...more] = mentionsOf(scan, 'metric')
  const [value, ...others] = mentionsOf(scan, 'value')
  if (units === null || named?.metric !== units || more.length > 0 || value === undefined) return null
  if (others.length > 0 || things.length > 0 || scan.rank !== null || scan.isAverage || scan.isShare)
    return null
  const home = homeOf(units.name, ontology)
  const [only, ...rest] = ontology.datasets.filter(
    (each) =>
      value.values.some(({ dataset }) => dataset === each.name) &&
      eventMoment(each) !== null &&
      home !== null &&
      !reachesOne(home, each.name, ontology),
  )
  const quantity = only === undefined ? null : measureNamed(only, quantities)
  if (only === undefined || quantity === null || rest.length > 0) return null
  const slot: MeasureSlot = { kind: 'field', field: fieldRef(only, quantity), function: 'sum' }
  return asBusiness(measured([slot], null, [named, ...mentionsOf(scan, 'verb')]))
}

const quantities = [['quantity'], ['qty'], ['unit'], ['piece'], ['count']]

/** "how much did we invoice": the amounts of the bills, where they have rows of their own beside the sales. */
export function billedAmount({ scan, things, ontology }: Asked): Measured | null {
  const [verb, ...more] = mentionsOf(scan, 'verb')
  const kind = /^(invoice|bill)/i.exec(verb?.text ?? '')?.[0].toLowerCase()
  if (verb?.verb !== 'charge' || kind === undefined || verb.mode === 'not' || more.length > 0) return null
  const [head] = scan.rank?.by === 'most' ? things : []
  const isAsked = scan.rank === null ? scan.asks.includes('much') : head !== undefined
  if (!isAsked || scan.asks.includes('many') || scan.isAverage || scan.isShare) return null
  const [bills, ...others] = ontology.datasets.filter(
    ({ label, isHidden }) => !isHidden && nameWords(label).join(' ') === kind,
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
