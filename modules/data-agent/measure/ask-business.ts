import { offeredReading, type ReadingContext } from '@quipu/reading'
import type { Answer } from '../src/answer/answer.ts'
import { answerQuestion } from '../src/answer/phases/answer-question.ts'
import { contextAfter, type OpenSet, type SetQuestion } from './business-folder.ts'

interface AskedQuestion {
  readonly asked: SetQuestion
  /** Null where it failed. */
  readonly answer: Answer | null
  readonly error: unknown
}

/** Asks every question of a set in order, each after the one that it goes on from. */
export async function* askBusiness(
  { ontology, source, questions }: OpenSet,
  now: Date,
  maxRows: number,
): AsyncGenerator<AskedQuestion> {
  const before = new Map<string, NonNullable<ReadingContext['previous']>>()
  const asking = new Map(questions.map((one) => [one.id, one.question]))
  for (const asked of questions) {
    const { id, question, after } = asked
    const previous = after === undefined ? null : (before.get(after) ?? null)
    const signal = AbortSignal.timeout(60_000)
    const unanswered = previous === null && after !== undefined ? asking.get(after) : undefined
    const context = {
      ...contextAfter(previous, now),
      ...(unanswered === undefined ? {} : { unanswered }),
    }
    let answer: Answer | null = null
    let error: unknown = null
    try {
      answer = await answerQuestion({ question, ontology, source, context, maxRows, signal })
    } catch (thrown) {
      error = thrown
    }
    if (answer?.status === 'answered' && answer.reading !== null)
      before.set(id, { question, reading: answer.reading })
    else {
      const offered = answer?.artifacts.plan === undefined ? null : offeredReading(answer.artifacts.plan)
      if (offered !== null) before.set(id, { question, reading: offered, isNotLast: 'offered' })
    }
    yield { asked, answer, error }
  }
}
