import type { Tool, ToolError } from '@quipu/kit'
import { runTool } from '../calls/run-tool.ts'
import { failedJson } from '../calls/tool-answer.ts'
import { contractError, isToTheLetter, notOffered } from './contract-error.ts'
import type { Core } from './core.ts'
import type { Exchange } from './exchange.ts'
import type { Offer } from './profile.ts'
import { code, RpcError } from './protocol.ts'

/** `tools/call`: finds the tool, runs it and presents its outcome. */
export async function callTool(core: Core, exchange: Exchange): Promise<string> {
  const { params, view, wire, channel, deliveryKey } = exchange.init
  const name = params['name']
  if (typeof name !== 'string') throw new RpcError(code.invalidParams, 'name must be a string')
  const offer = view.profile.tool(name)
  if (offer === undefined) {
    const tool = name.slice(0, 100)
    throw notOffered(exchange, `Unknown tool: ${tool}`, { tool })
  }
  const input = params['arguments'] ?? {}
  const outcome = await runTool(core, exchange, offer, { input, deliveryKey, refuse: channel.refuse })
  return typeof outcome === 'string' ? wire.complete(outcome) : failedResult(outcome, exchange, offer)
}

function failedResult(failure: ToolError, exchange: Exchange, offer: Offer<Tool>): string {
  const contract = isToTheLetter(exchange) ? contractError(exchange, offer, failure) : undefined
  if (contract !== undefined) throw contract
  const { requestId, init } = exchange
  const retry = failure.details['retry_after_seconds']
  return init.wire.complete(failedJson(failure, offer, requestId), {
    trace_id: requestId,
    error_code: failure.shownCode,
    ...(retry === undefined ? {} : { retry_after_seconds: retry }),
  })
}
