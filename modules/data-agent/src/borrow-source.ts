import type { Call } from '@quipu/kit'
import type { QueueRequest } from '@quipu/queue'
import { phases } from './answer/answer.ts'
import { agentTimeout, sourceFailure } from './errors.ts'
import type { OpenSources } from './open-sources.ts'
import type { Source } from './sources/source.ts'
import { SourceError } from './sources/source.ts'

interface Lender {
  readonly sources: OpenSources
  /** The time limit of one question, without the time of questions back. */
  readonly askSeconds: number
}

/** A connection of the installation, or a source for this question alone. */
export type SourcePlace = { readonly connectionId: string } | { readonly source: Source }

/** The caller, and how to report that they wait. */
type Borrower = Pick<Call, 'caller' | 'signal'> & {
  progress(progress: number, total: number, message: string): void
}

interface Wanted {
  readonly from: SourcePlace
  /** Its purpose, in the words of the caller. */
  readonly what: string
}

/** Lends a source when it is the caller's turn. Failures of the database become errors of the contract. */
export async function borrowSource<Result>(
  { sources, askSeconds }: Lender,
  call: Borrower,
  { from, what }: Wanted,
  work: (source: Source, signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const late = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const inTime = (source: Source) => {
    // The time in the queue does not count.
    timer = setTimeout(() => late.abort(), askSeconds * 1000)
    return work(source, AbortSignal.any([call.signal, late.signal]))
  }
  try {
    if ('source' in from) return await inTime(from.source)
    return await sources.with(call.caller, from.connectionId, waitingOf(call), inTime)
  } catch (error) {
    if (late.signal.aborted) throw agentTimeout(what, askSeconds)
    throw error instanceof SourceError ? sourceFailure(error) : error
  } finally {
    clearTimeout(timer)
  }
}

/** Reports the place in the queue. Progress must increase, and the first phase is 1. */
export function waitingOf(call: Borrower): QueueRequest {
  let reports = 0
  return {
    signal: call.signal,
    onWait: (ahead) => {
      reports += 1
      call.progress(reports / (reports + 1), phases.length, placeText(ahead))
    },
  }
}

function placeText(ahead: number): string {
  if (ahead === 0) return 'Your question is next'
  return ahead === 1 ? '1 question is ahead of yours' : `${ahead} questions are ahead of yours`
}
