import type { Resource, Tool, ToolError } from '@quipu/kit'
import type { Exchange } from './exchange.ts'
import type { Offer } from './profile.ts'
import { RpcError } from './protocol.ts'

/** Whether this client is told failures to the letter of the module's contract. */
export function isToTheLetter({ init: { wire, view } }: Exchange): boolean {
  return wire.era === 'legacy' && view.isOwn
}

/** The JSON-RPC error by which the module's contract tells a failure; undefined where the contract has none. */
export function contractError(
  exchange: Exchange,
  { module, thing }: Offer<Tool | Resource>,
  error: ToolError,
): RpcError | undefined {
  const failure = module.presentRpcError?.(error, thing)
  if (failure === undefined) return undefined
  const code = isToTheLetter(exchange) ? failure.code : ofOurOwn(failure.code)
  return new RpcError(code, failure.message, { data: failure.data })
}

/** The protocol keeps -32000 to -32099 for itself: a code from there would be taken for another failure. */
function ofOurOwn(code: number): number {
  return code <= -32_000 && code >= -32_099 ? code + 1000 : code
}
