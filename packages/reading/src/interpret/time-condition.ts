import type { Comparison, Condition, Dataset, Expression, Field } from '@quipu/query'
import type { TimeMention } from '../time/time-mention.ts'
import { and, compare, field, literal } from './builder.ts'
import { partOfField } from './part-of-time.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { isMoment, visible } from '../lexicon/dataset-fields.ts'
import { eventMoment } from '../lexicon/event-moment.ts'
import { agreedMoment } from '../lexicon/agreed-times.ts'
import { arrangedFor, isSeldomSet } from '../lexicon/arranged-times.ts'
import { monthCondition } from './month-condition.ts'

/** The field's moment is within the mentioned period, or before or after it. */
export function timeCondition(
  owner: Dataset,
  one: Field,
  mention: TimeMention,
  operator: Comparison,
): Condition | null {
  const ref = field(owner, one)
  if (mention.kind === 'part') {
    const of = mention.part === null ? null : partOfField(owner, one, mention.part.part)
    return of === null ? null : partCondition(of, mention)
  }
  if (mention.range === null) return null
  const { start, end } = shifted(mention.range, operator)
  if (one.type === 'number' && one.timeFormat !== 'epoch-seconds' && one.timeFormat !== 'epoch-milliseconds')
    return yearCondition(owner, ref, start, end)
  return { kind: 'during', of: ref, start, end }
}

/** A part of time that comes again is one of those that are said: on Saturdays, in the morning. */
export function partCondition(of: Expression, { part }: TimeMention): Condition | null {
  if (part === null || part.values === null) return null
  return part.values.length === 1
    ? compare(of, '=', literal(part.values[0] ?? null))
    : { kind: 'in', of, values: [...part.values] }
}

/** "before 2010" ends where 2010 starts; "after 2010" starts where it ends. */
function shifted(
  range: { start: string | null; end: string | null },
  operator: Comparison,
): { start: string | null; end: string | null } {
  if (operator === '<') return { start: null, end: range.start ?? range.end }
  if (operator === '<=') return { start: null, end: range.end }
  if (operator === '>') return { start: range.end ?? range.start, end: null }
  return operator === '>=' ? { start: range.start, end: null } : range
}

/** A year as a number. A range within one year means that year, and its months where a field holds them. */
function yearCondition(
  owner: Dataset,
  ref: Expression,
  start: string | null,
  end: string | null,
): Condition | null {
  if (start !== null && end !== null && isWithinYear(start, end)) {
    const months = monthCondition(owner, start, end)
    const year = compare(ref, '=', literal(Number(start.slice(0, 4))))
    return months === null ? year : and([year, months])
  }
  const from = start === null ? null : Number(start.slice(0, 4)) + (start.slice(5, 10) > '01-01' ? 1 : 0)
  const to = end === null ? null : Number(end.slice(0, 4)) - (end.slice(5, 10) > '01-01' ? 0 : 1)
  if (from !== null && to !== null && from === to) return compare(ref, '=', literal(from))
  const parts: Condition[] = []
  if (from !== null) parts.push(compare(ref, '>=', literal(from)))
  if (to !== null) parts.push(compare(ref, '<=', literal(to)))
  return and(parts)
}

function isWithinYear(start: string, end: string): boolean {
  const year = Number(start.slice(0, 4))
  return end.slice(0, 10) <= `${String(year + 1).padStart(4, '0')}-01-01`
}

/** The time field that a question means when it names none: the only one, or else the one that records when the event of a row happened. */
export function mainMoment(owner: Dataset): Field | null {
  const agreed = agreedMoment(owner)
  if (agreed !== null) return agreed
  const arranged = arrangedFor(owner)
  if (arranged !== null) return arranged.held
  const all = visible(owner).filter((field) => isMoment(field) && !isSeldomSet(field, owner))
  const events = all.filter(({ label }) => !/\b(?:birth|birthday|born|dob)\b/i.test(label))
  const moments = events.length > 0 ? events : all
  const dates = moments.filter((each) => each.type === 'date' || each.type === 'timestamp')
  const known = dates.length > 0 ? dates : moments
  const event = eventMoment(owner)
  return (
    dates.find((each) => isCalledLike(each, owner)) ??
    known.find((each) => each === event) ??
    known[0] ??
    null
  )
}

/** `event date` of events says when they are, whatever else was noted before. */
function isCalledLike({ label }: Field, owner: Dataset): boolean {
  const own = nameWords(owner.label)
  const words = nameWords(label).filter((word) => !/^(?:date|day|time|at|on)$/.test(word))
  return words.length > 0 && words.every((word) => own.includes(word))
}
