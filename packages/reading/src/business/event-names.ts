import type { Ontology } from '@quipu/query'
import { isMoment, visible } from '../lexicon/dataset-fields.ts'
import { eventFieldsOf, stemsOf, type EventField } from '../lexicon/event-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { isPast } from '../words/verbal.ts'
import { eventMoment } from '../lexicon/event-moment.ts'
import { doneFor, dueMoment } from './named-moments.ts'

/** Verbs that name the same event. */
const alike: readonly (readonly string[])[] = [
  ['answer', 'reply', 'respond', 'response'],
  ['pay', 'settle'],
  ['ship', 'dispatch', 'despatch', 'send'],
  ['close', 'resolve', 'solve', 'complete', 'finish', 'done', 'ready', 'fix'],
  ['deliver', 'arrive', 'receive'],
  ['collect', 'fetch', 'pick'],
  ['hire', 'join', 'start'],
].map((group) => group.flatMap((word) => [...stemsOf(word)]))

/** The time fields that a verb names: by its own stem, or else by a verb that means the same. */
export function eventsNamed(word: string, ontology: Ontology): readonly EventField[] {
  const [, verb, particle] = /^(\p{L}{3,}?)-?(up|off|out|back)$/u.exec(word) ?? []
  // "pickup" for `picked_up_at`
  const whole =
    verb === undefined ? [] : eventsOf(verb, ontology).filter(({ after }) => after[0] === particle)
  return whole.length > 0 ? whole.map((one) => ({ ...one, after: [] })) : eventsOf(word, ontology)
}

function eventsOf(word: string, ontology: Ontology): readonly EventField[] {
  const stems = stemsOf(word)
  const own = eventFieldsOf(ontology).filter(({ stems: other }) => [...other].some((stem) => stems.has(stem)))
  if (own.length > 0) return own
  const back = stems.has('return') ? cameBack(ontology) : []
  if (back.length > 0) return back
  const group = alike.find((each) => each.some((stem) => stems.has(stem)))
  if (group === undefined) return isPast(word) ? rowsNamed(stems, ontology) : []
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

/** "returned" for `return requests`: the only dated rows that are called after the verb and belong to something else. */
function rowsNamed(stems: ReadonlySet<string>, { datasets, relationships }: Ontology): readonly EventField[] {
  const found = datasets.flatMap((dataset) => {
    const [first = ''] = nameWords(dataset.label)
    const isCalled = [...stemsOf(first)].some((stem) => stems.has(stem))
    const isOwned = relationships.some(({ from, to }) => from === dataset.name && to !== dataset.name)
    const field = isCalled && isOwned && !dataset.isHidden ? eventMoment(dataset) : null
    return field === null ? [] : [{ dataset, field, stems, after: [] }]
  })
  return found.length === 1 ? found : []
}

/** The return of what was lent: `came back` beside `due back`. */
function cameBack(ontology: Ontology): readonly EventField[] {
  return eventFieldsOf(ontology)
    .filter(({ dataset, field }) => {
      const due = dueMoment(dataset)
      return /\bback\b/i.test(field.label) && due !== null && doneFor(dataset, due) === field
    })
    .map((event) => ({ ...event, after: [] }))
}

/** "finished late this year" is not "late this year": what has a due date was finished after it. Every other word keeps its place. */
export function withoutLate(question: string, ontology: Ontology): string {
  return question.replaceAll(/(\p{L}+) late(?= \p{L})/giu, (text, verb: string) =>
    isDoneByDue(verb.toLowerCase(), ontology) ? `${verb}     ` : text,
  )
}

function isDoneByDue(verb: string, ontology: Ontology): boolean {
  return eventsNamed(verb, ontology).some(
    ({ dataset, field }) => eventMoment(dataset) !== field && dueMoment(dataset) !== null,
  )
}
