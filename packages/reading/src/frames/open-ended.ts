import { days, type Condition, type Dataset, type Field } from '@quipu/query'
import { and, field as fieldOf } from '../interpret/builder.ts'
import { isDeadline } from '../lexicon/event-fields.ts'
import { isMoment, visible } from '../lexicon/dataset-fields.ts'
import type { StateMeaning } from './states.ts'

/** Rows that have begun and whose last day (`valid_to`) is empty or has not passed. */
export function openEnded(dataset: Dataset, today: string): StateMeaning | null {
  const named = (pattern: RegExp): Field | undefined =>
    visible(dataset).find((one) => isMoment(one) && pattern.test(one.label))
  const last = named(
    /\b(?:valid|runs?|effective|active|employed|in service) (?:until|till|to|through|thru)\b/i,
  )
  if (last === undefined) return null
  const first = named(/\b(?:valid|runs?|effective|active|employed|in service) (?:from|since)\b/i)
  const conditions: Condition[] = [emptyOrAhead(dataset, last, today)]
  if (first !== undefined) {
    const later = { start: days.add(today, 1, 'day'), end: null }
    conditions.push({ kind: 'not', of: { kind: 'during', of: fieldOf(dataset, first), ...later } })
  }
  return runsUntil(dataset, last, conditions)
}

/** An end that is known in advance: what ends on a day to come still runs. Null where no end lies ahead. */
export function endsLater(dataset: Dataset, last: Field | null, today: string): StateMeaning | null {
  const { max } = last?.statistics ?? {}
  if (last === null || typeof max !== 'string' || max.slice(0, 10) < today) return null
  return runsUntil(dataset, last, [emptyOrAhead(dataset, last, today)])
}

function emptyOrAhead(dataset: Dataset, last: Field, today: string): Condition {
  const of = fieldOf(dataset, last)
  return {
    kind: 'or',
    of: [
      { kind: 'null', of },
      { kind: 'during', of, start: today, end: null },
    ],
  }
}

function runsUntil(dataset: Dataset, { label }: Field, conditions: readonly Condition[]): StateMeaning {
  const says = `Only ${dataset.label} whose “${label}” is empty or has not passed.`
  return {
    condition: and(conditions),
    moment: null,
    note: { about: 'what counts', says, changesNumbers: false },
  }
}

/** A day that every row has and that is set in advance: until then it runs. */
export function isSetAhead({ label, type, statistics }: Field): boolean {
  return (
    type !== 'number' &&
    statistics.nulls === 0 &&
    (isDeadline(label) || /\b(?:valid|paid|runs?) (?:until|till|to|through|thru)\b/i.test(label))
  )
}
