import { remembered } from '../lexicon/remembered.ts'
import type { Condition, Dataset, Field, Ontology, Query } from '@quipu/query'
import { aggregate, and, compare, emptyQuery, field as fieldOf, literal, rows } from '../interpret/builder.ts'
import { isMeasure, isMoment, isPeople, visible } from '../lexicon/dataset-fields.ts'
import { flagsOf, flagValues } from '../lexicon/flags.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { isPaidFor } from '../metrics/agreed.ts'
import { isBill, owedBills, settledStates } from '../metrics/owed.ts'
import { paymentsFor } from '../metrics/payments.ts'
import { childrenOf } from '../metrics/field-finder.ts'
import { deadStates, endedStates, stateField } from '../metrics/not-sold.ts'
import { isLasting } from '../metrics/plans.ts'
import type { State } from './state-name.ts'
import { billedOnly } from '../business/bills.ts'
import { businessOf } from '../business/business.ts'
import { isPromise, notClosed, unfinished } from '../business/unfinished.ts'
import { endMoment } from '../business/end-moment.ts'
import { notBack } from '../business/not-back.ts'
import { inStates, notDead, notDeadKinds } from '../business/not-dead.ts'
import { isInstalment } from '../business/instalments.ts'
import { dueMoment, emptyMoment, notDoneFor } from '../business/named-moments.ts'
import { isBookedOut, isFull } from '../business/places-taken.ts'
import { presentCondition } from '../business/presence.ts'
import { isFree, takenBy } from './free-things.ts'
import { endsLater, isSetAhead, openEnded } from './open-ended.ts'
import type { Note } from '../plan/frame.ts'
import { goneStates, unpaidStates } from '../business/state-words.ts'
import { stockCondition } from '../business/stock.ts'
import { unpaidRest } from '../business/unpaid-rest.ts'
import { notSettled } from '../business/unsettled.ts'
import { unanswered, unassigned, unsent } from './waiting-rows.ts'

export interface StateMeaning {
  readonly condition: Condition | null
  /** The date that a period beside the state refers to. */
  readonly moment: Field | null
  readonly note: Note | null
}

/** What a state such as "overdue" means for the rows of a dataset. Null when the data does not say. */
export function stateMeaning(
  state: State,
  dataset: Dataset,
  ontology: Ontology,
  today: string,
): StateMeaning | null {
  switch (state) {
    case 'new':
      return { condition: null, moment: null, note: null }
    case 'now':
      return activeOn(dataset, ontology, today) ?? { condition: null, moment: null, note: null }
    case 'unpaid':
      return said(unpaid(dataset, ontology), 'unpaid')
    case 'paid':
      return said(negated(unpaid(dataset, ontology)), 'paid')
    case 'on time':
    case 'idle':
    case 'due':
    case 'lapsed':
    case 'birthday':
      return null
    case 'late': {
      const meaning = said(late(dataset, ontology, today), 'late')
      return meaning === null
        ? lateLoan(dataset, ontology, today)
        : { ...meaning, moment: dueMoment(dataset) }
    }
    case 'employed':
    case 'active':
      return activeOn(dataset, ontology, today)
    case 'free':
      return said(isFree(dataset, ontology), 'free') ?? notTaken(dataset, ontology, today)
    case 'full':
      return said(isFull(dataset) ?? isBookedOut(dataset, ontology), 'full')
    case 'paying':
      return said(paying(dataset, ontology), 'paying')
    case 'ended':
      return ended(dataset)
    case 'repeat':
      return said(repeated(dataset, ontology), 'returning')
    case 'unanswered':
      return said(unanswered(dataset, ontology), 'unanswered')
    case 'to send':
      return said(unsent(dataset, ontology), 'to be sent')
    case 'unassigned':
      return said(unassigned(dataset, ontology), 'unassigned')
    case 'out of stock':
      return (
        said(stockCondition(dataset, false), 'out of stock') ??
        said(isFull(dataset) ?? isBookedOut(dataset, ontology), 'full')
      )
    case 'out':
    case 'in':
      return said(presentCondition(state, dataset, ontology, today), state === 'out' ? 'out' : 'here')
    case 'to reorder':
      return said(stockCondition(dataset, true), 'to be reordered')
  }
}

/** What nothing that runs refers to. A kind of contract may run for many, so that the answer says what was counted. */
function notTaken(dataset: Dataset, ontology: Ontology, today: string): StateMeaning | null {
  const child = takenBy(dataset, ontology)
  const runs = child === null ? null : (activeOn(child, ontology, today)?.condition ?? null)
  if (child === null || runs === null) return null
  const says = `“Free” is read as: ${dataset.label} without ${child.label} that runs now.`
  return {
    condition: { kind: 'not', of: related(dataset, child, runs) },
    moment: null,
    note: { about: 'meaning of free', says, changesNumbers: true },
  }
}

function said(condition: Condition | null, about: string): StateMeaning | null {
  return condition === null
    ? null
    : { condition, moment: null, note: { about: `meaning of ${about}`, says: '', changesNumbers: false } }
}

function negated(condition: Condition | null): Condition | null {
  return condition === null ? null : { kind: 'not', of: condition }
}

function unpaid(dataset: Dataset, ontology: Ontology): Condition | null {
  const flag = flagNamed(dataset, ontology, 'paid') ?? flagNamed(dataset, ontology, 'settled')
  if (flag !== null) return compare(fieldOf(dataset, flag.field), '=', literal(flag.no))
  const speaksOfPay =
    visible(dataset).some(({ label }) => /\bpaid\b/i.test(label)) ||
    ontology.values.exact('paid').some((each) => each.dataset === dataset.name)
  const open = stateField(dataset, unpaidStates, ontology)
  const empty = emptyMoment(dataset, 'pay paid settle settled')
  // An order that is open need not be unpaid, where a date tells.
  // A state of what awaits its payment says nothing of what was delivered on account, where no state says what is paid.
  const isTold = settledState(dataset, ontology) || dueMoment(dataset) === null
  const saysUnpaid =
    open !== null && isTold && open.values.some((value) => /pa[iy]|due|outstanding/i.test(value))
  if (empty !== null && !saysUnpaid)
    return and([empty, ...billedOnly(dataset), ...notDead(dataset, ontology, goneStates)])
  // A bill that was sent and is not settled is open, whatever the state is called.
  const settled = isBill(dataset, ontology) ? stateField(dataset, settledStates, ontology) : null
  if (settled !== null && settled.values.some((value) => /paid|settled/i.test(value)))
    return and(notDead(dataset, ontology, [...goneStates, ...settledStates]))
  if (open !== null && (speaksOfPay || nameWords(dataset.label).includes('invoice')))
    return and([notSettled(open, ontology) ?? inStates(open), ...notDeadKinds(dataset, ontology)])
  const inPart = unpaidRest(dataset, ontology)
  if (inPart !== null) return inPart
  const payments = paymentsFor(dataset, ontology)?.dataset
  if (payments === undefined) return null
  const failed = stateField(payments, [...deadStates, 'pending', 'refunded'], ontology)
  const where = failed === null ? null : ({ kind: 'not', of: inStates(failed) } as const)
  return and([{ kind: 'not', of: related(dataset, payments, where) }, ...notDead(dataset, ontology)])
}

function settledState(dataset: Dataset, ontology: Ontology): boolean {
  return (
    stateField(dataset, settledStates, ontology)?.values.some((value) => /paid|settled/i.test(value)) === true
  )
}

/** What is owed: orders, or else invoices or bills, that are not paid. */
export function debtOf(ontology: Ontology): Debt | null {
  return debtsOf(ontology)[0] ?? null
}

interface Debt {
  readonly dataset: Dataset
  readonly condition: Condition
}

const tills: ReadonlySet<string> = new Set(['receipt', 'till', 'sale', 'transaction'])

/** All that may be owed, the likeliest first. */
export const debtsOf: (ontology: Ontology) => readonly Debt[] = remembered((ontology) => {
  const { trade } = businessOf(ontology)
  const billed = ontology.datasets.filter(
    (each) =>
      !each.isHidden &&
      (/\b(?:invoices?|bills?)$/i.test(each.label) ||
        isPaidFor(each, ontology) ||
        isInstalment(each, trade?.header ?? null, ontology)),
  )
  const own = trade === null ? [] : [trade.header]
  // Receipts are paid at once, as a rule; bills are not.
  const isTill = own.some(({ label }) => nameWords(label).some((word) => tills.has(word)))
  // What is known to be paid by customers goes before what we have to pay.
  const known = owedBills(ontology)?.dataset
  const ours = known === undefined ? [] : [known]
  const ordered = isTill ? [...ours, ...billed, ...own] : [...own, ...ours, ...billed]
  return [...new Set(ordered)].flatMap((dataset) => {
    const condition = unpaid(dataset, ontology)
    return condition === null ? [] : [{ dataset, condition }]
  })
})

function late(dataset: Dataset, ontology: Ontology, today: string): Condition | null {
  const due = dueMoment(dataset)
  if (due === null) return null
  const isPast: Condition = { kind: 'during', of: fieldOf(dataset, due), start: null, end: today }
  // `next service due`: what comes again has no day on which it was done.
  if (/\bnext\b/i.test(due.label))
    return and([
      isPast,
      active(dataset, ontology) ?? { kind: 'and', of: [] },
      ...notDead(dataset, ontology, goneStates),
    ])
  const isOpen =
    notBack(dataset, due, ontology) ??
    notClosed(dataset, ontology) ??
    notDoneFor(dataset, due, ontology) ??
    (/\bdue\b/i.test(due.label) ? unpaid(dataset, ontology) : null) ??
    emptyMoment(
      dataset,
      'deliver ready complete return back resolve solve close finish arrive receive end ship dispatch despatch send pay',
    ) ??
    (isPromise(due) ? unfinished(dataset, ontology) : null) ??
    unpaid(dataset, ontology) ??
    openState(dataset, ontology)
  return isOpen === null ? null : and([isPast, isOpen, ...notDead(dataset, ontology, goneStates)])
}

/** What is lent is overdue while one of its loans is. */
function lateLoan(dataset: Dataset, ontology: Ontology, today: string): StateMeaning | null {
  const [loan, ...more] = childrenOf(dataset, ontology).flatMap((child) => {
    const isLent = /\b(?:back|returned?)\b/i.test(
      visible(child)
        .filter(isMoment)
        .map(({ label }) => label)
        .join(' '),
    )
    const condition = isLent ? late(child, ontology, today) : null
    return condition === null ? [] : [{ child, condition }]
  })
  return loan === undefined || more.length > 0 || isPeople(dataset)
    ? null
    : said(related(dataset, loan.child, loan.condition), 'late')
}

/** Rows whose state says that nobody has finished them. */
function openState(dataset: Dataset, ontology: Ontology): Condition | null {
  const open = stateField(dataset, ['open', 'outstanding', 'pending', 'in progress', 'booked'], ontology)
  return open === null ? null : inStates(open)
}

/** Whoever has given notice is there until the last day. */
const runningStates =
  'active, current, running, live, in service, in operation, operational, in use, notice, on notice, notice given, in notice, under notice'.split(
    ', ',
  )

/** `A` or `ACT` among short codes of the status of people: most of them are active. */
function codedActive(dataset: Dataset): { readonly field: Field; readonly value: string } | null {
  const found = visible(dataset).flatMap((field) => {
    const { sample, statistics, label, type } = field
    const isCoded =
      type === 'text' &&
      /\b(?:status|state)$/i.test(label) &&
      statistics.distinct <= 6 &&
      sample.every((value) => /^[A-Za-z]{1,3}$/.test(value))
    const [value, ...more] = isCoded ? new Set(sample.filter((each) => /^a(?:ct)?$/i.test(each))) : []
    return value === undefined || more.length > 0 ? [] : [{ field, value }]
  })
  const [only, ...others] = isPeople(dataset) ? found : []
  return only === undefined || others.length > 0 ? null : only
}

/** What tells those who are still there from those who have gone. Null where nothing does. */
export function active(dataset: Dataset, ontology: Ontology): Condition | null {
  const own = stateField(dataset, runningStates, ontology)
  if (own !== null) return inStates(own)
  const flag = flagNamed(dataset, ontology, 'active')
  if (flag !== null) return compare(fieldOf(dataset, flag.field), '=', literal(flag.yes))
  const coded = codedActive(dataset)
  if (coded !== null) return compare(fieldOf(dataset, coded.field), '=', literal(coded.value))
  const end = endMoment(dataset)
  return end === null ? null : { kind: 'null', of: fieldOf(dataset, end) }
}

/** What runs until a day that is set in advance runs until that day. */
function activeOn(dataset: Dataset, ontology: Ontology, today: string): StateMeaning | null {
  const known = active(dataset, ontology)
  const later = known?.kind === 'null' ? endsLater(dataset, endMoment(dataset), today) : null
  if (later !== null) return later
  const until = known === null ? visible(dataset).find((one) => isMoment(one) && isSetAhead(one)) : undefined
  if (until === undefined) return openOrBack(dataset, known, ontology, today)
  const of = fieldOf(dataset, until)
  const says = `Only ${dataset.label} whose “${until.label}” has not passed.`
  const note: Note = { about: 'what counts', says, changesNumbers: false }
  return { condition: { kind: 'during', of, start: today, end: null }, moment: null, note }
}

/** People and places that have no end of their own are current while something of theirs runs: a membership, a contract. */
function throughLasting(dataset: Dataset, ontology: Ontology): StateMeaning | null {
  const [child, ...more] = childrenOf(dataset, ontology).filter(
    (each) => isLasting(each) && active(each, ontology) !== null,
  )
  const condition = child === undefined || more.length > 0 ? null : active(child, ontology)
  if (child === undefined || condition === null) return null
  const says = `Only ${dataset.label} with ${child.label} that run now.`
  return { condition, moment: null, note: { about: 'what counts', says, changesNumbers: false } }
}

/** What came back is no longer out. */
function openOrBack(
  dataset: Dataset,
  known: Condition | null,
  ontology: Ontology,
  today: string,
): StateMeaning | null {
  if (known !== null) return said(known, 'active')
  return (
    openEnded(dataset, today) ??
    said(emptyMoment(dataset, 'return'), 'active') ??
    throughLasting(dataset, ontology)
  )
}

/** Those with something that runs now and costs money, or else those who have bought. */
function paying(dataset: Dataset, ontology: Ontology): Condition | null {
  for (const child of childrenOf(dataset, ontology)) {
    if (!nameWords(child.label).some((word) => ['subscription', 'contract', 'membership'].includes(word)))
      continue
    const gone = stateField(child, [...deadStates, ...endedStates], ontology)
    const price = visible(child).find(
      (one) => isMeasure(one) && /\b(?:mrr|price|fee|amount|rent|recurring)\b/i.test(one.label),
    )
    const conditions: Condition[] = [
      ...(gone === null ? [] : [{ kind: 'not', of: inStates(gone) } as const]),
      ...(price === undefined ? [] : [compare(fieldOf(child, price), '>', literal(0))]),
    ]
    return related(dataset, child, and(conditions))
  }
  const header = businessOf(ontology).trade?.header
  if (header === undefined || !childrenOf(dataset, ontology).includes(header)) return null
  return related(dataset, header, and(notDead(header, ontology)))
}

function ended(dataset: Dataset): StateMeaning | null {
  const end = endMoment(dataset)
  if (end === null) return null
  return {
    condition: { kind: 'not', of: { kind: 'null', of: fieldOf(dataset, end) } },
    moment: end,
    note: null,
  }
}

/** Two sales or more that meet the conditions. */
export function repeated(
  dataset: Dataset,
  ontology: Ontology,
  during: (header: Dataset) => readonly Condition[] = () => [],
): Condition | null {
  const trade = businessOf(ontology).trade
  const header = trade?.header
  if (header === undefined || !childrenOf(dataset, ontology).includes(header)) return null
  const number = trade?.number ?? null
  const sales = number === null ? rows(header) : fieldOf(header, number)
  const query: Query = {
    ...emptyQuery(header),
    where: and([...notDead(header, ontology), ...during(header)]),
    having: compare(aggregate('count', sales, number !== null), '>=', literal(2)),
  }
  return { kind: 'related', of: dataset.name, query }
}

export function related(of: Dataset, child: Dataset, where: Condition | null): Condition {
  return { kind: 'related', of: of.name, query: { ...emptyQuery(child), where } }
}

function flagNamed(dataset: Dataset, ontology: Ontology, word: string) {
  const flag = flagsOf(ontology).find((each) => each.dataset === dataset && each.name === word)
  const values = flag === undefined ? null : flagValues(flag.field)
  return flag === undefined || values === null ? null : { field: flag.field, ...values }
}

/** Rows whose amounts count: subscriptions that have not ended, and whatever was not cancelled. Null if all count. */
export function validOnly(
  name: string,
  ontology: Ontology,
): { readonly key: string; readonly condition: Condition; readonly says: string } | null {
  const { trade } = businessOf(ontology)
  // The lines of a sale that was called off do not count either.
  const isLine = trade?.lines?.dataset.name === name
  const dataset = isLine ? trade?.header : ontology.datasets.find((each) => each.name === name)
  if (dataset === undefined) return null
  const states = isLasting(dataset) ? [...deadStates, ...endedStates] : deadStates
  const gone = stateField(dataset, states, ontology)
  const condition = and(notDead(dataset, ontology, states))
  if (gone === null || condition === null) return null
  const left = gone.values.join(', ')
  const says = isLasting(dataset)
    ? `Only ${dataset.label} that run now, without ${left}.`
    : `Without ${dataset.label} whose ${gone.field.label} is ${left}.`
  return { key: `${gone.dataset.name}.${gone.field.name}`, condition, says }
}
