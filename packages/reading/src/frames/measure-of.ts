import type { Dataset, Field, Ontology } from '@quipu/query'
import { field as fieldRef, keyOf } from '../interpret/builder.ts'
import { isMeasure, isMoment, isPeople } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { parentsOf } from '../metrics/field-finder.ts'
import { lineRevenue } from '../metrics/trade-metrics.ts'
import type { Trade } from '../metrics/trade.ts'
import type { MeasureSlot } from '../plan/frame.ts'
import { businessOf } from './business.ts'
import { timeBetween, timeFromTo } from './between.ts'
import { countOrList } from './count-or-list.ts'
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
import { orderedAmount, pricedThing, shareOfField } from './sold-rules.ts'
import { debtOf } from './states.ts'
import { eventMoment, homeOf } from './moments.ts'
import { distance, reachesOne } from './nearest.ts'
import { doerOf } from './reference-roles.ts'
import type { Mention, Scan } from './scan.ts'

/** Tried in this order; the first that fits decides. */
const rules: readonly ((asked: Asked) => Measured | null)[] = [
  serviceTime,
  ratedThing,
  longestThing,
  rateOfState,
  timesOfValue,
  hoursWorked,
  timeTaken,
  timeFromTo,
  timeBetween,
  owedByWhom,
  owedAmount,
  costOfThing,
  sumOfMoney,
  bareAmount,
  countedInField,
  averagePerCount,
  averageSale,
  countedPerDay,
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

const aside: ReadonlySet<string> = new Set(['by', 'without', 'not'])

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
  if (object === undefined) return null
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

/** "how much did we sell", "who spent the most", "how many roses did we sell". */
function moneyVerb({ scan, things, metric, ontology }: Asked): Measured | null {
  const verbs = mentionsOf(scan, 'verb').filter(({ mode }) => mode !== 'not' && mode !== 'without')
  const [verb] = verbs
  const isMany = scan.asks.includes('many')
  // "what did we take last Saturday"
  const isTaken =
    scan.asks[0] === 'which' && things.length === 0 && (verb?.verb === 'charge' || verb?.verb === 'earn')
  const isAsked =
    scan.asks.includes('much') || scan.rank !== null || isTaken || (isMany && verb?.verb === 'sell')
  // "takes the longest to …" asks for a time.
  if (verb === undefined || !isAsked || scan.rank?.by === 'long') return null
  const isWho = scan.asks[0] === 'who'
  const head =
    things[0]?.dataset ??
    (isWho ? (verb.verb === 'sell' || verb.verb === 'earn' ? staffOf(ontology) : buyerOf(ontology)) : null)
  const part = head === null && !isMany && scan.rank === null ? partTaken(scan, verb, ontology) : null
  if (part !== null) return measured([part], null, verbs)
  const by = (name: string): Measured | null => {
    const found = metric(name)
    return found === null ? null : measured([metricSlot(found)], head, verbs)
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
      // "vip guests spent": the guests are named beside the value that narrows them.
      return by(
        isWho || mentionsOf(scan, 'thing').some(({ dataset }) => isBuyer(dataset, ontology))
          ? 'revenue'
          : 'spending',
      )
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
  const home = homeOf('revenue', ontology)
  if (head === null || home === null) return false
  return (
    distance(home, head.name, ontology) < 4 &&
    !nameWords(head.label).some((word) => word === 'supplier' || word === 'vendor')
  )
}

/** "best customers", "busiest day", "biggest orders": by revenue, by the number of sales, or by their own amount. */
function rankedThing({ scan, things, metric, ontology }: Asked): Measured | null {
  const { rank } = scan
  const { trade } = businessOf(ontology)
  if (rank === null || trade === null || scan.asks.includes('many')) return null
  const head = things[0]?.dataset ?? soldOfKind(scan, trade, ontology)
  // What takes the longest is no best seller, nor is the strongest glue.
  if (rank.by === 'long' || (rank.isOwnQuality && head !== null)) return null
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
    const record = isPeople(head) ? trade.header : (trade.lines?.dataset ?? trade.header)
    return measured([{ kind: 'count', dataset: record.name }], head, [])
  }
  const spending = metric('spending')
  const paidTo = spending === null ? null : homeOf(spending.name, ontology)
  const isSupplier = head !== null && /\b(?:suppliers?|vendors?)$/i.test(head.label)
  if (isSupplier && spending !== null && paidTo !== null && reachesOne(paidTo, head.name, ontology))
    return measured([metricSlot(spending)], head, [])
  const revenue = (rank.by === 'selling' ? metric('units_sold') : null) ?? metric('revenue')
  const home = homeOf('revenue', ontology)
  if (rank.by === 'most' || revenue === null || home === null) return null
  if (head === null) {
    const isRanked = isTime || rankedField(scan)
    return isRanked && rank.by !== 'size' ? measured([metricSlot(revenue)], null, []) : null
  }
  const amount = mainAmount(head)
  if (head === trade.header || head.name === home)
    return amount === null ? null : measured([amount], head, [])
  return distance(home, head.name, ontology) > 4 ? null : measured([metricSlot(revenue)], head, [])
}

/** "which fruit sold best": the things sold of this kind. */
function soldOfKind(scan: Scan, { lines }: Trade, ontology: Ontology): Dataset | null {
  const [value, ...more] = mentionsOf(scan, 'value')
  if (scan.asks[0] !== 'which' || value === undefined || more.length > 0) return null
  const things = lines === null ? [] : parentsOf(lines.dataset, ontology).filter((each) => !isPeople(each))
  return things.find(({ name }) => value.values.some(({ dataset }) => dataset === name)) ?? null
}

/** What keeps people busy: not the bills, but the visits, lessons or jobs of those who are billed. */
function activityOf(header: Dataset, ontology: Ontology): Dataset {
  if (!/\b(?:invoices?|bills?|receipts?|payments?)$/i.test(header.label)) return header
  const billed = new Set(parentsOf(header, ontology))
  const [first] = ontology.datasets
    .filter((each) => !each.isHidden && each.rows > header.rows && eventMoment(each) !== null)
    .filter((each) => {
      const parents = parentsOf(each, ontology)
      return parents.length > 1 && parents.some((parent) => billed.has(parent)) && !parents.includes(header)
    })
    .toSorted((a, b) => b.rows - a.rows)
  return first ?? header
}

/** A property with few values, such as a city, is what is ranked. */
function rankedField(scan: Scan): boolean {
  const [first] = mentionsOf(scan, 'field').filter(({ mode }) => !aside.has(mode))
  return first?.nouns.some((noun) => noun.kind === 'field' && isCategory(noun.field)) === true
}

function isCategory(field: Field): boolean {
  return !isMeasure(field) && !isMoment(field) && field.role !== 'identifier'
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
