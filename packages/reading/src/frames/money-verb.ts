import type { Dataset, Ontology } from '@quipu/query'
import { field as fieldRef } from '../interpret/builder.ts'
import { isPeople } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { outstanding } from '../metrics/owed.ts'
import { soldByRow } from '../metrics/trade-metrics.ts'
import type { Trade } from '../metrics/trade.ts'
import type { GroupSlot, MeasureSlot, Note } from '../plan/frame.ts'
import { businessOf, revenueOf } from '../business/business.ts'
import { debtorOf } from './debtor.ts'
import {
  asBusiness,
  buyerOf,
  mainAmount,
  measured,
  mentionsOf,
  metricSlot,
  owedSum,
  staffOf,
  type Asked,
  type Measured,
  type Of,
} from './measured.ts'
import { homeOf } from '../business/moments.ts'
import { distance, reachesOne } from '../business/nearest.ts'
import { incomeOf } from './other-amounts.ts'
import type { Scan } from './scan.ts'
import { debtOf, debtsOf, stateMeaning } from './states.ts'

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
  if (verb === 'owe') return debtorOf(ontology)
  return verb === 'sell' || verb === 'earn' ? staffOf(ontology) : buyerOf(ontology)
}

/** Whether the question asks how much, for a rank, or what was taken or spent. */
function isAskedBy(verb: Of<'verb'>, scan: Scan, things: Asked['things'], trade: Trade | null): boolean {
  const isTaken = (verb.verb === 'charge' || verb.verb === 'earn') && asksForTakings(scan, things, trade)
  // "what have we spent with each supplier"
  const isSpent = verb.verb === 'spend' && scan.asks[0] === 'which' && /\bwe\b/i.test(verb.text)
  const isSold = scan.asks.includes('many') && verb.verb === 'sell'
  return scan.asks.includes('much') || scan.rank !== null || isTaken || isSpent || isSold
}

/** "what did we sell last month": what it came to, unless things or what they are divided by are named, or what sold. */
function asksWhatWasSold(verb: Of<'verb'>, scan: Scan): boolean {
  const isDated = mentionsOf(scan, 'time').some(({ time }) => time.range !== null)
  const isNamed = scan.mentions.some(({ kind }) => kind === 'thing' || kind === 'metric' || kind === 'value')
  return (
    verb.verb === 'sell' &&
    verb.at > 2 &&
    isDated &&
    scan.asks[0] === 'which' &&
    scan.rank === null &&
    !scan.asks.includes('many') &&
    !isNamed
  )
}

const soldAmount: Note = {
  about: 'meaning of sell',
  says: '“What was sold” is read as what it came to in money.',
  changesNumbers: true,
}

/** "how much did we sell", "who spent the most", "how many roses did we sell". */
export function moneyVerb(asked: Asked): Measured | null {
  return whatWasSold(asked) ?? moneyOf(asked)
}

function whatWasSold({ scan, metric }: Asked): Measured | null {
  const verbs = mentionsOf(scan, 'verb').filter(({ mode }) => mode !== 'not' && mode !== 'without')
  const [verb] = verbs
  const revenue = verb !== undefined && asksWhatWasSold(verb, scan) ? metric('revenue') : null
  return revenue === null
    ? null
    : asBusiness({ ...measured([metricSlot(revenue)], null, verbs), notes: [soldAmount] })
}

function moneyOf({ scan, things, metric, ontology }: Asked): Measured | null {
  const verbs = mentionsOf(scan, 'verb').filter(({ mode }) => mode !== 'not' && mode !== 'without')
  const [verb] = verbs
  const isMany = scan.asks.includes('many')
  const { trade } = businessOf(ontology)
  // What takes longest is no matter of money.
  if (verb === undefined || !isAskedBy(verb, scan, things, trade) || scan.rank?.by === 'long') return null
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
      if (isMany && scan.rank === null) {
        const pieces = piecesOf(head, ontology)
        if (pieces !== null) return asBusiness(measured([pieces], null, [...verbs, ...things.slice(0, 1)]))
        // "how many mats did we sell" beside passes: rows that are pieces have to be named.
        if (trade !== null && soldByRow(trade) !== null) return null
      }
      return by(isMany && scan.rank === null ? 'units_sold' : 'revenue')
    case 'earn': {
      // People earn wages, but what they bring in are sales.
      const own = head === null || scan.rank !== null || isMany ? null : incomeOf(head, ontology)
      if (own !== null) return asBusiness(measured([own], null, [...verbs, ...things.slice(0, 1)]))
      const isBrought = /^(?:br|gener|turn|pull)| us$/i.test(verb.text)
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
      return isMany ? null : isFromSupplier(scan, metric, ontology) ? by('purchases') : by('revenue')
    case 'spend':
      return isSpentHere(verb, scan, ontology) ? by('revenue') : spent(verb, scan, ontology, by)
    case 'pay':
      return by('payments_received') ?? by('spending')
    case 'refund':
      return by('refunded_amount')
    case 'save':
      return by('discounts_given')
    case 'cost':
    case 'work':
    case 'produce':
    case 'keep':
    case 'use':
      return null
    case 'owe':
      return owedOf({ scan, things, metric, ontology }, verbs, head)
  }
}

/** What we bought, or else what we paid. */
function spent(
  { text }: Of<'verb'>,
  scan: Scan,
  ontology: Ontology,
  by: (name: string) => Measured | null,
): Measured | null {
  const isBought = /\b(?:buy|bought|purchased?|order(?:ed)? from)\b/i.test(text)
  return fromWhom(scan, ontology, (isBought ? by('purchases') : null) ?? by('spending'))
}

/** "how much did we buy from suppliers": each row of what was bought names one, so that the words narrow nothing. */
function fromWhom(scan: Scan, ontology: Ontology, found: Measured | null): Measured | null {
  const [slot] = found?.measures ?? []
  const home = slot?.kind === 'metric' ? homeOf(slot.name, ontology) : null
  const named = mentionsOf(scan, 'field').filter(
    ({ mode, text, nouns: [best] }) =>
      mode === 'preposition' &&
      /[^s]s$/i.test(text) &&
      best?.kind === 'field' &&
      best.dataset.name === home &&
      best.field.type === 'text' &&
      best.field.statistics.nulls === 0,
  )
  return found === null ? null : { ...found, used: new Set([...found.used, ...named]) }
}

/** "how much have we ordered from each supplier": those whom purchases name, and sales do not. */
function isFromSupplier(scan: Scan, metric: Asked['metric'], ontology: Ontology): boolean {
  const bought = metric('purchases')
  const home = bought === null ? null : homeOf(bought.name, ontology)
  const { trade } = businessOf(ontology)
  const isParty = (name: string): boolean => {
    const dataset = ontology.datasets.find((each) => each.name === name)
    const isNamed = nameWords(dataset?.label ?? '').some((word) => word === 'supplier' || word === 'vendor')
    const isOfSales = [trade?.header, trade?.lines?.dataset].some(
      (rows) => rows !== undefined && rows.name !== name && distance(rows.name, name, ontology) <= 1.5,
    )
    return home !== null && reachesOne(home, name, ontology) && (isNamed || !isOfSales)
  }
  return (
    mentionsOf(scan, 'thing').some(({ dataset }) => isParty(dataset.name)) ||
    mentionsOf(scan, 'value').some(({ values: [best] }) => best !== undefined && isParty(best.dataset))
  )
}

/** "how many passes did we sell": each row is one piece, where sales of this kind have no quantity. */
function piecesOf(head: Dataset | null, ontology: Ontology): MeasureSlot | null {
  const { trade, streams } = businessOf(ontology)
  const all = streams.length > 0 ? streams : trade === null ? [] : [{ trade, prefix: '' }]
  const found = all.find((one) => head !== null && soldByRow(one.trade) === head)
  return found === undefined ? null : { kind: 'metric', name: `${found.prefix}units_sold` }
}

/** What customers owe, as far as the data knows what they paid. What we owe is the other way round. */
function owedOf(
  { scan, things, metric, ontology }: Asked,
  verbs: readonly Of<'verb'>[],
  head: Dataset | null,
): Measured | null {
  if (verbs.some(({ text }) => /\bwe\b/i.test(text))) return null
  const open = metric(outstanding)
  const debts = debtsOf(ontology).map(({ dataset }) => dataset)
  const bills = things.filter(({ dataset }) => debts.includes(dataset))
  const [bill, ...others] = bills
  const owed = open === null ? null : homeOf(open.name, ontology)
  if (open !== null && (bill === undefined || bill.dataset.name === owed))
    return asBusiness(
      measured([metricSlot(open)], head === bill?.dataset ? null : head, [...verbs, ...bills]),
    )
  if (bill === undefined || others.length > 0) {
    const debt = debtOf(ontology)
    const amount = debt === null ? null : owedSum(debt.dataset)
    return amount === null ? null : measured([amount], head, verbs, true)
  }
  // "owes the most on rental invoices": these bills, whatever else is owed.
  const amount = owedSum(bill.dataset)
  const condition = stateMeaning('unpaid', bill.dataset, ontology, '')?.condition ?? null
  const whose =
    things.find((one) => one !== bill)?.dataset ?? (scan.asks[0] === 'who' ? debtorOf(ontology) : null)
  if (amount === null || condition === null) return null
  return asBusiness({
    ...measured([amount], whose, [...verbs, bill]),
    filters: [{ key: 'state unpaid', condition }],
  })
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

/** Those who buy, and not those whom we buy from. */
export function isBuyer(head: Dataset | null, ontology: Ontology): boolean {
  const home = homeOf(revenueOf(ontology), ontology)
  if (head === null || home === null) return false
  return (
    distance(home, head.name, ontology) < 4 &&
    !nameWords(head.label).some((word) => word === 'supplier' || word === 'vendor')
  )
}
