import type { Ontology } from '@quipu/query'
import { completeQuery, restate, type Plan, type Reading, type ReadingContext } from '@quipu/reading'

/** A question back where two readers differ is answered under this label. */
export const whichReading = 'Which reading'

/** From here on our own reading is answered, and another one only told. */
const sure = 0.9

/**
 * What becomes of a plan when somebody else has read the question too. Readers that agree make it surer. Readers that
 * differ lead to a warning where our own is sure, else to a question back. Where we have no reading, theirs are taken.
 */
export function weighReadings(
  plan: Plan,
  others: readonly Reading[],
  ontology: Ontology,
  { answers, proceed }: Pick<ReadingContext, 'answers' | 'proceed'>,
): Plan {
  const [other, ...rest] = others
  if (other === undefined || plan.status === 'verified') return plan
  if (plan.status === 'cannot_answer') return { status: 'readings', readings: [other, ...rest] }
  const [own, ...further] = plan.readings
  if (own === undefined || plan.status === 'clarification') return plan
  const chosen = answers[whichReading.toLowerCase()]?.trim()
  const picked = [own, ...others].find((one) => restate(one.query, ontology) === chosen)
  if (picked !== undefined)
    return { status: 'readings', readings: [{ ...picked, assumptions: [], confidence: 1 }] }
  if (isSame(own, other, ontology)) {
    const confidence = 1 - (1 - own.confidence) / 2
    return { status: 'readings', readings: [{ ...own, confidence }, ...further] }
  }
  const [ownWords, otherWords] = [own, other].map((one) => restate(one.query, ontology))
  if (proceed || own.confidence >= sure || ownWords === otherWords) {
    const says = `Read as: ${ownWords}. A language model reads it as: ${otherWords}.`
    const warned = [...own.assumptions, { about: 'meaning of the question', says, changesNumbers: true }]
    return { status: 'readings', readings: [{ ...own, assumptions: warned }, ...further] }
  }
  const question = {
    label: whichReading,
    why: 'meaning' as const,
    question: 'The question can be read in two ways. Which do you mean?',
    suggestions: [ownWords ?? '', otherWords ?? ''],
  }
  return { status: 'clarification', questions: [question], readings: [own, other] }
}

/** Whatever the columns are called. */
function isSame(one: Reading, other: Reading, ontology: Ontology): boolean {
  return keyOf(one, ontology) === keyOf(other, ontology)
}

function keyOf({ query }: Reading, ontology: Ontology): string {
  const complete = completeQuery(query, ontology)
  return JSON.stringify({ ...complete, outputs: complete.outputs.map(({ expression }) => expression) })
}
