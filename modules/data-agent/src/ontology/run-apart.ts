import type { Scope, Workers } from '@quipu/kit'
import { PortError, ToolError } from '@quipu/kit'
import { apartLimits } from './limits.ts'

/** The answer of a task for a problem that the sender can fix. */
export interface Refusal {
  readonly refusal: string
}

export interface ApartOptions {
  /** The beginning of the message that says why the work was stopped. */
  readonly what: string
  readonly signal: AbortSignal
  /** The person: people take turns. */
  readonly scope: Scope
  /** Default: `apartLimits`. */
  readonly limits?: { readonly milliseconds: number; readonly memoryMb: number; readonly maxBytes?: number }
}

/** Runs a task in its own process, and turns its failures into errors of this module. */
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
    // Each task returns the type that its caller expects.
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
