/** From a question in words to what it means, best meaning first. */
export { readQuestion } from './read-question.ts'
export type { ReadingContext, ReadingPreferences } from './plan/reading-context.ts'
export type { ClarificationQuestion, Plan } from './plan/plan.ts'
export type { Assumption, Reading } from './plan/reading.ts'

/** All meanings with their features, for measuring. */
export { interpretQuestion } from './interpret-question.ts'

/** What the reader knows of English. */
export { isEnglish } from './lexicon/wordnet.ts'
export { wordForms } from './words/word-forms.ts'
export { monthName, weekdayName } from './time/names.ts'
