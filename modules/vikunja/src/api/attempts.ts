import { setTimeout as pause } from 'node:timers/promises'
import { PortError } from '@quipu/kit'
import { failureOfPort } from './failures.ts'
import { VikunjaError } from './vikunja-error.ts'

/** Retries after a pause, at most twice, if the server was away for a moment. Only for reads: a write may have been done. */
export async function tryAgain<Answer extends { readonly status: number }>(
  work: () => Promise<Answer>,
  signal?: AbortSignal,
): Promise<Answer> {
  for (const pauseMs of pausesMs) {
    const answer = await once(work).catch((error: unknown) => {
      if (isPassing(error)) return null
      throw error
    })
    if (answer !== null && !passingStatuses.has(answer.status)) return answer
    // Spreads the retries of requests that failed together.
    const ms = pauseMs * (0.5 + Math.random())
    await pause(ms, undefined, signal === undefined ? {} : { signal }).catch(() => signal?.throwIfAborted())
  }
  return once(work)
}

/** Turns failures of the HTTP port into errors about Vikunja. */
export async function once<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof PortError ? failureOfPort(error) : error
  }
}

const pausesMs = [100, 400]
const passingStatuses = new Set([502, 503, 504])

function isPassing(error: unknown): boolean {
  const cause = error instanceof VikunjaError ? error.cause : undefined
  return cause instanceof PortError && cause.reason === 'unavailable'
}
