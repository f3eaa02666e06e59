import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export interface AskQuestion {
  readonly id: string
  readonly db: string
  readonly question: string
  readonly paraphrase?: string | null
  readonly sql?: string
  readonly gold?: string
  readonly ordered?: boolean
  readonly category?: string
}

/** The folder of the question sets: `QUIPU_ASK_SETS`. Default: beside the project. */
export function setsFolder(): string {
  return resolve(process.env['QUIPU_ASK_SETS'] ?? join(import.meta.dirname, '../../../../shared/bench/ask'))
}

export function readQuestions(file: string): readonly AskQuestion[] {
  // The sets are ours to read and their shape is fixed; a wrong one fails at its first use.
  return JSON.parse(readFileSync(file, 'utf8')) as readonly AskQuestion[]
}

/** A tenth of the databases, by a fixed seed and their names: measured, but never inspected. */
export function isHeldBack(db: string): boolean {
  return (
    Number.parseInt(createHash('sha256').update(`held back 2 ${db}`).digest('hex').slice(0, 8), 16) % 10 === 0
  )
}
