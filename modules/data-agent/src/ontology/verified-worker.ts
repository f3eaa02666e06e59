import { parentPort, workerData } from 'node:worker_threads'
import type { CheckableModel } from './check-verified.ts'
import { problemOfVerified } from './check-verified.ts'

export interface ToVerify {
  readonly statements: readonly { readonly path: string; readonly sql: string }[]
  readonly model: CheckableModel
}

/** The first thing that is wrong; null when nothing is. */
export type Verdict = { readonly path: string; readonly problem: string } | null

parentPort?.postMessage(await verdictOn(workerData as ToVerify))

async function verdictOn({ statements, model }: ToVerify): Promise<Verdict> {
  for (const { path, sql } of statements) {
    const problem = await problemOfVerified(sql, model)
    if (problem !== null) return { path, problem }
  }
  return null
}
