import type { Resource, RpcFailure, Tool } from '@quipu/kit'
import { ToolError } from '@quipu/kit'
import type { Exchange } from './exchange.ts'
import type { Offer } from './profile.ts'
import { code, RpcError } from './protocol.ts'

/** Whether this client gets failures exactly as the module's contract defines them. */
export function isToTheLetter({ init: { wire, view } }: Exchange): boolean {
  return wire.era === 'legacy' && view.isOwn
}

/** The JSON-RPC error of the module's contract for a failure; undefined if the contract has none. */
export function contractError(
  exchange: Exchange,
  { module, thing }: Offer<Tool | Resource>,
  error: ToolError,
): RpcError | undefined {
  return presented(exchange, module.presentRpcError?.(error, thing))
}

/** For an unknown tool or resource: the error of the endpoint's module, if it is the endpoint of one module. */
export function notOffered(
  exchange: Exchange,
  message: string,
  what: { readonly tool: string } | { readonly uri: string },
): RpcError {
  const { view } = exchange.init
  const [own] = view.isOwn ? view.profile.modules : []
  const error = new ToolError('NOT_FOUND', message, what)
  return (
    presented(exchange, own?.module.presentRpcError?.(error, undefined)) ??
    new RpcError(code.invalidParams, message, 'uri' in what ? { data: what } : {})
  )
}

function presented(exchange: Exchange, failure: RpcFailure | undefined): RpcError | undefined {
  if (failure === undefined) return undefined
  const number = isToTheLetter(exchange) ? failure.code : ofOurOwn(failure.code)
  return new RpcError(number, failure.message, { data: failure.data })
}

/** The protocol reserves -32000 to -32099: a code from that range would be mistaken for another failure. */
function ofOurOwn(number: number): number {
  return number <= -32_000 && number >= -32_099 ? number + 1000 : number
}
