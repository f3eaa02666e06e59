import type { Ontology } from '@quipu/query'
import { completeQuery, restate, type Plan, type Reading, type ReadingContext } from '@quipu/reading'

/** The reader's own label for the choice between readings. */
const label = 'Reading'

/** The lowest confidence at which our own reading is answered, and another one is only shown. */
const sure = 0.9
/** The lowest confidence at which a doubtful reading is answered because the other reader agrees. */
const sureTogether = 0.7
const mostOffered = 3

/**
 * Combines a plan with the readings of another reader. Agreement raises the confidence. Readers that
 * differ lead to a warning if our own is confident, otherwise to a question back. If we have no reading, theirs are used.
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
  // Other questions back are about information that only the person has.
  if (own === undefined || (isInDoubt && plan.questions.some((one) => one.label !== label))) return plan
  const picked = readingNamed(answers[label.toLowerCase()], [...plan.readings, ...others], ontology)
  if (picked !== undefined) {
    const { doubts: _, ...chosen } = picked
    return { status: 'readings', readings: [{ ...chosen, assumptions: [], confidence: 1 }] }
  }
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

/** The reading that a person chose by its restatement. */
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

/** Answers are sent in brackets, so they contain none. */
function plain(words: string): string {
  return words.replaceAll('[', '(').replaceAll(']', ')').trim()
}

/** Ignores the names of columns. */
function isSame(one: Reading, other: Reading, ontology: Ontology): boolean {
  return keyOf(one, ontology) === keyOf(other, ontology)
}

function keyOf({ query }: Reading, ontology: Ontology): string {
  const complete = completeQuery(query, ontology)
  return JSON.stringify({ ...complete, outputs: complete.outputs.map(({ expression }) => expression) })
}
