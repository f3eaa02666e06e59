import type { WorkerTask } from '@quipu/kit'
import type { CheckableModel } from './check-verified.ts'
import { problemOfVerified } from './check-verified.ts'

export interface ToVerify {
  readonly statements: readonly { readonly path: string; readonly sql: string }[]
  readonly model: CheckableModel
}

/** The first problem, or null. */
export type Verdict = { readonly path: string; readonly problem: string } | null

export const run: WorkerTask = async (input): Promise<Verdict> => {
  // The input from `checkOverlay`.
  const { statements, model } = input as ToVerify
  for (const { path, sql } of statements) {
    const problem = await problemOfVerified(sql, model)
    if (problem !== null) return { path, problem }
  }
  return null
}
