/** Reads a question in words into its possible meanings, best first. */
export { readQuestion } from './read-question.ts'
export { datesToCheck } from './date-never-set.ts'
export { verifiedQuestion } from './verified-question.ts'
export { offeredReading } from './dialogue/go-on-from.ts'
export type { Previous, ReadingContext, ReadingPreferences } from './plan/reading-context.ts'
export type { ClarificationQuestion, Plan } from './plan/plan.ts'
export type { Assumption, Reading } from './plan/reading.ts'

/** What revenue, profit and similar figures mean in a database. */
export { deriveMetrics } from './metrics/derive-metrics.ts'
export { possibleSales, type PossibleSales } from './metrics/possible-sales.ts'

/** How sure an answer is when its rows are there. */
export { judgeResult } from './doubt/judge-result.ts'
export { resultSignals } from './doubt/result-signals.ts'

/** All meanings with their features, for measurements. */
export { hasTrade } from './business/business.ts'
export { interpretQuestion } from './interpret-question.ts'

/** What the reader knows about English. */
export { isEnglish, isPerson } from './lexicon/wordnet.ts'
export { wordForms } from './words/word-forms.ts'
export { monthName, weekdayName } from './time/names.ts'

/** The query language: a logical form as JSON, for programs and assistants. */
export { readQuery, type QueryContext } from './language/read-query.ts'
export { completeQuery } from './language/complete-query.ts'
export { emptyQuery } from './interpret/builder.ts'
export { writeQuery, type QueryJson } from './language/write-query.ts'
export { QueryError } from './language/query-error.ts'
export { headed, restate, restateCondition } from './restate/restate.ts'
export { showFigure } from './frames/show-figure.ts'
