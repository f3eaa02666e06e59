import type { Dataset, Field, Ontology } from '@quipu/query'
import { isClock, visible } from '../lexicon/dataset-fields.ts'
import { stemsOf } from '../lexicon/event-fields.ts'

/** Two times of day in one row. */
export interface ClockSpan {
  readonly dataset: Dataset
  readonly from: Field
  readonly to: Field
}

/** "from booking to delivery", where both are kept as times of day. */
export function clocksNamed(start: string, end: string, ontology: Ontology): ClockSpan | null {
  return onlyOne(ontology, (dataset) => {
    const [from, to] = [clockCalled(dataset, start), clockCalled(dataset, end)]
    return from === null || to === null || from === to ? null : { dataset, from, to }
  })
}

/** "delivery time": from the time of day at which a row began until this one. */
export function clockUntil(end: string, ontology: Ontology): ClockSpan | null {
  return onlyOne(ontology, (dataset) => {
    const to = clockCalled(dataset, end)
    const from = beginnings.map((word) => clockCalled(dataset, word)).find((one) => one !== null)
    return to === null || from === undefined || from === null || from === to ? null : { dataset, from, to }
  })
}

const beginnings = 'book order call request report start begin open create receive arrive'.split(' ')

function onlyOne(ontology: Ontology, find: (dataset: Dataset) => ClockSpan | null): ClockSpan | null {
  const [only, ...more] = ontology.datasets.flatMap((each) => (each.isHidden ? [] : (find(each) ?? [])))
  return only === undefined || more.length > 0 ? null : only
}

function clockCalled(dataset: Dataset, words: string): Field | null {
  const stems = new Set(words.split(/[^\p{L}]+/u).flatMap((word) => [...stemsOf(word)]))
  const [only, ...more] = visible(dataset).filter(
    (field) =>
      isClock(field) &&
      field.label
        .toLowerCase()
        .split(' ')
        .some((word) => [...stemsOf(word)].some((stem) => stems.has(stem))),
  )
  return only === undefined || more.length > 0 ? null : only
}
