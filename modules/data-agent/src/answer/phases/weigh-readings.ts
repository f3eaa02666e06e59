import type { Ontology } from '@quipu/query'
import { completeQuery, restate, type Plan, type Reading, type ReadingContext } from '@quipu/reading'

/** The reader's own label for the choice between readings. */
const label = 'Reading'

/** From here on our own reading is answered, and another one only told. */
const sure = 0.9
/** From here on a reading that was in doubt is answered because somebody else reads it so too. */
const sureTogether = 0.7
const mostOffered = 3

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
  const isInDoubt = plan.status === 'clarification'
  // Other questions back are about what was left open, which nobody else knows.
  if (own === undefined || (isInDoubt && plan.questions.some((one) => one.label !== label))) return plan
  const picked = readingNamed(answers[label.toLowerCase()], [...plan.readings, ...others], ontology)
  if (picked !== undefined)
    return { status: 'readings', readings: [{ ...picked, assumptions: [], confidence: 1 }] }
  const together = 1 - (1 - own.confidence) / 2
  const isSure = proceed || own.confidence >= sure
  if (isSame(own, other, ontology)) {
    if (isInDoubt && !proceed && together < sureTogether) return plan
    return { status: 'readings', readings: [{ ...own, confidence: together }, ...further] }
  }
  const [ownWords, otherWords] = [wordsOf(own, ontology), wordsOf(other, ontology)]
  if ((isSure && !isInDoubt) || proceed || ownWords === otherWords) {
    const says = `Read as: ${ownWords}. A language model reads it as: ${otherWords}.`
    const warned = [...own.assumptions, { about: 'meaning of the question', says, changesNumbers: true }]
    return { status: 'readings', readings: [{ ...own, assumptions: warned }, ...further] }
  }
  const offered = [own, other, ...(isInDoubt ? further : [])].slice(0, mostOffered)
  const suggestions = [...new Set(offered.map((one) => wordsOf(one, ontology)))]
  const question = 'The question can be read in several ways. Which of these do you mean?'
  const questions = [{ label, why: 'meaning' as const, question, suggestions }]
  return { status: 'clarification', questions, readings: offered }
}

/** The reading that a person has chosen by its words. */
export function readingNamed(
  words: string | undefined,
  readings: readonly Reading[],
  ontology: Ontology,
): Reading | undefined {
  if (words === undefined) return undefined
  return readings.find((one) => wordsOf(one, ontology) === plain(words))
}

function wordsOf({ restatement, query }: Reading, ontology: Ontology): string {
  return plain(restatement || restate(query, ontology))
}

/** Answers are sent in brackets, so there are none in them. */
function plain(words: string): string {
  return words.replaceAll('[', '(').replaceAll(']', ')').trim()
}

/** Whatever the columns are called. */
function isSame(one: Reading, other: Reading, ontology: Ontology): boolean {
  return keyOf(one, ontology) === keyOf(other, ontology)
}

function keyOf({ query }: Reading, ontology: Ontology): string {
  const complete = completeQuery(query, ontology)
  return JSON.stringify({ ...complete, outputs: complete.outputs.map(({ expression }) => expression) })
}
