import type { Scope, Workers } from '@quipu/kit'
import { PortError, ToolError } from '@quipu/kit'
import { apartLimits } from './limits.ts'

/** What a task answers when the person who sent the work can mend it. */
export interface Refusal {
  readonly refusal: string
}

export interface ApartOptions {
  /** Begins the sentence that says why the work was stopped. */
  readonly what: string
  readonly signal: AbortSignal
  /** For whom: people take turns. */
  readonly scope: Scope
  /** Default: `apartLimits`. */
  readonly limits?: { readonly milliseconds: number; readonly memoryMb: number; readonly maxBytes?: number }
}

/** Runs a task in a process of its own, and says in words of this module why it gave no answer. */
export async function runApart<Result>(
  workers: Workers,
  task: URL,
  input: unknown,
  { what, signal, scope, limits: { milliseconds, memoryMb, maxBytes } = apartLimits }: ApartOptions,
): Promise<Result> {
  try {
    const answer = await workers.run(task, input, {
      ms: milliseconds,
      memoryMb,
      signal,
      scope,
      ...(maxBytes === undefined ? {} : { maxBytes }),
    })
    if (isRefusal(answer)) throw new ToolError('VALIDATION_ERROR', answer.refusal)
    // Each task answers in the shape that its caller names.
    return answer as Result
  } catch (error) {
    if (!(error instanceof PortError)) throw error
    if (error.reason === 'time')
      throw new ToolError('TIMEOUT', `${what} took longer than ${milliseconds / 1000} seconds; send less`)
    if (error.reason === 'too-large')
      throw new ToolError('VALIDATION_ERROR', `${what} gave more than fits; send less`, {}, { cause: error })
    if (error.reason !== 'memory') throw error
    const reason = `${what} took more than ${memoryMb} MB of memory; send less`
    throw new ToolError('VALIDATION_ERROR', reason, {}, { cause: error })
  }
}

function isRefusal(message: unknown): message is Refusal {
  return typeof message === 'object' && message !== null && 'refusal' in message
}
