import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import type { Prediction } from './predict.ts'
import { setsFolder, type AskQuestion } from './ask-sets.ts'

export interface Score {
  readonly questions: number
  readonly exact: number
  readonly contains: number
  /** Share of questions answered. */
  readonly coverage: number
  /** The precision of answers without a warning, and their share. */
  readonly precision: number | null
  readonly precisionCoverage: number
  readonly asked: number
  readonly refused: number
  readonly failed: number
  readonly ms: { readonly p50: number; readonly p95: number; readonly p99: number }
  readonly wrong: readonly { readonly id: string; readonly why?: string }[]
}

/** The result of the scorer of the sets. `prefix` is that of the databases of a PostgreSQL set. */
export function score(
  set: string,
  questions: readonly AskQuestion[],
  predictions: readonly Pick<Prediction, 'id' | 'status' | 'sql' | 'ms' | 'warned'>[],
  prefix?: string,
): Score {
  const folder = mkdtempSync(join(tmpdir(), 'quipu-ask-'))
  try {
    const questionsFile = join(folder, 'questions.json')
    const predictionsFile = join(folder, 'predictions.jsonl')
    writeFileSync(questionsFile, JSON.stringify(questions))
    writeFileSync(
      predictionsFile,
      predictions
        .map(({ id, status, sql, ms, warned }) => JSON.stringify({ id, status, sql, ms, warned }))
        .join('\n'),
    )
    const args = [
      join(setsFolder(), 'score.mjs'),
      '--set',
      set,
      '--questions',
      relative(set, questionsFile),
      '--predictions',
      predictionsFile,
      '--json',
    ]
    const output = execFileSync(
      process.execPath,
      [...args, ...(prefix === undefined ? [] : ['--pg', prefix])],
      { maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'], cwd: join(import.meta.dirname, '../../..') },
    )
    // The output format of the scorer.
    return JSON.parse(output.toString()) as Score
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
