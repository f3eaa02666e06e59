import type { Ontology } from '@quipu/query'
import { roleOf } from '../frames/business-phrases.ts'
import { isReadingDoubt } from '../dialogue/reading-doubt.ts'
import { isEnglish } from '../lexicon/wordnet.ts'
import type { Plan } from '../plan/plan.ts'
import type { Reading } from '../plan/reading.ts'
import type { ReadingContext } from '../plan/reading-context.ts'
import { findTimes } from '../time/find-times.ts'
import { wordForms } from '../words/word-forms.ts'
import { unusedWords } from './unused-words.ts'

export interface NoHelp {
  /** The words of the question that no offer has anything of. */
  readonly missing: readonly string[]
  /** Where no word is missing. */
  readonly reason: string | null
  readonly nearest: readonly Reading[]
}

/**
 * A question back is no help where all its offers leave out what is asked for: the property in "how warm was …", what is compared with others, the period, or
 * what is done together with another word ("people walked"). An answer
 * that leaves out such a property is no help either. Null where it helps.
 */
export function noHelp(
  plan: Plan,
  question: string,
  ontology: Ontology,
  context: Pick<ReadingContext, 'now' | 'timeZone' | 'proceed'>,
): NoHelp | null {
  const [, asked] = /^\W*how (\p{L}+) (?:is|are|was|were)\b/iu.exec(question) ?? []
  const property = asked !== undefined && isEnglish(asked.toLowerCase(), 'adj') ? asked.toLowerCase() : null
  if (plan.status === 'readings' && property !== null && !context.proceed) {
    const [reading] = plan.readings
    const isLost = reading.unmatched.some((word) => word.toLowerCase() === property)
    return isLost ? { missing: [property], reason: null, nearest: [reading] } : null
  }
  if (plan.status !== 'clarification' || !isReadingDoubt(plan)) return null
  const offers = plan.readings.slice(0, 3)
  const lost = offers.map((one) => unusedWords(question, one, ontology))
  const [first = [], ...others] = lost
  const common = [...new Set(first)].filter(
    (word) => !word.startsWith('compar') && others.every((words) => words.includes(word)),
  )
  const isProperty = property !== null && common.includes(property)
  const isCompared =
    /^\W*(?:is|are|was|were|do|does|did)\b.*\bthan\b/iu.test(question) &&
    common.some((word) => word.endsWith('er'))
  const times = lostTimes(question, offers, ontology, context)
  const isDone = common.length > 1 && common.some(isVerb)
  if (!isProperty && !isCompared && !isDone && times.length === 0) return null
  const things = common.filter((word) => !/^(?:people|person|anyone|somebody|someone)$/.test(word))
  return {
    missing: things.length > 0 ? things : common,
    reason:
      common.length > 0
        ? null
        : `Nothing that is asked for here has a date in this data: ${times.join(', ')}.`,
    nearest: offers.slice(0, 2),
  }
}

/** "walked", "eat"; not "work", which is also a thing, nor a word of business. */
function isVerb(word: string): boolean {
  if (roleOf(word) !== undefined) return false
  const forms = [word, ...wordForms(word)]
  const isThing = !word.endsWith('ed') && forms.some((form) => isEnglish(form, 'noun'))
  return !isThing && forms.some((form) => isEnglish(form, 'verb'))
}

/** Periods that the question names, where no offer is about any. */
function lostTimes(
  question: string,
  offers: readonly Reading[],
  { calendar }: Ontology,
  context: Pick<ReadingContext, 'now' | 'timeZone'>,
): readonly string[] {
  const isTimed = offers.some(({ query }) =>
    /"kind":"(?:during|period|part|span|now)"/.test(JSON.stringify(query)),
  )
  if (isTimed) return []
  return findTimes(question, { ...context, calendar })
    .filter(({ confidence, range }) => confidence >= 0.5 && range !== null)
    .map(({ start, end }) => question.slice(start, end))
}
