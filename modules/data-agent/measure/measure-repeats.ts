import { join } from 'node:path'
import { predict } from './answer-in-process.ts'
import type { AskQuestion } from './ask-sets.ts'
import { ontologyOf } from './ontology-cache.ts'

export interface Repeats {
  readonly runs: number
  readonly questions: number
  /** Questions with the same SQL, or the same refusal, every time. */
  readonly same: number
}

const runs = 100
const step = 62

/** Reads some questions of a SQLite set repeatedly; the ontology is built again every tenth time. */
export async function measureRepeats(set: string, all: readonly AskQuestion[]): Promise<Repeats> {
  const chosen = all.filter((_, index) => index % step === 0)
  const now = new Date()
  let same = 0
  for (const question of chosen) {
    const said = new Set<string>()
    for (let fresh = 0; fresh < runs / 10; fresh++) {
      const file = join(set, 'databases', `${question.db}.sqlite`)
      const ontology = await ontologyOf(question.db, { kind: 'sqlite', file }, null)
      for (let run = 0; run < 10; run++) {
        const { status, sql } = predict(question.id, question.question, ontology, now)
        said.add(`${status} ${sql ?? ''}`)
      }
    }
    if (said.size === 1) same++
  }
  return { runs, questions: chosen.length, same }
}
