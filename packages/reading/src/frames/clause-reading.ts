import { inZone, type Condition, type Dataset, type Expression, type Ontology } from '@quipu/query'
import { aggregate, and, compare, emptyQuery, field as fieldOf, literal, rows } from '../interpret/builder.ts'
import { isPeople } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { deadStates } from '../metrics/not-sold.ts'
import type { Frame, MeasureSlot, Note, TimeSlot } from '../plan/frame.ts'
import type { ReadingContext } from '../plan/reading-context.ts'
import { lastSeen, notSince, withoutLeavers } from './absence.ts'
import { businessOf } from '../business/business.ts'
import { buyerOf, staffOf } from './measured.ts'
import { isSoldThing } from '../business/goods.ts'
import { notThere } from '../business/meetings.ts'
import { momentOf } from '../business/moments.ts'
import { isCallingOff, notDead } from '../business/not-dead.ts'
import { reachesOne } from '../business/nearest.ts'
import { soldThings } from '../business/sold-things.ts'
import { stateMeaning } from './states.ts'
import { carveClause, carveOften, weHad, type Clause } from './carve-clause.ts'
import { clauseEvent, isPlainAction, isWorking, type ClauseEvent } from './clause-event.ts'
import { timedWords, type TimedWords } from './clause-time.ts'

/** Reads the part of a question that says what is listed or counted. */
export type ReadHead = (question: string) => Frame | null

/** "customers who have not ordered since May": people without a visit or sale in a period, which is said by no other slots. */
export function readAbsence(
  question: string,
  ontology: Ontology,
  context: ReadingContext,
  readHead: ReadHead,
): Frame | null {
  const [clause, ...more] = carveClause(question)
  if (clause === undefined || clause.kind === 'counted') return null
  const timed = timedWords(clause.body, clause.kind === 'absent', ontology, context)
  const isContrast = clause.notWhen !== null
  const isNever = clause.kind === 'absent' && /\bnever\b/i.test(question)
  if (timed === null || (!isContrast && !isNever && (more.length > 0 || timed.time === null))) return null
  const isPlain = isContrast || (timed.time !== null && isPlainAction(timed.words))
  if (!isPlain && !isNever) return null
  for (const head of headsOf(clause, ontology, context, readHead)) {
    const isComing = isPeople(head.owner) || clause.body.startsWith(`been ${weHad} `)
    // "treatments we have never done": what is sold, and not a state of the sales.
    const isUnsold = isNever && isSoldThing(head.owner, ontology)
    const frame = (isComing && isPlain) || isUnsold ? addClause(clause, head, ontology, context) : null
    if (frame !== null) return frame
  }
  return null
}

/** "who comes most often this year": those with the most rows of what they come for. */
export function readMostOften(
  question: string,
  ontology: Ontology,
  context: ReadingContext,
  readHead: ReadHead,
): Frame | null {
  const cut = carveOften(question)
  if (cut === null) return null
  const none = { kind: 'present', body: cut.verb, count: null, isOfThings: false, notWhen: null } as const
  for (const { owner } of headsOf({ ...none, head: cut.head }, ontology, context, readHead)) {
    const event = clauseEvent(cut.verb, owner, ontology)
    const frame =
      event === null
        ? null
        : readHead(`which ${owner.label} has the most ${event.dataset.label} ${cut.rest}`.trim())
    if (event === null || frame === null) continue
    const says = `What counts are ${event.dataset.label}.`
    return { ...frame, notes: [...frame.notes, { about: 'what counts', says, changesNumbers: false }] }
  }
  return null
}

/** "customers who have not ordered for a year", "bought more than one course": reads the head, and adds the clause to its filters. */
export function readClause(
  question: string,
  ontology: Ontology,
  context: ReadingContext,
  readHead: ReadHead,
): Frame | null {
  for (const clause of carveClause(question)) {
    if (clause.kind === 'present' && clause.notWhen === null) continue
    const heads = headsOf(clause, ontology, context, readHead)
    for (const head of heads) {
      const frame = addClause(clause, head, ontology, context)
      if (frame !== null) return frame
    }
  }
  return null
}

interface Head {
  readonly frame: Frame
  readonly owner: Dataset
  /** "what share of": those that meet the clause, of all. */
  readonly share: boolean
  readonly notes: readonly Note[]
}

const shares = /^(?:what|which)?\s*(?:share|proportion|fraction|percentage|percent|%) of (?:all |our |the )*/

function headsOf(
  { head, body, kind }: Clause,
  ontology: Ontology,
  context: ReadingContext,
  readHead: ReadHead,
): readonly Head[] {
  const staff = isWorking(timedWords(body, kind === 'absent', ontology, context)?.words ?? '')
    ? staffOf(ontology)
    : null
  const people = staff !== null && whoever.test(head) ? [staff] : whoIn(head, ontology)
  if (people !== null)
    return people.map((owner) => ({ ...wholeOf(owner, head, ontology, context), share: false }))
  const share = shares.exec(head)
  const asked = share === null ? head : `how many ${head.slice(share[0].length)}`
  const goods =
    kind === 'absent' && /\b(?:sold|sell|ordered|bought|used|rented|hired|booked)\b/.test(body)
      ? goodsIn(head, ontology)
      : null
  if (goods !== null) return [{ ...wholeOf(goods, '', ontology, context), share: false }]
  const frame = readHead(asked) ?? readHead(asked.replace(joined, ''))
  const [slot, ...more] = frame?.measures ?? []
  const name = frame?.subject ?? (slot?.kind === 'count' && more.length === 0 ? slot.dataset : null)
  const owner = ontology.datasets.find((each) => each.name === name)
  if (
    frame === null ||
    owner === undefined ||
    frame.rank !== null ||
    frame.share !== null ||
    frame.against !== null
  )
    return []
  return [{ frame, owner, share: share !== null, notes: [] }]
}

/** Whoever is in the data has signed up. */
const joined =
  /(?: who| that)?(?: have| has)? (?:registered|signed up|joined|subscribed|opened an account|created an account)$/

const whoever =
  /^(?:how many people|who(?: else)?|whom|anyone|anybody|people|is there anyone)(?: (?:on|in|of) (?:the|our) (team|staff|crew))?$/

/** "who on the team": staff; "who": customers, or else other people. Null where the head names something. */
function whoIn(head: string, ontology: Ontology): readonly Dataset[] | null {
  const found = whoever.exec(head)
  if (found === null) return null
  const staff = staffOf(ontology)
  if (found[1] !== undefined) return staff === null ? [] : [staff]
  const buyer = buyerOf(ontology)
  const others = ontology.datasets.filter(
    (each) => !each.isHidden && each !== buyer && each !== staff && isPeople(each),
  )
  // Whom we buy from is not asked for by “who”.
  const [other, ...more] = others.filter(
    ({ label }) => !nameWords(label).some((word) => word === 'supplier' || word === 'vendor'),
  )
  return [...(buyer === null ? [] : [buyer]), ...(other === undefined || more.length > 0 ? [] : [other])]
}

/** "anything on the price list", "which products": what is sold. */
function goodsIn(head: string, ontology: Ontology): Dataset | null {
  if (
    !/^(?:is there |are there )?(?:anything|what|which (?:things|items|products|articles|goods)|things|items|stuff)(?: (?:is|are|do we have))?(?: (?:on|in) (?:the|our) (?:price list|catalogue|catalog|menu|range|shop|list|assortment))?$/.test(
      head,
    )
  )
    return null
  const { trade } = businessOf(ontology)
  const lines = trade?.lines?.dataset ?? trade?.header
  if (lines === undefined) return null
  return (
    ['product', 'item', 'article']
      .flatMap((word) => businessOf(ontology).partyNamed(word) ?? calledSo(word, ontology))
      .find((each) => reachesOne(lines.name, each.name, ontology)) ?? onlyOf(soldThings(trade, ontology))
  )
}

function calledSo(word: string, { datasets }: Ontology): readonly Dataset[] {
  return datasets.filter(({ label, isHidden }) => !isHidden && nameWords(label).join(' ') === word)
}

function onlyOf([only, ...more]: readonly Dataset[]): Dataset | null {
  return only === undefined || more.length > 0 ? null : only
}

/** All rows of a dataset; of staff, those who are still there. */
function wholeOf(
  owner: Dataset,
  head: string,
  ontology: Ontology,
  context: ReadingContext,
): Omit<Head, 'share'> {
  const today = inZone(context.now, context.timeZone).slice(0, 10)
  const isCount = head.startsWith('how many')
  const serving = owner === staffOf(ontology) ? stateMeaning('employed', owner, ontology, today) : null
  const count: MeasureSlot = { kind: 'count', dataset: owner.name }
  const condition = serving?.condition ?? null
  const frame: Frame = {
    subject: isCount ? null : owner.name,
    measures: isCount ? [count] : [],
    groups: [],
    filters: condition === null ? [] : [{ key: 'state employed', condition }],
    time: null,
    isTimeInside: false,
    against: null,
    moment: null,
    rank: null,
    share: null,
    notes:
      condition === null
        ? []
        : [{ about: 'what counts', says: `Only ${owner.label} who are still there.`, changesNumbers: false }],
  }
  return { frame, owner, notes: [] }
}

function addClause(
  clause: Clause,
  { frame, owner, share, notes }: Head,
  ontology: Ontology,
  context: ReadingContext,
): Frame | null {
  const timed = timedWords(clause.body, clause.kind === 'absent', ontology, context)
  const not = clause.notWhen === null ? null : notTimed(clause.notWhen, timed, ontology, context)
  if (timed === null || (clause.notWhen !== null && (not === null || not.time === null || not.words !== '')))
    return null
  if (clause.kind === 'present' && timed.time === null && not === null) return null
  const seen = clause.kind === 'absent' ? lastSeen(timed.words, owner) : null
  const since = seen === null || timed.time === null ? null : notSince(fieldOf(owner, seen), timed.time)
  if (since !== null && !share)
    return withoutLeavers(narrowed(frame, `absent ${owner.name}`, since, notes), owner, ontology)
  const event = clauseEvent(timed.words, owner, ontology, clause.isOfThings)
  if (event === null) return null
  const made = existence(event, owner, timed.time, clause, ontology)
  const later =
    not === null ? null : existence(event, owner, not.time, { kind: clause.kind, count: null }, ontology)
  if (made === null || (not !== null && later === null)) return null
  const isNot = clause.kind === 'absent' || clause.count?.operator === '<'
  const own: Condition = isNot ? { kind: 'not', of: made } : made
  const condition = later === null ? own : and([own, { kind: 'not', of: later }])
  if (condition === null) return null
  const says = `What counts are ${event.dataset.label}.`
  const told: readonly Note[] = [
    ...notes,
    ...(event.isGuessed && event.unknown === undefined
      ? [{ about: 'what counts', says, changesNumbers: clause.kind === 'present' && clause.notWhen === null }]
      : []),
    ...unknownVerb(event),
  ]
  const key = `${clause.kind} ${event.dataset.name}`
  if (share)
    return {
      ...frame,
      measures: [{ kind: 'rate', dataset: owner.name, condition, of: 'percent' }],
      notes: [...frame.notes, ...told],
    }
  const whole = narrowed(frame, key, condition, told)
  return clause.kind === 'absent' && timed.time !== null ? withoutLeavers(whole, owner, ontology) : whole
}

/** "but nothing since" is after the period before it. */
function notTimed(
  words: string,
  timed: TimedWords | null,
  ontology: Ontology,
  context: ReadingContext,
): TimedWords | null {
  if (!/^(?:since|since then|after that|afterwards)$/.test(words))
    return timedWords(words, true, ontology, context)
  const start = timed?.time?.end ?? null
  return start === null ? null : { words: '', time: { start, end: null } }
}

function narrowed(frame: Frame, key: string, condition: Condition, notes: readonly Note[]): Frame {
  return {
    ...frame,
    filters: [...frame.filters, { key, condition }],
    notes: [...frame.notes, ...notes],
  }
}

/** Says what a verb was taken for that nothing is named after. */
function unknownVerb({ unknown, dataset }: ClauseEvent): readonly Note[] {
  if (unknown === undefined) return []
  const says = `“${unknown}” is taken to mean ${dataset.label}.`
  return [{ about: `meaning of ${unknown}`, says, changesNumbers: true }]
}

/** The condition that there are as many rows of the event as the clause says. Null if it has a period and the rows have no date. */
function existence(
  event: ClauseEvent,
  owner: Dataset,
  time: TimeSlot | null,
  { kind, count }: Pick<Clause, 'kind' | 'count'>,
  ontology: Ontology,
): Condition | null {
  const { dataset, moment, counted, isComing, isDone } = event
  const at = moment === null ? momentOf(dataset.name, ontology) : fieldOf(dataset, moment)
  if (time !== null && at === null) return null
  const during: readonly Condition[] =
    time === null || at === null ? [] : [{ kind: 'during', of: at, ...time }]
  // Who called it off did just that, and has done nothing else.
  const isOff = moment !== null && isCallingOff(moment)
  const gone = isComing ? notThere : isOff || (!isDone && kind !== 'absent') ? [] : deadStates
  const alive = notDead(dataset, ontology, gone)
  const { trade } = businessOf(ontology)
  const number = trade?.header === dataset ? trade.number : null
  const distinct = counted ?? number
  const each: Expression =
    distinct === null || distinct === undefined
      ? aggregate('count', rows(dataset))
      : aggregate('count', fieldOf(dataset, distinct), true)
  // Fewer than so many: also those with none.
  const operator = count?.operator === '<' ? '>=' : (count?.operator ?? '>=')
  return {
    kind: 'related',
    of: owner.name,
    query: {
      ...emptyQuery(dataset),
      where: and([...alive, ...during]),
      ...(count === null ? {} : { having: compare(each, operator, literal(count.value)) }),
    },
  }
}
