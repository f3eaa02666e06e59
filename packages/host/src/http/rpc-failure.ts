import { ToolError, type Log } from '@quipu/kit'
import { unavailableMessage } from '../calls/failure.ts'
import { ScopeMissing } from '../calls/permission.ts'
import { AuthFailure } from '../identity/auth-failure.ts'
import { MalformedBody } from '../input/malformed-body.ts'
import { BodyTooLarge } from '../input/read-body.ts'
import { asParseError, code, RpcError } from '../mcp/protocol.ts'
import { StoreUnavailable } from '../storage/store.ts'

/** Anything thrown before the answer, as a JSON-RPC error. */
export function asRpcError(log: Log, error: unknown, requestId: string): RpcError {
  if (error instanceof RpcError) return error
  if (error instanceof MalformedBody) return asParseError(error)
  if (error instanceof BodyTooLarge) return new RpcError(code.transport, error.message, { status: 413 })
  if (error instanceof AuthFailure || error instanceof ScopeMissing)
    return new RpcError(code.transport, error.message, { status: 403 })
  if (error instanceof StoreUnavailable) {
    log.warn({ err: error, request_id: requestId }, 'store unavailable')
    return unavailable(unavailableMessage, requestId)
  }
  // A module could not find out whether its caller's token is valid.
  if (error instanceof ToolError && error.code !== 'INTERNAL_ERROR')
    return unavailable(error.message, requestId)
  log.error({ err: error, request_id: requestId }, 'request failed')
  return new RpcError(
    code.internalError,
    'Something went wrong on our side; it was logged under the trace id',
    { status: 500 },
  )
}

function unavailable(message: string, requestId: string): RpcError {
  const data = { code: 'UNAVAILABLE', trace_id: requestId }
  return new RpcError(code.internalError, message, { status: 503, data })
}

/** The headers that go with such an error. */
export function headersOfFailure(error: unknown): Readonly<Record<string, string>> {
  if (error instanceof BodyTooLarge) return { connection: 'close' }
  const seconds = error instanceof ToolError ? error.details['retry_after_seconds'] : undefined
  return typeof seconds === 'number' ? { 'retry-after': String(seconds) } : {}
}

export function lostSession(): RpcError {
  return new RpcError(code.sessionNotFound, 'Session not found; initialize again', { status: 404 })
}
