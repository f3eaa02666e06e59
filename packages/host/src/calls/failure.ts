import { PortError, ToolError } from '@quipu/kit'
import { StatementError, StoreUnavailable } from '../storage/store.ts'
import type { CallParts } from './call-parts.ts'
import type { RunningCall } from './running-call.ts'

export const unavailableMessage = 'The service is unavailable for the moment; try again shortly'

/** What a caller gets for anything thrown. Only the message of a `ToolError` is shown. */
export function asToolError(
  { log }: Pick<CallParts, 'log'>,
  call: RunningCall,
  what: string,
  error: unknown,
): ToolError {
  if (error instanceof ToolError) return error
  if (error instanceof StoreUnavailable) {
    log.warn({ request_id: call.requestId, what, err: error }, 'store unavailable')
    return new PortError('store', unavailableMessage, { cause: error })
  }
  if (call.isStopped) return new ToolError('UNAVAILABLE', 'The server is stopping; try again')
  if (call.isAborted) return new ToolError('TIMEOUT', 'The call was cancelled')
  log.error({ request_id: call.requestId, what, err: error }, 'call failed')
  const message = 'Something went wrong on our side; it was logged under the trace id'
  if (error instanceof StatementError) return new PortError('statement', message, { cause: error })
  return new ToolError('INTERNAL_ERROR', message)
}
