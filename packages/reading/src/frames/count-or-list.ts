import { isMoment, isPeople, visible } from '../lexicon/dataset-fields.ts'
import type { Dataset, Ontology } from '@quipu/query'
import { childrenOf } from '../metrics/field-finder.ts'
import type { MeasureSlot } from '../plan/frame.ts'
import { businessOf } from '../business/business.ts'
import { homeOf } from '../business/moments.ts'
import { reachesOne } from '../business/nearest.ts'
import {
  buyerOf,
  mainAmount,
  measured,
  mentionsOf,
  metricSlot,
  staffOf,
  type Asked,
  type Measured,
} from './measured.ts'
import { rowsInState } from './measure-rules.ts'
import type { Scan } from './scan.ts'
import { debtOf } from './states.ts'
import { stockedDataset } from '../business/stock.ts'

/** Rows of a thing: counted where the question asks how many or divides them, otherwise listed. */
export function countOrList({ scan, things, ontology }: Asked): Measured | null {
  const { asks } = scan
  if (scan.rank !== null || scan.isAverage) return null
  const [first] = things
  const isCount = asks.includes('many')
  const isBare = !asks.some((ask) => ask === 'which' || ask === 'who' || ask === 'list')
  const isSplit =
    scan.isVersus ||
    scan.mentions.some(
      (one) =>
        one.mode === 'by' ||
        (one.kind === 'time' && (one.time.range === null || one.time.comparison === 'period')),
    )
  // "to reorder for the shop": not the sales of the shop, but what it has in stock.
  if (first !== undefined && first.dataset === businessOf(ontology).trade?.header) {
    const stocked = first.mode === 'preposition' ? stockedThing(scan, ontology) : null
    if (stocked !== null) return { ...stocked, used: new Set([first]) }
  }
  if (first === undefined)
    return (
      (isCount ? null : comparedSales(scan, ontology)) ??
      valueAsThing({ scan, ontology, isAsked: isCount || (isBare && (isSplit || isNounOfState(scan))) }) ??
      rowsInOneState(scan, ontology) ??
      unpaidWho(scan, ontology) ??
      unpaidRows(scan, ontology) ??
      employedWho(scan, ontology) ??
      stockedThing(scan, ontology)
    )
  const count: MeasureSlot = { kind: 'count', dataset: first.dataset.name }
  const amount = asks.includes('much') || (scan.isTotal && isCount) ? mainAmount(first.dataset) : null
  if (asks.includes('much') && !isCount) return amount === null ? null : measured([amount], null, [first])
  // "order total" is an amount and "total orders" a number: the grammar tells them apart.
  if (scan.isTotal && !isCount) return null
  if (isCount || scan.isShare || (isBare && isSplit)) {
    const isBoth = amount !== null && isCount && asks.length > 1
    return measured(isBoth ? [count, amount] : [count], first.dataset, [])
  }
  return measured([], first.dataset, [])
}

/** "online versus shop this year": what each of them sold, where the values divide the sales. */
function comparedSales(scan: Scan, ontology: Ontology): Measured | null {
  const revenue = ontology.metrics.find(({ name }) => name === 'revenue')
  const home = homeOf('revenue', ontology)
  const values = mentionsOf(scan, 'value')
  if (!scan.isVersus || revenue === undefined || home === null || values.length < 2) return null
  const isOfSales = values.every(({ values: found }) =>
    found.some(({ dataset }) => dataset === home || reachesOne(home, dataset, ontology)),
  )
  return isOfSales ? measured([metricSlot(revenue)], null, []) : null
}

/** "cancellations last month": a noun in the plural that stands for rows in a state. */
function isNounOfState(scan: Scan): boolean {
  const [value, ...more] = mentionsOf(scan, 'value')
  const isTimed = mentionsOf(scan, 'time').length > 0
  return (
    value !== undefined &&
    more.length === 0 &&
    isTimed &&
    /[^s]s$/i.test(value.text) &&
    scan.asks.length === 0
  )
}

/** Entries of a price list have no days; the only rows that name them have. */
function datedRows(home: Dataset, ontology: Ontology): Dataset {
  if (visible(home).some(isMoment) || isPeople(home)) return home
  const [only, ...more] = childrenOf(home, ontology).filter((child) => visible(child).some(isMoment))
  return only === undefined || more.length > 0 ? home : only
}

/** "logins per weekday": a value stands for the rows that have it, where these are events. */
function valueAsThing({
  scan,
  ontology,
  isAsked,
}: {
  readonly scan: Scan
  readonly ontology: Ontology
  readonly isAsked: boolean
}): Measured | null {
  const [value] = mentionsOf(scan, 'value')
  if (!isAsked || value === undefined || value.mode === 'by') return null
  const [only, ...more] = new Set(value.values.map(({ dataset }) => dataset))
  const home = ontology.datasets.find(({ name }) => name === only)
  const dataset = home === undefined ? undefined : datedRows(rowsInState(home, ontology), ontology)
  if (dataset === undefined || more.length > 0 || !visible(dataset).some(isMoment)) return null
  return measured([{ kind: 'count', dataset: dataset.name }], dataset, [])
}

/** "open quotes": the rows in this state, where nothing else is said. */
function rowsInOneState(scan: Scan, ontology: Ontology): Measured | null {
  const [only, ...more] = scan.mentions.filter(({ kind }) => kind !== 'time')
  const isListed = scan.asks.every((ask) => ask === 'which' || ask === 'list')
  if (only?.kind !== 'value' || more.length > 0 || !isListed || !/[^s]s$/i.test(only.text)) return null
  const isState = only.values.every(({ field }) => /stat(?:us|e)$|stage$/i.test(field))
  const [home, ...others] = new Set(only.values.map(({ dataset }) => dataset))
  const dataset = ontology.datasets.find(({ name }) => name === home)
  if (!isState || others.length > 0 || dataset === undefined || scan.isShare || scan.isTotal) return null
  return measured([], dataset, [])
}

/** "who hasn't paid", "who is in arrears". */
function unpaidWho(scan: Scan, ontology: Ontology): Measured | null {
  const isUnpaid =
    mentionsOf(scan, 'verb').some(({ verb, mode }) => verb === 'pay' && mode === 'not') ||
    mentionsOf(scan, 'state').some(({ state, text }) => state === 'late' && /pay|arrears/i.test(text))
  return scan.asks[0] === 'who' && isUnpaid ? measured([], buyerOf(ontology), []) : null
}

/** "what is still unpaid", "what is not paid yet", "what is overdue": what people owe. */
function unpaidRows(scan: Scan, ontology: Ontology): Measured | null {
  const isUnpaid =
    mentionsOf(scan, 'verb').some(({ verb, mode }) => verb === 'pay' && mode === 'not') ||
    mentionsOf(scan, 'state').some(({ state }) => state === 'unpaid' || state === 'late')
  const isOther = scan.mentions.some(({ kind }) => kind === 'value' || kind === 'metric' || kind === 'field')
  const debt = isUnpaid && !isOther && scan.asks[0] === 'which' ? debtOf(ontology) : null
  return debt === null ? null : measured([], debt.dataset, [])
}

/** "who works here", "who does not work here anymore". */
function employedWho(scan: Scan, ontology: Ontology): Measured | null {
  const isOfStaff = mentionsOf(scan, 'state').some(({ state }) => state === 'employed')
  const staff = isOfStaff && scan.asks[0] === 'who' ? staffOf(ontology) : null
  return staff === null ? null : measured([], staff, [])
}

/** "what is out of stock": the things that have a stock. */
function stockedThing(scan: Scan, ontology: Ontology): Measured | null {
  const isStock = mentionsOf(scan, 'state').some(
    ({ state }) => state === 'out of stock' || state === 'to reorder',
  )
  const only = isStock ? stockedDataset(ontology) : null
  if (only === null) return null
  return measured(scan.asks.includes('many') ? [{ kind: 'count', dataset: only.name }] : [], only, [])
}
