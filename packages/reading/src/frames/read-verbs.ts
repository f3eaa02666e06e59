import type { Condition, Dataset } from '@quipu/query'
import { and, compare, field as fieldOf, literal } from '../interpret/builder.ts'
import { visible } from '../lexicon/dataset-fields.ts'
import { flagValues } from '../lexicon/flags.ts'
import { businessOf } from '../business/business.ts'
import {
  addFilter,
  isNegated,
  isOfRows,
  leftOf,
  ownerOf,
  takeTime,
  type FrameDraft,
  type Of,
} from './frame-draft.ts'
import { distance, reachesOne } from '../business/nearest.ts'
import { emptyMoment } from '../business/named-moments.ts'
import { notDead } from '../business/not-dead.ts'
import { activityOf } from './ranked-thing.ts'
import { addAwaited, readEvent } from './read-values.ts'
import { debtOf, related, stateMeaning } from './states.ts'

/** Verbs of trade: those that say what the measure says anyway, and "never sold", "not bought", "not paid". */
export function readVerbs(draft: FrameDraft): void {
  for (const one of leftOf(draft, 'verb'))
    // What the answer is divided by is not left out.
    if (
      one.mode !== 'by' &&
      (isNegated(one) ? readAbsence(draft, one) : saysMeasure(draft, one) || isEvent(draft, one))
    )
      draft.left.delete(one)
  for (const one of leftOf(draft, 'state'))
    if (
      one.state === 'idle' &&
      (readUnused(draft, one) || readAbsence(draft, { ...one, kind: 'verb', verb: 'buy' }))
    )
      draft.left.delete(one)
  // "nobody ever ordered": the event of a sale, of things that are only on its lines.
  for (const one of leftOf(draft, 'value')) {
    const isSale = one.events.some(({ dataset }) => dataset === businessOf(draft.ontology).trade?.header)
    if (
      isSale &&
      isNegated(one) &&
      one.values.length === 0 &&
      readAbsence(draft, { ...one, kind: 'verb', verb: 'buy' })
    )
      draft.left.delete(one)
  }
}

/** "never used", where a date says when each was used: `redeemed_at` is empty. */
function readUnused(draft: FrameDraft, { text }: Of<'state'>): boolean {
  const owner = ownerOf(draft)
  const empty =
    owner === null || !/\bus/i.test(text) ? null : emptyMoment(owner, 'used use redeem activate spend')
  if (owner === null || empty === null || !isOfRows(draft)) return false
  addFilter(draft, 'state unused', empty, false)
  return true
}

function isEvent(draft: FrameDraft, one: Of<'verb'>): boolean {
  // "fees we collected last month": the sum of a field of these rows.
  const isSum = draft.measures[0]?.kind === 'field' && one.events.length > 0
  return (isOfRows(draft) || isSum) && readEvent(draft, { ...one, kind: 'value', values: [], parts: [] })
}

/** "sell" beside revenue, "pay" beside payments: the verb adds nothing. */
function saysMeasure({ measures: [slot], ontology, home }: FrameDraft, { verb }: Of<'verb'>): boolean {
  if (slot?.kind === 'span') return true
  if (slot?.kind !== 'metric') return false
  const { trade } = businessOf(ontology)
  const isTrade = trade?.header.name === home || trade?.lines?.dataset.name === home
  // "sales per hour worked" is divided by these hours.
  return isTrade ? verb !== 'owe' && verb !== 'refund' && verb !== 'work' : verb !== 'sell'
}

/** "members who never visited": the rows that record the event which the verb names. */
function readNoEvent(draft: FrameDraft, { events }: Of<'verb'>, owner: Dataset): boolean {
  const [event, ...more] = events.filter(
    ({ dataset }) => dataset !== owner && reachesOne(dataset.name, owner.name, draft.ontology),
  )
  if (event === undefined || more.length > 0) return false
  const inner = and(takeTime(draft, event.dataset, event.field))
  addFilter(draft, `no ${event.dataset.name}`, related(owner, event.dataset, inner), true)
  return true
}

/** "bought nothing": sales name these people too, so that the one kind of rows with a date of this name is not all. */
function isOfSales(draft: FrameDraft, { text, events }: Of<'verb'>, owner: Dataset): boolean {
  const { ontology, scan } = draft
  const header = businessOf(ontology).trade?.header
  const isNamed = events.some(({ dataset }) =>
    scan.mentions.some((one) => one.kind === 'thing' && one.dataset === dataset),
  )
  if (header === undefined || isNamed || !/^(?:b[uo]|purchase|shop)/i.test(text)) return false
  if (events.some(({ dataset }) => dataset === header)) return false
  if (!reachesOne(header.name, owner.name, ontology)) return false
  const left = events.filter(({ dataset }) => reachesOne(dataset.name, owner.name, ontology))
  const says = `Only ${header.label} count as “${text}”, not ${left.map(({ dataset }) => dataset.label).join(', ')}.`
  if (left.length > 0) draft.notes.push({ about: 'what counts', says, changesNumbers: true })
  return true
}

/** Where several streams of income name these people, a visit is not known to be a sale of the main one. */
function isOpenVisit({ ontology }: FrameDraft, { text }: Of<'verb'>, owner: Dataset): boolean {
  const near = businessOf(ontology).streams.filter(({ trade: { header } }) =>
    reachesOne(header.name, owner.name, ontology),
  )
  return near.length > 1 && !/^(?:order|b[uo]|purchase|sell|sold|shop)/i.test(text)
}

function readAbsence(draft: FrameDraft, one: Of<'verb'>): boolean {
  const { verb } = one
  const { trade } = businessOf(draft.ontology)
  const owner = ownerOf(draft)
  if (verb === 'charge' && (owner === null || !isOfRows(draft))) return readUnbilledSum(draft)
  if (owner === null || trade === null || !isOfRows(draft)) return false
  if (verb === 'pay') {
    const unpaid =
      stateMeaning('unpaid', owner, draft.ontology, draft.today)?.condition ?? owing(draft, owner)
    if (unpaid !== null) addFilter(draft, 'state unpaid', unpaid, false)
    return unpaid !== null
  }
  if (verb === 'charge') return readUnbilled(draft, owner)
  if (verb !== 'sell' && verb !== 'buy') return false
  if (verb === 'buy' && !isOfSales(draft, one, owner) && readNoEvent(draft, one, owner)) return true
  if (verb === 'buy' && isOpenVisit(draft, one, owner)) return false
  const lines = trade.lines?.dataset ?? trade.header
  const isThing = reachesOne(lines.name, owner.name, draft.ontology)
  const isOfHeader = reachesOne(trade.header.name, owner.name, draft.ontology)
  const activity = visits.test(one.text) ? activityOf(trade.header, draft.ontology) : trade.header
  const event = verb === 'sell' || (isThing && !isOfHeader) ? lines : activity
  if (event === owner || distance(owner.name, event.name, draft.ontology) === Infinity) return false
  // A visit that was called off is none.
  const came = event === trade.header || event === lines ? [] : notDead(event, draft.ontology)
  addFilter(draft, `no ${event.name}`, related(owner, event, and([...takeTime(draft, event), ...came])), true)
  return true
}

/** Words of those who come: where bills are written, visits are counted and not the bills. */
const visits = /^(?:been (?:here|seen|back)|seen|visited|visited us|stayed|come to us|came to us)$/i

/** "hours not invoiced yet": of the rows that are added up. */
function readUnbilledSum(draft: FrameDraft): boolean {
  const home = draft.ontology.datasets.find(({ name }) => name === draft.home)
  return home !== undefined && readUnbilled(draft, home)
}

/** "not invoiced yet": the reference of the row to a bill, or to a line of one, is empty. */
function readUnbilled(draft: FrameDraft, owner: Dataset): boolean {
  const { datasets, relationships } = draft.ontology
  const bills = datasets.flatMap(({ name, label }) =>
    /\b(?:invoices?|bills?)(?: (?:items?|lines?|positions?|details?|entr(?:y|ies)))?$/i.test(label)
      ? [name]
      : [],
  )
  const [link, ...more] = relationships.filter(({ from, to }) => from === owner.name && bills.includes(to))
  const field = owner.fields.find(({ name }) => name === link?.fromFields[0])
  if (field === undefined || more.length > 0 || field.statistics.nulls === 0) return false
  addFilter(draft, `no ${field.name}`, { kind: 'null', of: fieldOf(owner, field) }, false)
  onlyBillable(draft, owner)
  addAwaited(draft, owner)
  return true
}

/** What nobody is to be billed for does not wait for its bill. */
function onlyBillable(draft: FrameDraft, owner: Dataset): void {
  const flag = visible(owner).find(({ label }) => /\b(?:bill ?able|charge ?able)$/i.test(label))
  const values = flag === undefined ? null : flagValues(flag)
  if (flag === undefined || values === null) return
  const isSaid = draft.scan.mentions.some(
    ({ kind, text }) => kind !== 'verb' && /(?:bill|charge)-? ?able/i.test(text),
  )
  if (isSaid) return
  const condition = compare(fieldOf(owner, flag), '=', literal(values.yes))
  draft.filters.push({ key: `of ${flag.name}`, condition })
  const says = `Only ${owner.label} that are marked as ${flag.label}.`
  draft.notes.push({ about: 'what counts', says, changesNumbers: true })
}

/** Those with something that is not paid. */
function owing({ ontology }: FrameDraft, owner: Dataset): Condition | null {
  const debt = debtOf(ontology)
  return debt === null ? null : related(owner, debt.dataset, debt.condition)
}
