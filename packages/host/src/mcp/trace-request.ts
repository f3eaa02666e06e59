import { ScopeMissing } from '../calls/permission.ts'
import type { Exchange } from './exchange.ts'
import { code, RpcError } from './protocol.ts'
import type { Tracing } from '../telemetry/tracing.ts'

/** The span of one MCP request. Unknown names are left out: a client may have made them up. */
export function traceRequest(
  tracing: Tracing,
  exchange: Exchange,
  isKnown: boolean,
  answer: () => Promise<string>,
): Promise<string> {
  const { wire } = exchange.init
  const method = isKnown ? exchange.init.method : 'unknown method'
  const target = targetOf(exchange)
  const start = {
    name: target === undefined ? method : `${method} ${target.name}`,
    kind: 'internal' as const,
    attributes: {
      'mcp.method.name': method,
      'quipu.era': wire.era,
      'quipu.request_id': exchange.requestId,
      'quipu.outcome': 'ok',
      ...(target === undefined ? {} : { [target.attribute]: target.name }),
    },
    isFault,
  }
  return tracing.inside(start, async (span) => {
    try {
      return await answer()
    } catch (error) {
      if (error instanceof RpcError) span.set({ 'rpc.response.status_code': String(error.code) })
      if (error instanceof Error) span.set({ 'quipu.outcome': error.name })
      throw error
    }
  })
}

function targetOf({ init }: Exchange): { readonly attribute: string; readonly name: string } | undefined {
  const { method, params, view } = init
  const { name } = params
  if (typeof name !== 'string') return undefined
  if (method === 'tools/call' && view.profile.tool(name) !== undefined)
    return { attribute: 'gen_ai.tool.name', name }
  if (method === 'prompts/get' && view.profile.prompt(name) !== undefined)
    return { attribute: 'gen_ai.prompt.name', name }
  return undefined
}

function isFault(error: unknown): boolean {
  if (error instanceof ScopeMissing) return false
  return !(error instanceof RpcError) || error.code === code.internalError
}
