import type { Dataset, Ontology } from '@quipu/query'
import { field as fieldRef, keyOf } from '../interpret/builder.ts'
import { isMeasure, isPeople } from '../lexicon/dataset-fields.ts'
import { hoursWorked as hoursWorkedName } from '../metrics/work-metrics.ts'
import type { MeasureSlot } from '../plan/frame.ts'
import { businessOf } from '../business/business.ts'
import { bareAmount } from './bare-amounts.ts'
import { birthdayRows } from './birthdays.ts'
import { countedPeople, sizeOfGroup } from './headcounts.ts'
import { timeAhead, timeBetween } from './between.ts'
import { timeFromTo } from './from-to.ts'
import { timeOfEdge } from './last-time.ts'
import { countOrList } from './count-or-list.ts'
import { daysOfPeople } from './day-rules.ts'
import { rowsPerRows } from './density-rules.ts'
import { doneMost } from './done-most.ts'
import { dueAmount } from './due-amounts.ts'
import { dueRows } from './due-rows.ts'
import { owedToSuppliers } from './supplier-debt.ts'
import { revenueOfLines } from './line-revenue.ts'
import {
  averagePerCount,
  averageSale,
  countedPerDay,
  costOfThing,
  countedInField,
  owedAmount,
  owedByWhom,
  sumOfMoney,
} from './money-rules.ts'
import {
  employedAs,
  hoursWorked,
  longestThing,
  ratedThing,
  rateOfState,
  serviceTime,
  timesOfValue,
  timeTaken,
} from './measure-rules.ts'
import {
  asBusiness,
  aside,
  isRate,
  measured,
  mentionsOf,
  metricSlot,
  staffOf,
  type Asked,
  type Measured,
  type Of,
} from './measured.ts'
import { isBuyer, moneyVerb } from './money-verb.ts'
import { billedAmount, unitsOfValue } from './other-amounts.ts'
import { paidBy } from './paid-by.ts'
import { piecesUsed, rateOfCounts } from './pieces.ts'
import { busiestTime, rankedThing } from './ranked-thing.ts'
import { countedReasons } from './reason-rules.ts'
import { refundsGiven } from './refunds.ts'
import { orderedAmount, pricedThing, shareOfField } from './sold-rules.ts'
import { averagePerRow, averageSpend, perMeasure, rowsCalled, shareOfPart, summedCount } from './row-rules.ts'
import {
  amountOfSales,
  feesOfPeople,
  feesOfRunning,
  paidToWhom,
  refundedSales,
  shareToWhom,
  timesOfEvent,
  waysToPay,
} from './stream-rules.ts'
import { thingsByMeasure } from './things-by-measure.ts'
import { homeOf, momentOf } from '../business/moments.ts'
import { distance } from '../business/nearest.ts'
import { doerOf, doneBy } from './reference-roles.ts'
import type { Mention, Scan } from './scan.ts'
import { diaryRows } from './to-come.ts'
import { singular } from '../words/word-forms.ts'
import { fastestThing, lateMost } from './late-parties.ts'
import { hoursOfRows } from './hours-ranked.ts'
import { hoursOfStaff, wagesOfWork, whoWorks } from './work-rules.ts'

/** "takes the longest to pay": by the time until this event, and not by a field of days. */
function longestToDo(asked: Asked): Measured | null {
  return asked.scan.rank?.by === 'long' ? timeBetween(asked) : null
}

/** Tried in this order; the first that fits decides. */
const rules: readonly ((asked: Asked) => Measured | null)[] = [
  dueRows,
  birthdayRows,
  dueAmount,
  countedReasons,
  lateMost,
  fastestThing,
  doneMost,
  serviceTime,
  ratedThing,
  longestToDo,
  longestThing,
  rateOfState,
  rateOfCounts,
  piecesUsed,
  rowsPerRows,
  refundsGiven,
  timesOfEvent,
  timesOfValue,
  hoursOfStaff,
  hoursOfRows,
  whoWorks,
  wagesOfWork,
  hoursWorked,
  timeTaken,
  timeFromTo,
  timeBetween,
  daysOfPeople,
  owedToSuppliers,
  feesOfRunning,
  owedByWhom,
  owedAmount,
  costOfThing,
  sumOfMoney,
  bareAmount,
  countedInField,
  countedPeople,
  sizeOfGroup,
  averagePerCount,
  averagePerRow,
  averageSpend,
  rowsCalled,
  summedCount,
  perMeasure,
  shareOfPart,
  averageSale,
  countedPerDay,
  shareToWhom,
  refundedSales,
  feesOfPeople,
  paidToWhom,
  waysToPay,
  paidBy,
  unitsOfValue,
  billedAmount,
  thingsByMeasure,
  namedMetric,
  namedField,
  countedObject,
  orderedAmount,
  moneyVerb,
  busiestTime,
  rankedThing,
  amountOfValue,
  comparedPeriods,
  employedAs,
  shareOfField,
  countOrList,
]

export function measureOf(scan: Scan, ontology: Ontology, today: string | null = null): Measured | null {
  const asked: Asked = {
    scan,
    ontology,
    things: thingsOf(scan),
    metric: businessOf(ontology).metric,
  }
  if (scan.edge !== null) return today === null ? null : timeOfEdge({ ...asked, today })
  // Nothing but a price makes a thing expensive.
  if (scan.rank?.by === 'price') return pricedThing(asked)
  if (scan.isAhead) return timeAhead(asked)
  for (const rule of rules) {
    const found = rule(asked)
    if (found !== null) return found
  }
  return today === null ? null : diaryRows(asked, today)
}

function thingsOf(scan: Scan): readonly Of<'thing'>[] {
  const values = mentionsOf(scan, 'value').filter(({ values: found }) => found.length > 0)
  const isMeasured = scan.asks.includes('much') || mentionsOf(scan, 'metric').length > 0 || scan.isAverage
  // "top 5 trade clients": the clients are ranked.
  const isQualifier = ({ at }: Mention): boolean =>
    isMeasured && values.some((one) => one.at === at - 1 && one.mode !== 'rank')
  return mentionsOf(scan, 'thing').filter((one) => !aside.has(one.mode) && !isQualifier(one))
}

function namedMetric({ scan, things, metric, ontology }: Asked): Measured | null {
  const metrics = mentionsOf(scan, 'metric')
  const [first, ...more] = metrics
  if (first === undefined || more.some(({ metric: other }) => other === first.metric)) return null
  // "by place of sale" measures nothing.
  const byMetrics = metrics.filter(({ mode }) => mode === 'by')
  const isPerHour = byMetrics.some((one) => one.metric.name === hoursWorkedName)
  if (scan.rank === null && (isPerHour || byMetrics.length === metrics.length)) return null
  // One period cannot be that of two dates.
  const dates = new Set(metrics.map((one) => JSON.stringify(dateOf(one.metric.name, ontology))))
  if (dates.size > 1 && mentionsOf(scan, 'time').length > 0) return null
  // What customers spend is revenue.
  const revenue = metric('revenue')
  const isSpent = first.metric.name === 'spending' && more.length === 0 && revenue !== null
  const buyer = mentionsOf(scan, 'thing').find(({ dataset }) => isBuyer(dataset, ontology))
  if (isSpent && buyer !== undefined)
    return measured([metricSlot(revenue)], things[0]?.dataset ?? null, metrics)
  // "sales per employee by store" is a ratio within each store.
  const byThings = mentionsOf(scan, 'thing').filter(({ mode, isEach }) => mode === 'by' && !isEach)
  if (byThings.length > 1 && scan.rank === null) return null
  if (!scan.isAverage || /\baverage\b/i.test(first.metric.label))
    return measured(
      metrics.map(({ metric }) => metricSlot(metric)),
      things[0]?.dataset ?? null,
      [...metrics, ...pricesIn(scan, metrics)],
    )
  // "average revenue per customer": one figure, not one for each.
  const divided = mentionsOf(scan, 'thing').filter(({ mode }) => mode === 'by')
  const home = homeOf(first.metric.name, ontology)
  const [per] = divided
  if (more.length > 0 || per === undefined || divided.length > 1 || home === null) return null
  const slot: MeasureSlot = { kind: 'mean', name: first.metric.name, home, per: keyOf(per.dataset) }
  return measured([slot], null, [first, per])
}

/** "stock value at purchase price", where the value is made of this price. */
function pricesIn(scan: Scan, metrics: readonly Of<'metric'>[]): readonly Mention[] {
  const isPart = (one: Of<'field'>): boolean =>
    one.mode === 'preposition' &&
    one.nouns.some(
      (noun) =>
        noun.kind === 'field' &&
        noun.score >= 0.97 &&
        isRate(noun.field.label) &&
        metrics.every(({ metric }) => metric.expression.replaceAll('"', '').includes(`.${noun.field.name}`)),
    )
  return mentionsOf(scan, 'field').filter(isPart)
}

function dateOf(metric: string, ontology: Ontology): unknown {
  const home = homeOf(metric, ontology)
  return home === null ? null : momentOf(home, ontology)
}

/** "average salary", "how much tax", "seats per plan". */
function namedField({ scan, metric, ontology }: Asked): Measured | null {
  if (scan.rank !== null) return null
  const fields = mentionsOf(scan, 'field').filter(({ mode }) => !aside.has(mode))
  const isBare = scan.asks.length === 0 && mentionsOf(scan, 'thing').every(({ mode }) => mode === 'by')
  const isAsked =
    scan.isAverage ||
    scan.isTotal ||
    scan.asks.includes('much') ||
    // "what did repairs cost us": `repair cost`.
    (scan.asks[0] === 'which' && fields.some(({ text }) => / costs?$/i.test(text))) ||
    (isBare && scan.mentions.some(({ mode }) => mode === 'by'))
  const numeric = fields.filter(({ nouns }) =>
    nouns.some((noun) => noun.kind === 'field' && isMeasure(noun.field)),
  )
  const [one, ...more] = numeric
  if (!isAsked || one === undefined || more.length > 0) return null
  const given = metric('discounts_given')
  const discount = businessOf(ontology).trade?.lines?.discount ?? null
  const verbs = mentionsOf(scan, 'verb')
  if (
    !scan.isAverage &&
    given !== null &&
    discount !== null &&
    one.nouns.some((noun) => noun.kind === 'field' && noun.field === discount)
  )
    return measured([metricSlot(given)], null, [one, ...verbs])
  const slot = fieldSlot(one, scan)
  // "average number of riders per tour": where each row is a tour, the mean of the rows.
  const rows = mentionsOf(scan, 'thing').filter(
    ({ mode, isEach, dataset, text }) =>
      scan.isAverage &&
      mode === 'by' &&
      !isEach &&
      singular(text.toLowerCase()) === text.toLowerCase() &&
      slot?.kind === 'field' &&
      dataset.name === slot.field.dataset,
  )
  return slot === null
    ? null
    : measured([slot], null, [
        one,
        ...rows,
        ...verbs.filter(({ verb }) => verb === 'charge' || verb === 'earn'),
      ])
}

function fieldSlot({ nouns }: Of<'field'>, scan: Scan): MeasureSlot | null {
  const fields = nouns.flatMap((noun) => (noun.kind === 'field' && isMeasure(noun.field) ? [noun] : []))
  const [only, ...others] = fields.filter(({ score }) => score >= (fields[0]?.score ?? 0) - 0.02)
  if (only === undefined || others.length > 0 || (!scan.isAverage && isRate(only.field.label))) return null
  return {
    kind: 'field',
    field: fieldRef(only.dataset, only.field),
    function: scan.isAverage ? 'avg' : 'sum',
  }
}

/** "which account opened the most tickets": the thing after "most" is counted for each of the other. */
function countedObject({ scan, things, ontology }: Asked): Measured | null {
  const { rank } = scan
  if (rank === null || rank.by !== 'most') return null
  // "who owes the most on invoices": money, and not the number of invoices.
  if (mentionsOf(scan, 'verb').some(({ verb }) => verb === 'owe')) return null
  const object = things.find(({ at }) => at > rank.at)
  if (object === undefined || isPlaceOfSale(object, scan, ontology)) return null
  // "handled the most requests": a verb, or the name of the field `handled_by`.
  const [verb] = [
    ...mentionsOf(scan, 'verb'),
    ...mentionsOf(scan, 'field').filter(
      (one) => one.at === rank.at - 1 && isDoneBy(one, object.dataset, ontology),
    ),
  ]
  const isDoer = scan.asks[0] === 'who' || verb?.kind === 'field'
  const doer = verb === undefined || !isDoer ? null : doerOf(verb.text, object.dataset, ontology)
  const head =
    things.find((one) => one !== object)?.dataset ??
    ontology.datasets.find(({ name }) => name === doer) ??
    whoOf(scan, object.dataset, ontology)
  const used = doer === null || verb === undefined ? [object] : [object, verb]
  const by = isDoer && doer === null && verb !== undefined ? doneBy(verb.text, object.dataset) : null
  // "who takes the most bookings" for the text `taken by`.
  if (by !== null && verb !== undefined) {
    const found = measured([{ kind: 'count', dataset: object.dataset.name }], null, [object, verb])
    return asBusiness({ ...found, groups: [{ kind: 'field', field: fieldRef(object.dataset, by) }] })
  }
  return measured([{ kind: 'count', dataset: object.dataset.name }], head, used)
}

/** "handled" for `handled_by`. Riders who were referred by others are no doers apart from them. */
function isDoneBy({ text }: Of<'field'>, object: Dataset, ontology: Ontology): boolean {
  const doer = /ed$/i.test(text) ? doerOf(text, object, ontology) : null
  return doer !== null && doer !== object.name
}

/** "who spent the most in the shop": money is ranked, not the number of sales. */
function isPlaceOfSale({ mode, dataset }: Of<'thing'>, scan: Scan, ontology: Ontology): boolean {
  const isMoney = mentionsOf(scan, 'verb').some(({ verb }) => verb === 'spend' || verb === 'pay')
  return mode === 'preposition' && isMoney && dataset === businessOf(ontology).trade?.header
}

/** "who closed the most tickets": the people that each ticket belongs to, those who serve before those who are served. */
function whoOf(scan: Scan, object: Dataset, ontology: Ontology): Dataset | null {
  if (scan.asks[0] !== 'who') return null
  const staff = staffOf(ontology)
  if (staff !== null && distance(object.name, staff.name, ontology) <= 1.5) return staff
  const people = ontology.datasets.filter(
    (each) => isPeople(each) && distance(object.name, each.name, ontology) <= 1.5,
  )
  return people.length === 1 ? (people[0] ?? null) : null
}

/** "how much did we give away in discounts", "how much rent": the amounts of the rows with this value. */
function amountOfValue({ scan, things, metric, ontology }: Asked): Measured | null {
  const values = mentionsOf(scan, 'value').flatMap((one) => one.values.map(({ dataset }) => dataset))
  if (!scan.asks.includes('much') || things.length > 0 || values.length === 0) return null
  const quoted = worthOfState(scan, ontology)
  if (quoted !== null) return quoted
  const lines = revenueOfLines(ontology).map(({ name }) => name)
  const found = [...lines, 'spending', 'payments_received']
    .flatMap((name) => metric(name) ?? [])
    .filter(({ name }) => values.includes(homeOf(name, ontology) ?? ''))
  const [only, ...more] = found
  return only === undefined || more.length > 0
    ? null
    : measured([metricSlot(only)], null, mentionsOf(scan, 'verb'))
}

/** "how much are the quotes worth": the amounts of the sales in this state, though they are not sold yet. */
function worthOfState(scan: Scan, ontology: Ontology): Measured | null {
  const { trade } = businessOf(ontology)
  const [value, ...more] = mentionsOf(scan, 'value')
  const isOther = scan.mentions.some((one) => one !== value && one.kind !== 'time' && one.mode !== 'by')
  if (trade === null || value === undefined || more.length > 0 || isOther || scan.rank !== null) return null
  const isState = value.values.some(
    ({ dataset, field }) => dataset === trade.header.name && /stat(?:us|e)$|stage$/i.test(field),
  )
  const amount = isState && value.mode === 'plain' ? amountOfSales(trade) : null
  return amount === null ? null : asBusiness(measured([amount], null, []))
}

/** "compare this year with last year": revenue, where nothing else is named. */
function comparedPeriods({ scan, things, metric }: Asked): Measured | null {
  const isCompared = mentionsOf(scan, 'time').some(({ time }) => time.comparison === 'period')
  const revenue = metric('revenue')
  if (!isCompared || things.length > 0 || revenue === null || mentionsOf(scan, 'value').length > 0)
    return null
  return measured([metricSlot(revenue)], null, [])
}
