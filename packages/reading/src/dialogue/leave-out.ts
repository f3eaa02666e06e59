import type { Expression } from '@quipu/query'
import { partsOfExpression } from '@quipu/query'
import { doubtAbout } from '../confidence/verdict.ts'
import { isEnglish } from '../lexicon/wordnet.ts'
import type { Plan } from '../plan/plan.ts'
import type { Reading } from '../plan/reading.ts'
import type { ReadingContext } from '../plan/reading-context.ts'
import { wordForms } from '../words/word-forms.ts'
import { askForReading, chosenReading } from './reading-doubt.ts'

/** Below this, what remains is no plain reading either. */
const least = 0.5

interface Reader {
  readonly read: (question: string, context: ReadingContext) => Plan
  /** The words of which nothing is known. */
  readonly unplaced: () => readonly string[]
}

/** Where one word alone found no place: asks whether the figure that all others name is meant. Null where they name none. */
export function askWithout(
  plan: Plan,
  question: string,
  context: ReadingContext,
  { read, unplaced }: Reader,
): Plan | null {
  const isOpen = plan.status === 'cannot_answer' || (plan.status === 'clarification' && isOfMeaning(plan))
  if (!isOpen) return null
  // What is refused for another reason is not asked about.
  const [word, ...more] = plan.status === 'cannot_answer' ? plan.missing : unplaced()
  if (word === undefined || more.length > 0 || !isPlainWord(word)) return null
  const at = question.toLowerCase().lastIndexOf(word.toLowerCase())
  if (at < 0) return null
  const rest = `${question.slice(0, at)}${' '.repeat(word.length)}${question.slice(at + word.length)}`
  const again = read(rest, { ...context, answers: {}, previous: null })
  if (again.status !== 'readings') return null
  const [first] = again.readings
  if (first.confidence < least || !first.query.outputs.some(({ expression }) => isFigure(expression)))
    return null
  const offer = withoutWord(first, word)
  const chosen = chosenReading([offer], context)
  if (chosen !== null) return { status: 'readings', readings: [chosen] }
  const others = plan.status === 'clarification' ? plan.readings : []
  return askForReading(
    [offer, ...others],
    `It is not known what “${word}” means in this data, so it would be left out.`,
  )
}

/** Nothing is asked but what words mean. */
function isOfMeaning({ questions }: Extract<Plan, { status: 'clarification' }>): boolean {
  return questions.every(({ why }) => why === 'meaning')
}

/** Names, numbers and things are what a question is about, and “still” turns it round: nothing remains without them. */
function isPlainWord(word: string): boolean {
  const isThing = wordForms(word).some((form) => isEnglish(form, 'noun')) && !/(?:ed|ing)$/.test(word)
  return /^\p{Ll}[\p{Ll}'-]+$/u.test(word) && !isThing && !/^(?:still|yet|not|never|no)$/.test(word)
}

function isFigure(of: Expression): boolean {
  return of.kind === 'aggregate' || of.kind === 'metric' || partsOfExpression(of).some(isFigure)
}

function withoutWord(reading: Reading, word: string): Reading {
  const says = `Not taken into account: ${word}.`
  const { doubts: _, ...rest } = reading
  const kept = reading.assumptions.filter(({ about }) => about !== doubtAbout)
  return {
    ...rest,
    assumptions: [{ about: 'words not understood', says, changesNumbers: true }, ...kept],
  }
}
