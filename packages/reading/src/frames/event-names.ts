import type { Ontology } from '@quipu/query'
import { isMoment, visible } from '../lexicon/dataset-fields.ts'
import { eventFieldsOf, stemsOf, type EventField } from '../lexicon/event-fields.ts'

/** Verbs that name the same event. */
const alike: readonly (readonly string[])[] = [
  ['answer', 'reply', 'respond', 'response'],
  ['pay', 'settle'],
  ['ship', 'dispatch', 'send'],
  ['close', 'resolve', 'solve', 'complete', 'finish'],
  ['deliver', 'arrive'],
  ['hire', 'join', 'start'],
].map((group) => group.flatMap((word) => [...stemsOf(word)]))

/** The time fields that a verb names: by its own stem, or else by a verb that means the same. */
export function eventsNamed(word: string, ontology: Ontology): readonly EventField[] {
  const stems = stemsOf(word)
  const own = eventFieldsOf(ontology).filter(({ stems: other }) => [...other].some((stem) => stems.has(stem)))
  if (own.length > 0) return own
  const group = alike.find((each) => each.some((stem) => stems.has(stem)))
  if (group === undefined) return []
  return ontology.datasets.flatMap((dataset) =>
    visible(dataset)
      .filter(
        (field) =>
          isMoment(field) &&
          field.label
            .toLowerCase()
            .split(' ')
            .some((part) => [...stemsOf(part)].some((stem) => group.includes(stem))),
      )
      .map((field) => ({ dataset, field, stems, after: [] })),
  )
}
