import type { Ontology } from '@quipu/query'
import { field as fieldRef } from '../interpret/builder.ts'
import { eventsNamed } from '../business/event-names.ts'
import { isMeasure, isMoment, visible } from '../lexicon/dataset-fields.ts'
import { stemsOf } from '../lexicon/event-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import type { Frame } from '../plan/frame.ts'
import { homeOfFrame } from './home-of-frame.ts'

/** "ended this year": where rows have the date on which they came into a state, a period right after the verb is that of this date. */
export function withStateMoment(frame: Frame, question: string, ontology: Ontology): Frame {
  const home = homeOfFrame(frame, ontology)
  if (home === null || frame.time === null || frame.isTimeInside || frame.moment?.dataset !== home.name)
    return frame
  const values = frame.filters.flatMap(({ condition }) =>
    condition.kind === 'compare' &&
    condition.operator === '=' &&
    condition.left.kind === 'field' &&
    condition.left.dataset === home.name &&
    condition.right.kind === 'literal' &&
    typeof condition.right.value === 'string'
      ? [condition.right.value.toLowerCase()]
      : [],
  )
  const value = values.find((one) => /^\p{L}+$/u.test(one) && isBeforePeriod(one, question))
  if (value === undefined) return frame
  const stems = stemsOf(value)
  const isOf = (word: string): boolean => [...stemsOf(word)].some((stem) => stems.has(stem))
  // `deposit returned` is when the deposit was returned, not the row.
  const isOther = (word: string): boolean =>
    !isOf(word) && visible(home).some((each) => isMeasure(each) && nameWords(each.label).includes(word))
  const named = visible(home).filter(
    (field) => isMoment(field) && nameWords(field.label).some(isOf) && !nameWords(field.label).some(isOther),
  )
  const events = eventsNamed(value, ontology).flatMap(({ dataset, field }) =>
    dataset === home ? [field] : [],
  )
  const [own, ...more] = named.length > 0 ? named : events
  if (own === undefined || more.length > 0 || own.name === frame.moment.field) return frame
  const note = { about: 'date', says: `The period is that of ${own.label}.`, changesNumbers: false }
  return { ...frame, moment: fieldRef(home, own), notes: [...frame.notes, note] }
}

function isBeforePeriod(value: string, question: string): boolean {
  return new RegExp(
    `\\b${value}\\s+(?:this|last|in|during|since|yesterday|today|on|over|within)\\b`,
    'iu',
  ).test(question)
}
