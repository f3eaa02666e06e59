import type { Expression, Ontology, Query } from '@quipu/query'
import { stemsOf } from '../lexicon/event-fields.ts'
import { isPeople } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { isEnglish } from '../lexicon/wordnet.ts'
import { conditionsOf, fieldsIn, figuresOf, placeOf } from './query-parts.ts'
import { signal, type Doubted, type Signal } from './signal.ts'

const doing = /\b(?:did|have|do) (?:we|they|i|you) (?:\p{L}+ly |actually |just )?(\p{L}+)/iu
/** What happens when somebody becomes one of them. */
const beginning: ReadonlySet<string> = new Set(
  'get got gain gained win won sign signed register registered join joined add added acquire acquired have had create created open opened welcome welcomed hire hired recruit recruited enrol enrolled enroll onboard onboarded take took taken admit admitted employ employed make made start started pick picked find found attract attracted bring brought'.split(
    ' ',
  ),
)

/** "how many patients did we see": people counted by the day on which they were registered, though something was done with them. */
export function ofDroppedVerbs({ question, reading, ontology, isFollowUp }: Doubted): readonly Signal[] {
  const verb = doing.exec(question)?.[1]?.toLowerCase()
  const isAsked = verb !== undefined && !isFollowUp && isEnglish(verb, 'verb') && !beginning.has(verb)
  const date = isAsked ? ownDate(reading.query, ontology) : null
  const stems = new Set(date === null ? [] : nameWords(date).flatMap((word) => [...stemsOf(word)]))
  const isDropped = verb !== undefined && date !== null && ![...stemsOf(verb)].some((stem) => stems.has(stem))
  return [signal('verbDropped', isDropped, `The period is that of ${date}, and “${verb}” is not looked at`)]
}

/** The date of the people who are counted themselves, by which they are narrowed and by nothing else. */
function ownDate(query: Query, ontology: Ontology): string | null {
  const counted = figuresOf(query).flatMap((one) => countedIn(one))
  const conditions = conditionsOf(query.where)
  const [only, ...more] = conditions
  if (only?.kind !== 'during' || more.length > 0) return null
  const [ref] = fieldsIn(only.of, ontology)
  const place = ref === undefined ? null : placeOf(ref, ontology)
  return place !== null && counted.includes(place.dataset.name) && isPeople(place.dataset)
    ? place.field.label
    : null
}

function countedIn(figure: Expression): readonly string[] {
  return figure.kind === 'aggregate' && figure.function === 'count' && figure.of.kind === 'rows'
    ? [figure.of.dataset]
    : []
}
