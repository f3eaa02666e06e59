import type { Dataset } from '@quipu/query'
import { and, compare, field as fieldOf } from '../interpret/builder.ts'
import { addFilter, isNegated, isOfRows, takeTime, type FrameDraft, type Of } from './frame-draft.ts'
import { eventMoment } from '../lexicon/event-moment.ts'
import { reachesOne } from '../business/nearest.ts'
import { beside } from './read-punctual.ts'
import type { Mention } from './scan.ts'
import { doneMoment, dueMoment, momentNamed, punctualOf } from '../business/named-moments.ts'
import { related } from './states.ts'

/** "paid late", "delivered late": done after the day on which it was due. */
export function readDoneLate(draft: FrameDraft, state: Of<'state'>, owner: Dataset): boolean {
  const verb =
    draft.scan.mentions.find(
      (one) =>
        (one.kind === 'value' || one.kind === 'verb' || isReturn(one)) && Math.abs(one.at - state.at) === 1,
    ) ?? doneElsewhere(draft, owner)
  if (verb?.kind !== 'value' && verb?.kind !== 'verb' && verb?.kind !== 'state') return false
  const done = isReturn(verb)
    ? (doneMoment(owner) ?? momentNamed(owner, 'return'))
    : (verb.events.find(({ dataset }) => dataset === owner)?.field ?? null)
  const due = dueMoment(owner)
  if (done === null || due === null || done === due || isNegated(state)) return false
  addFilter(
    draft,
    'state late',
    beside({ dataset: owner, field: done }, '>', { dataset: owner, field: due }),
    false,
  )
  // What came back late came back in the period.
  if (isReturn(verb) || /^return/i.test(verb.text) || Math.abs(verb.at - state.at) > 1)
    draft.moment = fieldOf(owner, done)
  draft.left.delete(state)
  draft.left.delete(verb)
  return true
}

/** "orders handed over this year that were late": the only event that is named, other than the one that rows begin with. */
function doneElsewhere({ scan, time, left }: FrameDraft, owner: Dataset): Mention | undefined {
  const [only, ...more] = scan.mentions.filter(
    (one) =>
      one.kind === 'value' &&
      left.has(one) &&
      one.events.some(({ dataset, field }) => dataset === owner && field !== eventMoment(owner)),
  )
  return more.length > 0 || time === null ? undefined : only
}

/** "came back": of a thing that was lent, its return. */
function isReturn(one: Mention): boolean {
  return one.kind === 'state' && /^c[ao]me back$/i.test(one.text)
}

/** "tenants who paid late": there is a payment of theirs after the day on which it was due. */
export function readChildLate(draft: FrameDraft, state: Of<'state'>, owner: Dataset): boolean {
  const verb = draft.scan.mentions.find(
    (one) => (one.kind === 'value' || one.kind === 'verb') && one.at === state.at - 1,
  )
  if ((verb?.kind !== 'value' && verb?.kind !== 'verb') || !isOfRows(draft)) return false
  const [event, ...more] = verb.events.filter(
    ({ dataset }) => dataset !== owner && reachesOne(dataset.name, owner.name, draft.ontology),
  )
  const pair = event === undefined ? null : punctualOf(event.dataset, draft.ontology)
  const own = event === undefined ? null : dueMoment(event.dataset)
  // "orders that were delivered late": by the day that is set for the order.
  const due =
    event === undefined
      ? null
      : own === null
        ? pair?.done.field === event.field
          ? pair.due
          : null
        : { dataset: event.dataset, field: own }
  if (event === undefined || more.length > 0 || due === null || due.field === event.field) return false
  const { dataset, field } = event
  const isLate =
    due.dataset === dataset
      ? compare(fieldOf(dataset, field), '>', fieldOf(dataset, due.field))
      : beside(event, '>', due)
  const inner = and([isLate, ...takeTime(draft, dataset, field)])
  addFilter(draft, 'state late', related(owner, dataset, inner), isNegated(verb) || isNegated(state))
  draft.left.delete(state)
  draft.left.delete(verb)
  return true
}

/** "late payments last month": paid in that month, after the day on which they were due. */
export function readPaidLate(draft: FrameDraft, state: Of<'state'>, owner: Dataset): boolean {
  const done = eventMoment(owner)
  const due = dueMoment(owner)
  if (draft.time === null || done === null || due === null || done === due) return false
  if (!/\bpa(?:id|yment)\b/i.test(done.label) || isNegated(state)) return false
  addFilter(draft, 'state late', compare(fieldOf(owner, done), '>', fieldOf(owner, due)), false)
  draft.left.delete(state)
  return true
}
