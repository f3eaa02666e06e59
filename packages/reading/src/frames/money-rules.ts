import type { Dataset, Field, Ontology } from '@quipu/query'
import { field as fieldRef } from '../interpret/builder.ts'
import { isMeasure, isPeople, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { measureNamed } from '../metrics/field-finder.ts'
import { outstanding } from '../metrics/owed.ts'
import type { MeasureSlot, Note } from '../plan/frame.ts'
import { businessOf } from '../business/business.ts'
import { sums } from './bare-amounts.ts'
import { debtorOf } from './debtor.ts'
import { peopleNamed } from './headcounts.ts'
import {
  asBusiness,
  buyerOf,
  mainAmount,
  measured,
  mentionsOf,
  metricSlot,
  owedSum,
  type Asked,
  type Measured,
  type Of,
} from './measured.ts'
import type { Mention } from './scan.ts'
import { homeOf } from '../business/moments.ts'
import { eventMoment } from '../lexicon/event-moment.ts'
import { distance, reachesOne } from '../business/nearest.ts'
import { debtOf } from './states.ts'
import { isCountOf } from './word-cells.ts'

/** "who owes us money": each with what is owed. */
export function owedByWhom({ scan, things, metric, ontology }: Asked): Measured | null {
  const verbs = mentionsOf(scan, 'verb')
  const [verb] = verbs
  if (verb?.verb !== 'owe' || verb.mode === 'not' || scan.rank !== null || things.length > 0) return null
  const debt = debtOf(ontology)
  const buyer = debtorOf(ontology)
  const amount = debt === null ? null : owedSum(debt.dataset)
  if (scan.asks[0] !== 'who' || buyer === null) return null
  const open = metric(outstanding)
  if (open !== null) return asBusiness(measured([metricSlot(open)], buyer, verbs))
  if (debt === null || amount === null) return null
  return reachesOne(debt.dataset.name, buyer.name, ontology) ? measured([amount], buyer, verbs, true) : null
}

/** "how much is overdue", "how much is outstanding": the amounts of what is owed. */
export function owedAmount({ scan, things, metric, ontology }: Asked): Measured | null {
  const states = mentionsOf(scan, 'state').filter(({ state }) => state === 'late' || state === 'unpaid')
  const debt = debtOf(ontology)
  const open = metric(outstanding)
  // "overdue from customers", "total of fees still outstanding"
  const whose = mentionsOf(scan, 'thing').filter(
    ({ dataset, mode }) => mode !== 'by' && (dataset === debt?.dataset || isBuyer(dataset, ontology)),
  )
  const named = mentionsOf(scan, 'field').filter(
    ({ nouns }) => debt !== null && isAmountOf(nouns, debt.dataset),
  )
  const isOther = scan.mentions.some(
    (one) =>
      one.kind === 'metric' ||
      // "outstanding on receipts sold on account"
      (one.kind === 'verb' && one.verb !== 'sell') ||
      (one.kind === 'field' && one.mode !== 'by' && !named.includes(one)),
  )
  const isAmount = states.some(({ text }) => /\b(?:amounts?|balances?|money|debts?)\b/i.test(text))
  const isAsked = scan.asks.includes('much') || isAmount || (scan.isTotal && scan.asks.length === 0)
  const isWhole = things.every((one) => whose.includes(one)) && scan.rank === null
  if (!isAsked || scan.asks.includes('many') || states.length !== 1 || !isWhole || isOther) return null
  const used = [...whose, ...named, ...mentionsOf(scan, 'verb')]
  if (open !== null) {
    const unpaid = states.filter(({ state }) => state === 'unpaid')
    return asBusiness(measured([metricSlot(open)], null, [...used, ...unpaid]))
  }
  const amount = debt === null ? null : owedSum(debt.dataset)
  return amount === null ? null : measured([amount], null, used)
}

/** "fees", where a bill has no other amount of this name. */
function isAmountOf(nouns: Of<'field'>['nouns'], dataset: Dataset): boolean {
  return nouns.some((noun) => noun.kind === 'field' && noun.dataset === dataset && isMeasure(noun.field))
}

/** "what did repairs cost us", "which car costs us the most", "which contractor did we pay the most". */
export function costOfThing({ scan, things, metric, ontology }: Asked): Measured | null {
  const verbs = mentionsOf(scan, 'verb').filter(({ mode }) => mode !== 'not' && mode !== 'without')
  const [verb, ...more] = verbs
  if (verb === undefined || more.length > 0 || (verb.verb !== 'cost' && verb.verb !== 'spend')) return null
  const isAsked = scan.rank !== null || scan.asks.includes('much') || scan.asks.includes('which')
  if (!isAsked || scan.asks.includes('many')) return null
  const spending = metric('spending')
  const home = spending === null ? null : homeOf(spending.name, ontology)
  // The things or properties that are named say whose rows have the costs.
  const costly = things.flatMap((thing) => {
    const cost = / out\b/i.test(verb.text) ? paidField(thing.dataset) : costField(thing.dataset)
    return cost === null ? [] : [{ thing, cost }]
  })
  const [own] = costly
  const isOfOthers = things.length > 1 || mentionsOf(scan, 'field').length > 0
  if (verb.verb === 'cost' && own !== undefined && (scan.rank === null || isOfOthers)) {
    const slot: MeasureSlot = {
      kind: 'field',
      field: fieldRef(own.thing.dataset, own.cost),
      function: 'sum',
    }
    const head = scan.rank === null ? null : (things.find((one) => one !== own.thing)?.dataset ?? null)
    return measured([slot], head, [...verbs, own.thing])
  }
  const [head] = things
  // "what did we spend on ingredients": the rows of what was bought.
  if (head !== undefined && things.length === 1 && head.dataset.name === home && spending !== null)
    if (scan.rank === null) return asBusiness(measured([metricSlot(spending)], null, [...verbs, head]))
  if (head !== undefined) {
    const near = home !== null && distance(home, head.dataset.name, ontology) <= 4
    if (near && spending !== null && scan.rank !== null && !isBuyer(head.dataset, ontology))
      return measured([metricSlot(spending)], head.dataset, verbs)
    return null
  }
  const costs = propertyCosts(scan)
  if (costs !== null && scan.rank !== null) return measured([costs], null, verbs)
  // "what did we pay the carriers, per carrier": the costs of the rows that name one.
  const [whom] = mentionsOf(scan, 'field').filter(({ mode }) => mode !== 'by')
  const isOfPurchases = mentionsOf(scan, 'field').some(({ nouns }) =>
    nouns.some((noun) => noun.kind === 'field' && noun.dataset.name === home),
  )
  if (costs !== null && !isOfPurchases && /\bwe\b/i.test(verb.text) && home !== datasetOf(costs)) {
    const isTold = mentionsOf(scan, 'field').length > 1 && whom !== undefined
    return asBusiness(measured([costs], null, isTold ? [...verbs, whom] : verbs))
  }
  const isOfBought = mentionsOf(scan, 'field').some(
    ({ nouns: [best] }) => best?.kind === 'field' && best.dataset.name === home,
  )
  if (isOfBought && spending !== null && scan.rank !== null)
    return measured([metricSlot(spending)], null, verbs)
  return verb.verb === 'cost' && spending !== null && hasValueNear(scan, home, ontology)
    ? measured([metricSlot(spending)], null, verbs)
    : null
}

function datasetOf(slot: MeasureSlot): string | null {
  return slot.kind === 'field' ? slot.field.dataset : null
}

function isBuyer(dataset: Dataset, ontology: Ontology): boolean {
  return buyerOf(ontology) === dataset
}

function hasValueNear(scan: Asked['scan'], home: string | null, ontology: Ontology): boolean {
  const values = mentionsOf(scan, 'value').flatMap((one) => one.values)
  return home !== null && values.some(({ dataset }) => reachesOne(home, dataset, ontology))
}

/** "which contractor": a property of rows that have a cost each. */
function propertyCosts(scan: Asked['scan']): MeasureSlot | null {
  const named = mentionsOf(scan, 'field').flatMap(({ nouns }) =>
    nouns.flatMap((noun) => (noun.kind === 'field' && !isMeasure(noun.field) ? [noun.dataset] : [])),
  )
  // A list of prices says what one piece costs.
  const [only, ...more] = new Set(
    named.filter((dataset) => costField(dataset) !== null && measureNamed(dataset, [['price']]) === null),
  )
  const cost = only === undefined || more.length > 0 ? null : costField(only)
  return only === undefined || cost === null
    ? null
    : { kind: 'field', field: fieldRef(only, cost), function: 'sum' }
}

/** What the rows of a dataset cost: a field called so, or the amount of rows that are costs. */
function costField(dataset: Dataset): Field | null {
  const named = measureNamed(dataset, [['total', 'cost'], ['cost'], ['expense']], perPiece)
  if (named !== null) return named
  return nameWords(dataset.label).some((word) => outgoings.has(word))
    ? measureNamed(dataset, [['total', 'amount'], ['amount'], ['total'], ['value'], ['sum']], perPiece)
    : null
}

/** What was paid out for the rows of a dataset, such as claims: what was granted, not what was asked for. */
function paidField(dataset: Dataset): Field | null {
  const groups = 'payout paid pay settled settle approved approve granted grant'
    .split(' ')
    .map((word) => [word])
  return measureNamed(dataset, groups, perPiece) ?? costField(dataset)
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const perPiece = words('unit price each hourly daily rate list purchase shipping')
const outgoings = words('cost expense expenditure spending outlay repair maintenance fuel')

/** "vehicle costs by kind", "late fees per month": amounts, not numbers of rows. */
export function sumOfMoney({ scan, things, metric, ontology }: Asked): Measured | null {
  const [thing, ...more] = things
  if (thing === undefined || more.length > 0 || scan.rank !== null || scan.isAverage) return null
  const isOfMoney = scan.isShare ? ['much', 'which'] : ['much']
  if (scan.asks.some((ask) => !isOfMoney.includes(ask))) return null
  const last = thing.text.toLowerCase().split(/\s+/).at(-1) ?? ''
  const isSplit = scan.mentions.some(
    (one) =>
      one.mode === 'by' ||
      one.kind === 'unit' ||
      // "expenses last month"
      one.kind === 'time',
  )
  // "fees that we collected" are still a sum.
  const taken = mentionsOf(scan, 'verb').filter(
    ({ verb, mode }) => (verb === 'charge' || verb === 'earn') && mode !== 'not' && mode !== 'without',
  )
  const isOther = scan.mentions.some(
    (one) => (one.kind === 'verb' && !taken.includes(one)) || one.kind === 'state' || one.kind === 'metric',
  )
  if (!sums.has(last) || !isSplit || isOther) return null
  const used = taken.filter(({ events }) => events.length === 0)
  const revenue = metric('revenue')
  if (revenue !== null && homeOf(revenue.name, ontology) === thing.dataset.name)
    return asBusiness(measured([metricSlot(revenue)], null, [thing, ...used]))
  const amount = scan.isShare ? null : mainAmount(thing.dataset)
  return amount === null ? null : asBusiness(measured([amount], null, [thing, ...used]))
}

/** "how many guests did we have": a field counts them in each row. */
export function countedInField({ scan, things, ontology }: Asked): Measured | null {
  if (!scan.asks.includes('many') || scan.rank !== null || scan.isAverage) return null
  const header = businessOf(ontology).trade?.header
  const fields = mentionsOf(scan, 'field')
  const [field, ...more] = fields
  if (header === undefined || field === undefined || more.length > 0 || things.length > 0) return null
  const found = visible(header).filter((one) => isMeasure(one) && isCountOf(one, field.text))
  const [only, ...others] = found
  if (only === undefined || others.length > 0) return null
  const slot: MeasureSlot = { kind: 'field', field: fieldRef(header, only), function: 'sum' }
  return asBusiness(measured([slot], null, [field]))
}

/** "average spend per guest": the metric divided by all that the field counts. */
export function averagePerCount({ scan, things, metric, ontology }: Asked): Measured | null {
  const [per, ...more] = mentionsOf(scan, 'field').filter(({ mode }) => mode === 'by')
  if (per === undefined || more.length > 0 || scan.rank !== null || things.length > 0) return null
  const people = peopleNamed(per.text, ontology)
  const [named, ...others] = mentionsOf(scan, 'metric')
  const verbs = mentionsOf(scan, 'verb')
  const isSpent = named?.metric.name === 'spending' || verbs.some(({ verb }) => verb === 'spend')
  const of = isSpent ? metric('revenue') : (named?.metric ?? null)
  if (people === null || of === null || others.length > 0) return null
  const slot: MeasureSlot = { kind: 'per', name: of.name, field: fieldRef(people.dataset, people.field) }
  return measured([slot], null, [per, ...mentionsOf(scan, 'metric'), ...verbs])
}

/** "average ticket this month": what a sale comes to on average, where nothing else is averaged. */
export function averageSale({ scan, things, metric, ontology }: Asked): Measured | null {
  const [thing, ...more] = things
  const average = metric('average_order_value')
  const isSplit = (one: Mention): boolean =>
    one.mode === 'by' && (one.kind === 'thing' || one.kind === 'field')
  const isOther = scan.mentions.some(
    (one) =>
      one !== thing && one.kind !== 'time' && one.kind !== 'unit' && one.kind !== 'value' && !isSplit(one),
  )
  if (!scan.isAverage || thing === undefined || more.length > 0 || isOther) return null
  if (scan.rank !== null || scan.asks.includes('many') || scan.isShare || scan.isRate || scan.isSize)
    return null
  if (
    thing.mode !== 'plain' ||
    scan.mentions.some((one) => one.kind === 'thing' && one !== thing && one.dataset === thing.dataset)
  )
    return null
  // "orders per customer on average" are counted, "average order per customer" is an amount.
  if (scan.mentions.some(isSplit) && /[^s]s$/i.test(thing.text)) return null
  if (thing.dataset !== businessOf(ontology).trade?.header) return averageBill(thing)
  return average === null ? null : measured([metricSlot(average)], null, [thing])
}

const moneyWords = /\b(?:amount|total|price|cost|net|gross|fee|sum|value|subtotal|charge|paid)\b/i

/** "average invoice per kind of job": the mean of what these rows come to. */
function averageBill(thing: Of<'thing'>): Measured | null {
  const { dataset, text } = thing
  const amount = eventMoment(dataset) === null || isPeople(dataset) ? null : mainAmount(dataset)
  const field =
    amount?.kind === 'field' ? dataset.fields.find(({ name }) => name === amount.field.field) : undefined
  if (amount?.kind !== 'field' || field === undefined || !moneyWords.test(field.label)) return null
  const note: Note = {
    about: `meaning of average ${text}`,
    says: `The average ${text} is the average ${field.label}.`,
    changesNumbers: true,
  }
  return asBusiness({ ...measured([{ ...amount, function: 'avg' }], null, [thing]), notes: [note] })
}

/** "average guests per day": all that the field counts, divided by the days. */
export function countedPerDay({ scan, things, ontology }: Asked): Measured | null {
  const header = businessOf(ontology).trade?.header
  const moment = header === undefined ? null : eventMoment(header)
  const [field, ...more] = mentionsOf(scan, 'field')
  const units = [
    ...mentionsOf(scan, 'unit').map((one) => ({ one, unit: one.unit })),
    ...mentionsOf(scan, 'time').flatMap((one) =>
      one.time.kind === 'grain' && one.time.unit !== null ? [{ one, unit: one.time.unit }] : [],
    ),
  ]
  const [per, ...others] = units
  if (header === undefined || moment === null || field === undefined || per === undefined) return null
  if (!scan.isAverage || scan.rank !== null || things.length + more.length + others.length > 0) return null
  const counted = visible(header).find((one) => isMeasure(one) && isCountOf(one, field.text))
  if (counted === undefined || per.unit === 'hour' || per.unit === 'minute') return null
  const slot: MeasureSlot = {
    kind: 'daily',
    field: fieldRef(header, counted),
    moment: fieldRef(header, moment),
    unit: per.unit,
  }
  return asBusiness(measured([slot], null, [field, per.one]))
}
