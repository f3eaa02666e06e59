/** Reads a question in words into its possible meanings, best first. */
export { readQuestion } from './read-question.ts'
export type { ReadingContext, ReadingPreferences } from './plan/reading-context.ts'
export type { ClarificationQuestion, Plan } from './plan/plan.ts'
export type { Assumption, Reading } from './plan/reading.ts'

/** All meanings with their features, for measurements. */
export { interpretQuestion } from './interpret-question.ts'

/** What the reader knows about English. */
export { isEnglish } from './lexicon/wordnet.ts'
export { wordForms } from './words/word-forms.ts'
export { monthName, weekdayName } from './time/names.ts'
