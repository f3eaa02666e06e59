import type { Condition, Dataset, Expression, Field } from '@quipu/query'
import { compare, field as fieldOf } from '../interpret/builder.ts'
import type { FilterSlot } from '../plan/frame.ts'
import { billMark } from '../business/bills.ts'
import { isNegated, type FrameDraft, type Of } from './frame-draft.ts'
import { eventMoment } from '../lexicon/event-moment.ts'
import { isAged } from './read-ages.ts'
import { notDead } from '../business/not-dead.ts'
import { doneInChild, doneMoment, dueFor, punctualOf, saidMoment } from '../business/named-moments.ts'
import type { FieldPlace } from '../business/nearest.ts'
import { goneStates } from '../business/state-words.ts'
import { related } from './states.ts'

/** "arrived on time", "late deliveries this year": when something was done beside the day on which it was due. */
export function readPunctual(draft: FrameDraft, state: Of<'state'>, owner: Dataset): boolean {
  const step = stepNamed(draft, state, owner)
  const said = step === null ? (saidMoment(owner, state.text) ?? promisedMoment(owner)) : step.due
  const pair = said === null ? punctualOf(owner, draft.ontology) : null
  const due = said === null ? (pair?.due ?? null) : { dataset: owner, field: said }
  const done = step?.done ?? (said === null ? (pair?.done.field ?? null) : doneMoment(owner))
  if (due === null && readChildDone(draft, state, owner)) return true
  if (due === null || done === null || due.field === done || draft.base !== null) return false
  if (step !== null) draft.left.delete(step.mention)
  if (state.state === 'on time') {
    takeVerb(draft, state, owner)
    const of: Condition = { kind: 'not', of: { kind: 'null', of: fieldOf(owner, done) } }
    // What is still to be done is neither on time nor late.
    draft.filters.push({ key: 'of all done', condition: of })
    const condition = beside({ dataset: owner, field: done }, isNegated(state) ? '>' : '<=', due)
    draft.filters.push({ key: 'state on time', condition })
    draft.left.delete(state)
    return true
  }
  // "Overdue" is what is not done yet; "late this year" also what was done too late.
  if (state.state !== 'late' || isAged(draft) || isNegated(state)) return false
  const { scan } = draft
  const isOver =
    draft.time !== null || scan.isShare || scan.isRate || scan.rank !== null || isPast.test(state.text)
  if (!isOver || /\b(?:overdue|due|pay|paid)\b/i.test(`${state.text} ${done.label}`)) return false
  const open: Condition = {
    kind: 'and',
    of: [
      { kind: 'null', of: fieldOf(owner, done) },
      { kind: 'during', of: fieldOf(due.dataset, due.field), start: null, end: draft.today },
      ...notDead(owner, draft.ontology, goneStates),
      ...(due.dataset === owner ? [] : notDead(due.dataset, draft.ontology, goneStates)),
    ],
  }
  const condition: Condition = {
    kind: 'or',
    of: [beside({ dataset: owner, field: done }, '>', due), open],
  }
  draft.filters.push({ key: 'state late', condition })
  noteDate(draft, owner, done)
  draft.left.delete(state)
  return true
}

/** "got their first reply in time": the step that is named, where a day is set for it of its own. */
function stepNamed(
  { scan, left }: FrameDraft,
  state: Of<'state'>,
  owner: Dataset,
): { readonly mention: Of<'field'>; readonly done: Field; readonly due: Field } | null {
  const mention = scan.mentions.find(
    (one) => one.kind === 'field' && one.at === state.at - 1 && left.has(one),
  )
  if (mention?.kind !== 'field') return null
  const [noun] = mention.nouns
  if (noun?.kind !== 'field' || noun.dataset !== owner) return null
  const due = dueFor(owner, noun.field)
  return due === null ? null : { mention, done: noun.field, due }
}

/** "orders that arrived late": one of their parcels came after the day that is set for the order. */
function readChildDone(draft: FrameDraft, state: Of<'state'>, owner: Dataset): boolean {
  const pair = doneInChild(owner, draft.ontology)
  const isOver = draft.time !== null || draft.scan.isShare || isPast.test(state.text)
  if (pair === null || state.state !== 'late' || isNegated(state) || !isOver || draft.base !== null)
    return false
  const condition = related(owner, pair.done.dataset, beside(pair.done, '>', pair.due))
  draft.filters.push({ key: 'state late', condition })
  draft.left.delete(state)
  return true
}

/** Says by which day the period is read, where it may be the day on which the work was done. */
function noteDate({ time, moment, notes }: FrameDraft, owner: Dataset, done: Field): void {
  const own = eventMoment(owner)
  if (time === null || moment !== null || own === null || own === done || billMark(owner) === null) return
  const says = `The period is that of “${own.label}”; ${owner.label} also have a “${done.label}”.`
  notes.push({ about: 'date', says, changesNumbers: true })
}

/** Where a row is billed too, its work is late by the day that was promised, and not by the day on which the bill is due. */
function promisedMoment(owner: Dataset): Field | null {
  if (billMark(owner) === null) return null
  return saidMoment(owner, 'promised') ?? saidMoment(owner, 'wanted') ?? saidMoment(owner, 'planned')
}

/** "were late", "missed": it is over, also without a period. */
const isPast = /^(?:were|was|came|come|been|arrived|too|missed|breached|broke|exceeded|overran|later)\b/i

/** "arrived on time": the verb says what was done. */
function takeVerb(draft: FrameDraft, state: Of<'state'>, owner: Dataset): void {
  const verb = draft.scan.mentions.find(
    (one) =>
      (one.kind === 'value' || one.kind === 'verb') &&
      Math.abs(one.at - state.at) === 1 &&
      one.events.some(({ dataset }) => dataset === owner),
  )
  if (verb !== undefined) draft.left.delete(verb)
}

/** "what share was late, per store": of the rows of each store. */
export function isOfPunctual(filters: readonly FilterSlot[]): boolean {
  return filters.some(({ key }) => key === 'state late' || key === 'state on time')
}

/** By the hour where the time by which it is due has one, or else by the day. */
export function beside(done: FieldPlace, operator: '>' | '<=', due: FieldPlace): Condition {
  return hasTimes(done.field) && hasTimes(due.field)
    ? compare(fieldOf(done.dataset, done.field), operator, fieldOf(due.dataset, due.field))
    : compare(dayOf(done), operator, dayOf(due))
}

function dayOf({ dataset, field }: FieldPlace): Expression {
  const of = fieldOf(dataset, field)
  return field.type === 'date' ? of : { kind: 'period', unit: 'day', of }
}

/** Whether the values of a time field have hours. */
function hasTimes({ type, sample, statistics }: Field): boolean {
  const known = [statistics.min, statistics.max, ...sample].map(String)
  return type !== 'date' && known.some((one) => /[T ]\d\d:\d\d/.test(one) && !/[T ]00:00/.test(one))
}
