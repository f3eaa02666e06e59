import { hoursWorked } from '../metrics/work-metrics.ts'
import type { Dataset, Field, Ontology } from '@quipu/query'
import { isMeasure, isMoment, isPeople } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { sharedNumber } from '../business/count-by-number.ts'
import { isBought } from '../metrics/direction.ts'
import { parentsOf } from '../metrics/field-finder.ts'
import type { Trade } from '../metrics/trade.ts'
import { businessOf, revenueOf } from '../business/business.ts'
import {
  asBusiness,
  aside,
  mainAmount,
  measured,
  mentionsOf,
  metricSlot,
  type Asked,
  type Measured,
} from './measured.ts'
import { isSoldThing } from '../business/goods.ts'
import { rowsNaming } from '../business/levels.ts'
import { isOfKind } from './kind-nouns.ts'
import { homeOf } from '../business/moments.ts'
import { eventMoment } from '../lexicon/event-moment.ts'
import { distance, reachesOne } from '../business/nearest.ts'
import type { Scan } from './scan.ts'
import { amountOfSales } from './stream-rules.ts'

/** "best customers", "busiest day", "biggest orders": by revenue, by the number of sales, or by their own amount. */
export function rankedThing({ scan, things, metric, ontology }: Asked): Measured | null {
  const { rank } = scan
  const { trade } = businessOf(ontology)
  if (rank === null || trade === null || scan.asks.includes('many')) return null
  const head = things[0]?.dataset ?? soldOfKind(scan, trade, ontology)
  // What takes the longest or is rated best is no best seller, nor is the strongest glue.
  if (rank.by === 'long' || rank.by === 'fast' || rank.by === 'rated' || (rank.isOwnQuality && head !== null))
    return null
  const isTime =
    mentionsOf(scan, 'time').some(({ time }) => time.kind === 'grain' || time.kind === 'part') ||
    scan.mentions.some(({ kind }) => kind === 'unit' || kind === 'part')
  // "per branch by lessons": what is counted belongs to what is ranked, not the other way round.
  const counted = mentionsOf(scan, 'thing').find(
    ({ mode, isEach, dataset }) =>
      mode === 'by' &&
      !isEach &&
      dataset !== head &&
      head !== null &&
      !reachesOne(head.name, dataset.name, ontology),
  )
  if (counted !== undefined && head !== null)
    return measured([{ kind: 'count', dataset: counted.dataset.name }], head, [counted])
  if (rank.by === 'busy') {
    if (!isTime && head === null) return null
    // "busiest month for adoptions" counts these.
    const isEvent = isTime && head !== null && eventMoment(head) !== null && !isPeople(head)
    const activity = isEvent ? head : activityOf(trade.header, ontology)
    const headers = things.filter(({ dataset }) => dataset === activity)
    return measured([{ kind: 'count', dataset: activity.name }], head === activity ? null : head, headers)
  }
  if (rank.by === 'selling' && head !== null && (isPeople(head) || metric('units_sold') === null)) {
    const sold = isPeople(head) ? trade.header : (trade.lines?.dataset ?? trade.header)
    const [rows, ...more] = reachesOne(sold.name, head.name, ontology) ? [] : rowsNaming(head, ontology)
    const record = rows === undefined || more.length > 0 ? sold : rows
    return measured([{ kind: 'count', dataset: record.name }], head, [])
  }
  const spending = metric('spending')
  const paidTo = spending === null ? null : homeOf(spending.name, ontology)
  const isSupplier = head !== null && /\b(?:suppliers?|vendors?)$/i.test(head.label)
  if (isSupplier && spending !== null && paidTo !== null && reachesOne(paidTo, head.name, ontology))
    return measured([metricSlot(spending)], head, [])
  const revenue = (rank.by === 'selling' ? metric('units_sold') : null) ?? metric('revenue')
  const home = homeOf(revenueOf(ontology), ontology)
  if (rank.by === 'most' || revenue === null || home === null) return null
  if (head === null) {
    const isRanked = isTime || rankedField(scan)
    return isRanked && (rank.by !== 'size' || isOfPeople(scan, ontology))
      ? measured([metricSlot(revenue)], null, [])
      : null
  }
  if (head === trade.header || head.name === home) {
    const amount = head === trade.header ? (amountOfSales(trade) ?? mainAmount(head)) : mainAmount(head)
    return amount === null ? null : asBusiness(measured([amount], head, []))
  }
  // "biggest purchase order": no sale belongs to it, so its own amount says how big it is.
  const isDocument = isBought(head, ontology) || sharedNumber(head, ontology) !== null
  const own = rank.by === 'size' && isDocument ? mainAmount(head) : null
  if (own !== null && !reachesOne(home, head.name, ontology)) return asBusiness(measured([own], head, []))
  if (distance(home, head.name, ontology) > 4) return null
  const found = measured([metricSlot(revenue)], head, [])
  // What is bad about it, the question does not say.
  const isOpen = rank.by === 'best' && rank.direction === 'asc' && !isTime
  const says = `The worst ${head.label} is the one with the least ${revenue.label}.`
  return isOpen ? { ...found, notes: [{ about: 'meaning of worst', says, changesNumbers: true }] } : found
}

/** "which weekday is the busiest for tickets": also where nothing is sold. */
export function busiestTime({ scan, things, ontology }: Asked): Measured | null {
  const isTime =
    mentionsOf(scan, 'time').some(({ time }) => time.kind === 'grain' || time.kind === 'part') ||
    scan.mentions.some(({ kind }) => kind === 'unit' || kind === 'part')
  if (scan.rank?.by !== 'busy' || businessOf(ontology).trade !== null || !isTime) return null
  // "for drop-offs": the rows in which these are dated.
  const events = mentionsOf(scan, 'value').flatMap((one) => (one.values.length > 0 ? [] : one.events))
  const named = things.length > 0 ? things : events
  const [dataset, ...more] = new Set(named.map((one) => one.dataset))
  if (dataset === undefined || more.length > 0 || isPeople(dataset) || eventMoment(dataset) === null)
    return null
  return asBusiness(measured([{ kind: 'count', dataset: dataset.name }], null, things))
}

/** "which fruit sold best": the things sold of this kind. */
function soldOfKind(scan: Scan, { lines }: Trade, ontology: Ontology): Dataset | null {
  const [value, ...more] = mentionsOf(scan, 'value')
  if (scan.asks[0] !== 'which' || value === undefined || more.length > 0) return null
  const things = lines === null ? [] : parentsOf(lines.dataset, ontology).filter((each) => !isPeople(each))
  return (
    things.find(({ name }) => value.values.some(({ dataset }) => dataset === name)) ??
    things.find((each) => isOfKind(each, value, ontology)) ??
    null
  )
}

/** What keeps people busy: not the bills, but the visits, lessons or jobs of those who are billed. */
export function activityOf(header: Dataset, ontology: Ontology): Dataset {
  if (!/\b(?:invoices?|bills?|receipts?|payments?)$/i.test(header.label)) return header
  // Hours that are written down are what was done for those who get invoices. Receipts are sales of a counter.
  const hours = /\b(?:invoices?|bills?)$/i.test(header.label) ? homeOf(hoursWorked, ontology) : null
  const worked = ontology.datasets.find(({ name }) => name === hours)
  if (worked !== undefined && worked !== header && !worked.isHidden && eventMoment(worked) !== null)
    return worked
  const billed = new Set(parentsOf(header, ontology))
  // A bill that names a visit or event is a bill for it.
  const [visit, ...others] = parentsOf(header, ontology).filter(
    (each) =>
      !isPeople(each) &&
      // What the bill is for is sold, and not done, though it has a date since which it is sold.
      !isSoldThing(each, ontology) &&
      eventMoment(each) !== null &&
      parentsOf(each, ontology).some(isPeople),
  )
  if (visit !== undefined && others.length === 0) return visit
  const [first] = ontology.datasets
    .filter((each) => !each.isHidden && each.rows > header.rows && eventMoment(each) !== null)
    .filter((each) => {
      const parents = parentsOf(each, ontology)
      const isOfBilled = parents.length > 1 && parents.some((parent) => billed.has(parent))
      return (
        isOfBilled &&
        !isBought(each, ontology) &&
        (!parents.includes(header) || isBilledLater(each, header, ontology))
      )
    })
    .toSorted((a, b) => b.rows - a.rows)
  return first ?? header
}

/** Rows that were there before their bill: some of them have none yet. */
function isBilledLater(rows: Dataset, header: Dataset, { relationships }: Ontology): boolean {
  const link = relationships.find(({ from, to }) => from === rows.name && to === header.name)
  return (rows.fields.find(({ name }) => name === link?.fromFields[0])?.statistics.nulls ?? 0) > 0
}

/** A property with few values, such as a city, is what is ranked. */
function rankedField(scan: Scan): boolean {
  const [first] = mentionsOf(scan, 'field').filter(({ mode }) => !aside.has(mode))
  return first?.nouns.some((noun) => noun.kind === 'field' && isCategory(noun.field)) === true
}

/** "biggest donor": people whom only the sales name. */
function isOfPeople(scan: Scan, ontology: Ontology): boolean {
  const { streams, trade } = businessOf(ontology)
  const people = streams.find((stream) => stream.trade === trade)?.people ?? []
  return mentionsOf(scan, 'field').some(({ text }) => people.includes(nameWords(text).join(' ')))
}

function isCategory(field: Field): boolean {
  return !isMeasure(field) && !isMoment(field) && field.role !== 'identifier'
}
