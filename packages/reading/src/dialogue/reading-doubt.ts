import type { ClarificationQuestion, Plan } from '../plan/plan.ts'
import type { Reading } from '../plan/reading.ts'
import type { ReadingContext } from '../plan/reading-context.ts'

/** Under this label a person chooses one of the offered readings, by its restatement. */
const label = 'Reading'
/** As answers have it. */
export const readingLabel = label.toLowerCase()
const mostOffered = 3

/** The reading that the person has chosen by its restatement. Null when none is. */
export function chosenReading(
  readings: readonly Reading[],
  { answers, preferences }: Pick<ReadingContext, 'answers' | 'preferences'>,
): Reading | null {
  const wanted = answers[readingLabel] ?? preferences.choices[readingLabel]
  if (wanted === undefined) return null
  return readings.find(({ restatement }) => shown(restatement) === shown(wanted)) ?? null
}

/** Asks which of the readings is meant, each in plain words. `why` says what makes it unsure. */
export function askForReading(readings: readonly Reading[], why: string): Plan {
  const suggestions = [...new Set(readings.map(({ restatement }) => shown(restatement)))].slice(
    0,
    mostOffered,
  )
  const asks: ClarificationQuestion = {
    label,
    why: 'meaning',
    question: `${why} ${suggestions.length > 1 ? 'Which of these do you mean?' : 'Do you mean this?'}`,
    suggestions,
  }
  return { status: 'clarification', questions: [asks], readings }
}

/** Whether nothing is asked but which reading is meant: the grammar is unsure of all of them. */
export function isReadingDoubt({ questions }: Extract<Plan, { status: 'clarification' }>): boolean {
  return questions.every((one) => one.label === label)
}

/** Answers are sent in brackets. */
function shown(restatement: string): string {
  return restatement.replaceAll('[', '(').replaceAll(']', ')').trim()
}
