import type { Condition, FieldRef } from '@quipu/query'
import { dueMoment } from '../business/named-moments.ts'
import { eventMoment } from '../lexicon/event-moment.ts'
import { and, field as fieldOf } from '../interpret/builder.ts'
import type { FrameDraft } from './frame-draft.ts'
import { mentionsOf } from './measured.ts'

/** "open for more than 30 days": the period says since when something has been so. */
export function isAged({ scan }: FrameDraft): boolean {
  return mentionsOf(scan, 'time').some(({ time }) => time.isAge === true)
}

/** "not shipped for more than a week": a row without the event is as old as that, and not as young. */
export function turnAge(draft: FrameDraft): void {
  if (isAged(draft) && draft.time !== null && draft.time.start !== null)
    draft.time = { start: null, end: draft.time.start }
}

/** "ready for more than 30 days": counted from the day on which it became ready. */
export function ageFrom(draft: FrameDraft, moment: FieldRef): void {
  if (isAged(draft) && draft.time !== null) draft.moment = moment
}

/**
 * "members with overdue invoices older than 30 days", "members who are more than 30 days overdue": the invoices are as old as that, and
 * not the members.
 */
export function ageOfNearest(draft: FrameDraft): void {
  const { scan, time, filters, ontology } = draft
  const age = mentionsOf(scan, 'time').find((one) => one.time.isAge === true)
  if (age === undefined || time === null || draft.isTimeUsed || draft.moment !== null || draft.base !== null)
    return
  const nearest = mentionsOf(scan, 'thing').findLast(({ at }) => at < age.at)?.dataset
  if (nearest === undefined) return
  const isOfHome = nearest.name === draft.home
  const at = filters.findIndex(
    ({ key, condition }) =>
      condition.kind === 'related' &&
      (isOfHome ? key === 'state late' : condition.query.subject === nearest.name),
  )
  const filter = filters[at]
  if (filter?.condition.kind !== 'related') return
  const { query } = filter.condition
  const rows = ontology.datasets.find(({ name }) => name === query.subject)
  const isOld = /\bold/i.test(age.text)
  const moment = rows === undefined ? null : ((isOld ? null : dueMoment(rows)) ?? eventMoment(rows))
  if (rows === undefined || moment === null) return
  const inside: Condition = { kind: 'during', of: fieldOf(rows, moment), ...time }
  const where = and([...(query.where === null ? [] : [query.where]), inside])
  filters[at] = { ...filter, condition: { ...filter.condition, query: { ...query, where } } }
  draft.isTimeUsed = true
}
