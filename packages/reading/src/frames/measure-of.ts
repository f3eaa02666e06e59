import type { Dataset, Ontology } from '@quipu/query'
import { field as fieldRef, keyOf } from '../interpret/builder.ts'
import { isMeasure, isPeople } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { lineRevenue } from '../metrics/trade-metrics.ts'
import type { Trade } from '../metrics/trade.ts'
import type { GroupSlot, MeasureSlot } from '../plan/frame.ts'
import { businessOf, revenueOf } from './business.ts'
import { countedPeople, sizeOfGroup } from './headcounts.ts'
import { timeBetween, timeFromTo } from './between.ts'
import { countOrList } from './count-or-list.ts'
import { daysOfPeople } from './day-rules.ts'
import { owedToSuppliers } from './supplier-debt.ts'
import {
  averagePerCount,
  averageSale,
  countedPerDay,
  bareAmount,
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
  aside,
  buyerOf,
  isRate,
  mainAmount,
  measured,
  mentionsOf,
  metricSlot,
  staffOf,
  type Asked,
  type Measured,
  type Of,
} from './measured.ts'
import { billedAmount, unitsOfValue } from './other-amounts.ts'
import { rankedThing } from './ranked-thing.ts'
import { orderedAmount, pricedThing, shareOfField } from './sold-rules.ts'
import { debtOf } from './states.ts'
import {
  feesOfPeople,
  paidToWhom,
  refundedSales,
  shareToWhom,
  timesOfEvent,
  waysToPay,
} from './stream-rules.ts'
import { homeOf } from './moments.ts'
import { distance, reachesOne } from './nearest.ts'
import { doerOf } from './reference-roles.ts'
import type { Mention, Scan } from './scan.ts'

/** Tried in this order; the first that fits decides. */
const rules: readonly ((asked: Asked) => Measured | null)[] = [
  serviceTime,
  ratedThing,
  longestThing,
  rateOfState,
  timesOfEvent,
  timesOfValue,
  hoursWorked,
  timeTaken,
  timeFromTo,
  timeBetween,
  daysOfPeople,
  owedToSuppliers,
  owedByWhom,
  owedAmount,
  costOfThing,
  sumOfMoney,
  bareAmount,
  countedInField,
  countedPeople,
  sizeOfGroup,
  averagePerCount,
  averageSale,
  countedPerDay,
  shareToWhom,
  refundedSales,
  feesOfPeople,
  paidToWhom,
  waysToPay,
  unitsOfValue,
  billedAmount,
  namedMetric,
  namedField,
  countedObject,
  orderedAmount,
  moneyVerb,
  rankedThing,
  amountOfValue,
  comparedPeriods,
  employedAs,
  shareOfField,
  countOrList,
]

export function measureOf(scan: Scan, ontology: Ontology): Measured | null {
  const asked: Asked = {
    scan,
    ontology,
    things: thingsOf(scan),
    metric: businessOf(ontology).metric,
  }
  // Nothing but a price makes a thing expensive.
  if (scan.rank?.by === 'price') return pricedThing(asked)
  for (const rule of rules) {
    const found = rule(asked)
    if (found !== null) return found
  }
  return null
}

function thingsOf(scan: Scan): readonly Of<'thing'>[] {
  const values = mentionsOf(scan, 'value').filter(({ values: found }) => found.length > 0)
  const isMeasured = scan.asks.includes('much') || mentionsOf(scan, 'metric').length > 0 || scan.isAverage
  const isQualifier = ({ at }: Mention): boolean => isMeasured && values.some((one) => one.at === at - 1)
  return mentionsOf(scan, 'thing').filter((one) => !aside.has(one.mode) && !isQualifier(one))
}

function namedMetric({ scan, things, metric, ontology }: Asked): Measured | null {
  const metrics = mentionsOf(scan, 'metric')
  const [first, ...more] = metrics
  if (first === undefined || more.some(({ metric: other }) => other === first.metric)) return null
  // "by place of sale" measures nothing.
  if (scan.rank === null && metrics.every(({ mode }) => mode === 'by')) return null
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
      metrics,
    )
  // "average revenue per customer": one figure, not one for each.
  const divided = mentionsOf(scan, 'thing').filter(({ mode }) => mode === 'by')
  const home = homeOf(first.metric.name, ontology)
  const [per] = divided
  if (more.length > 0 || per === undefined || divided.length > 1 || home === null) return null
  const slot: MeasureSlot = { kind: 'mean', name: first.metric.name, home, per: keyOf(per.dataset) }
  return measured([slot], null, [first, per])
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
  return slot === null
    ? null
    : measured([slot], null, [one, ...verbs.filter(({ verb }) => verb === 'charge' || verb === 'earn')])
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
  const object = things.find(({ at }) => at > rank.at)
  if (object === undefined || isPlaceOfSale(object, scan, ontology)) return null
  const [verb] = mentionsOf(scan, 'verb')
  const doer =
    verb === undefined || scan.asks[0] !== 'who' ? null : doerOf(verb.text, object.dataset, ontology)
  const head =
    things.find((one) => one !== object)?.dataset ??
    ontology.datasets.find(({ name }) => name === doer) ??
    whoOf(scan, object.dataset, ontology)
  const used = doer === null || verb === undefined ? [object] : [object, verb]
  return measured([{ kind: 'count', dataset: object.dataset.name }], head, used)
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

/** "what did we take last Saturday", "what did the shop take". */
function asksForTakings({ asks }: Scan, things: Asked['things'], trade: Trade | null): boolean {
  return asks[0] === 'which' && things.every(({ dataset }) => dataset === trade?.header)
}

/** "vip guests spent": what buyers spend is revenue, what "we bought" is not. */
function isSpentHere({ text }: Of<'verb'>, scan: Scan, ontology: Ontology): boolean {
  if (/\bwe\b/i.test(text)) return false
  return scan.asks[0] === 'who' || mentionsOf(scan, 'thing').some(({ dataset }) => isBuyer(dataset, ontology))
}

/** Staff sell, and buyers spend. */
function whoDoes({ verb }: Of<'verb'>, ontology: Ontology): Dataset | null {
  return verb === 'sell' || verb === 'earn' ? staffOf(ontology) : buyerOf(ontology)
}

/** "how much did we sell", "who spent the most", "how many roses did we sell". */
function moneyVerb({ scan, things, metric, ontology }: Asked): Measured | null {
  const verbs = mentionsOf(scan, 'verb').filter(({ mode }) => mode !== 'not' && mode !== 'without')
  const [verb] = verbs
  const isMany = scan.asks.includes('many')
  const { trade } = businessOf(ontology)
  const isTaken = (verb?.verb === 'charge' || verb?.verb === 'earn') && asksForTakings(scan, things, trade)
  const isAsked =
    scan.asks.includes('much') || scan.rank !== null || isTaken || (isMany && verb?.verb === 'sell')
  // What takes longest is no matter of money.
  if (verb === undefined || !isAsked || scan.rank?.by === 'long') return null
  const isWho = scan.asks[0] === 'who'
  // "who spent the most on the cup": people are asked for, not registrations.
  const asked = isWho ? things.filter(({ dataset }) => dataset !== trade?.header) : things
  const head = asked[0]?.dataset ?? (isWho ? whoDoes(verb, ontology) : null)
  const part = head === null && !isMany && scan.rank === null ? partTaken(scan, verb, ontology) : null
  if (part !== null) return measured([part], null, verbs)
  const by = (name: string): Measured | null => {
    const found = metric(name)
    if (found === null) return null
    const groups = isWho && asked.length === 0 ? namedInRows(found.name, head, ontology) : []
    return groups.length === 0
      ? measured([metricSlot(found)], head, verbs)
      : { ...measured([metricSlot(found)], null, [...verbs, ...things]), groups }
  }
  switch (verb.verb) {
    case 'sell':
      return by(isMany && scan.rank === null ? 'units_sold' : 'revenue')
    case 'earn': {
      // People earn wages, but what they bring in are sales.
      const isBrought = /^(?:br|gener|turn|pull)/i.test(verb.text)
      return isMany || (!isBrought && (isWho || (head !== null && isPeople(head)))) ? null : by('revenue')
    }
    case 'charge': {
      // "how much fees did we charge": the fees have amounts of their own.
      const own = head === null || isMany || scan.rank !== null ? null : mainAmount(head)
      if (head !== null && own !== null && head !== businessOf(ontology).trade?.header && !isPeople(head))
        return measured([own], null, [...verbs, ...things.slice(0, 1)])
      return isMany ? null : by('revenue')
    }
    case 'buy':
      return isMany ? null : by('revenue')
    case 'spend':
      return by(isSpentHere(verb, scan, ontology) ? 'revenue' : 'spending')
    case 'pay':
      return by('payments_received') ?? by('spending')
    case 'refund':
      return by('refunded_amount')
    case 'save':
      return by('discounts_given')
    case 'cost':
    case 'work':
    case 'produce':
      return null
    case 'owe': {
      const debt = debtOf(ontology)
      const amount = debt === null ? null : mainAmount(debt.dataset)
      return amount === null ? null : measured([amount], head, verbs, true)
    }
  }
}

/** "who donated the most": the people whom the rows of a stream name in a text of their own. */
function namedInRows(metric: string, head: Dataset | null, ontology: Ontology): readonly GroupSlot[] {
  const { streams, trade } = businessOf(ontology)
  const [who, ...more] = streams.find((one) => one.trade === trade)?.people ?? []
  const home = homeOf(metric, ontology)
  if (trade === null || who === undefined || more.length > 0 || home === null) return []
  if (head !== null && head !== trade.header && reachesOne(home, head.name, ontology)) return []
  const field = trade.header.fields.find(({ label }) => nameWords(label).join(' ') === who)
  return field === undefined ? [] : [{ kind: 'field', field: fieldRef(trade.header, field) }]
}

/** "how much did we take in vouchers": the amounts of these rows, not of the sales that they belong to. */
function partTaken(scan: Scan, { verb }: Of<'verb'>, ontology: Ontology): MeasureSlot | null {
  const home = homeOf('revenue', ontology)
  const [value, ...more] = mentionsOf(scan, 'value')
  if (verb !== 'charge' && verb !== 'earn' && verb !== 'pay') return null
  if (home === null || value === undefined || more.length > 0) return null
  const [name, ...others] = new Set(value.values.map(({ dataset }) => dataset))
  const dataset = ontology.datasets.find((each) => each.name === name)
  if (dataset === undefined || others.length > 0 || dataset.name === home) return null
  return reachesOne(home, dataset.name, ontology) ? null : mainAmount(dataset)
}

function isBuyer(head: Dataset | null, ontology: Ontology): boolean {
  const home = homeOf(revenueOf(ontology), ontology)
  if (head === null || home === null) return false
  return (
    distance(home, head.name, ontology) < 4 &&
    !nameWords(head.label).some((word) => word === 'supplier' || word === 'vendor')
  )
}

/** "how much did we give away in discounts", "how much rent": the amounts of the rows with this value. */
function amountOfValue({ scan, things, metric, ontology }: Asked): Measured | null {
  const values = mentionsOf(scan, 'value').flatMap((one) => one.values.map(({ dataset }) => dataset))
  if (!scan.asks.includes('much') || things.length > 0 || values.length === 0) return null
  const found = [lineRevenue, 'spending']
    .flatMap((name) => metric(name) ?? [])
    .filter(({ name }) => values.includes(homeOf(name, ontology) ?? ''))
  const [only, ...more] = found
  return only === undefined || more.length > 0
    ? null
    : measured([metricSlot(only)], null, mentionsOf(scan, 'verb'))
}

/** "compare this year with last year": revenue, where nothing else is named. */
function comparedPeriods({ scan, things, metric }: Asked): Measured | null {
  const isCompared = mentionsOf(scan, 'time').some(({ time }) => time.comparison === 'period')
  const revenue = metric('revenue')
  if (!isCompared || things.length > 0 || revenue === null || mentionsOf(scan, 'value').length > 0)
    return null
  return measured([metricSlot(revenue)], null, [])
}
