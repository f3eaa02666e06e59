import { predict, type Prediction } from './predict.ts'
import type { AskQuestion } from './ask-sets.ts'
import { score, type Score } from './score.ts'

export interface SetRun extends Omit<Score, 'wrong'> {
  readonly name: string
  /** The number of answers whose lineage a second parser confirms from their SQL. */
  readonly traced: number
  readonly answered: number
}

export interface SetInput {
  readonly name: string
  /** Folder of the set, with its databases. */
  readonly set: string
  readonly questions: readonly AskQuestion[]
  readonly postgresPrefix?: string
}

export async function predictAll({
  set,
  questions,
  postgresPrefix,
}: SetInput): Promise<readonly Prediction[]> {
  const predictions: Prediction[] = []
  for await (const one of predict({ folder: set, questions, postgres: postgresPrefix })) predictions.push(one)
  return predictions
}

/** Answers every question of a set and scores the results with the set's own scorer. */
export async function runSet(input: SetInput): Promise<SetRun> {
  const predictions = await predictAll(input)
  const { wrong: _, ...result } = score(input.set, input.questions, predictions, input.postgresPrefix)
  const answered = predictions.filter(({ status }) => status === 'answered')
  const traced = answered.filter(({ isTraced }) => isTraced).length
  return { name: input.name, ...result, traced, answered: answered.length }
}
