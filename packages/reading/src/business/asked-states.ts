import type { Dataset, Ontology } from '@quipu/query'
import { nameWords } from '../lexicon/name-words.ts'
import { stateField } from '../metrics/not-sold.ts'
import { settledStates } from '../metrics/owed.ts'

/** "is invoice 1204 paid yet": the state of the row says yes, no or in part. Every other word keeps its place. */
export function withStateAsked(question: string, ontology: Ontology): string {
  return question.replace(isPaid, (all, noun: string, code: string) => {
    const [only, ...more] = calledBy(noun, ontology)
    const state = only === undefined ? null : stateField(only, settledStates, ontology)
    // A number says which row is meant.
    if (only === undefined || more.length > 0 || state === null || !/\d/.test(code)) return all
    return `what is the ${state.field.label} of ${noun} ${code}`
  })
}

const isPaid =
  /^\W*(?:is|was|has) (?:the |our )?(\p{L}+) (?:no\.? |number |#)?([\p{L}\d][\p{L}\d/-]*) (?:been )?(?:fully )?(?:paid|settled)(?: for)?(?: already| yet| by now| in full)?(?=\W*$)/iu

/** "how many people are on the waiting list": the rows of the list that are not closed. */
export function withListCounted(question: string, ontology: Ontology): string {
  return question.replace(onList, (all, list: string) => {
    const [only, ...more] = calledBy(list, ontology)
    return only === undefined || more.length > 0 ? all : `how many ${only.label} do we have currently`
  })
}

const onList =
  /^\W*how many (?:\p{L}+ )?(?:are|do we have|have we got)(?: currently| still| now)? (?:on|in) (?:the|our) ((?:\p{L}+ )?(?:list|waitlist|queue))(?: currently| now| today| right now)?(?=\W*$)/iu

function calledBy(name: string, { datasets }: Ontology): readonly Dataset[] {
  const said = nameWords(name).join(' ')
  return datasets.filter(({ label, isHidden }) => !isHidden && nameWords(label).join(' ') === said)
}
