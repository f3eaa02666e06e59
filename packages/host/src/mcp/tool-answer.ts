import type { Tool } from '@quipu/kit'
import { ToolContent, ToolError } from '@quipu/kit'
import { StoreUnavailable } from '../storage/store.ts'
import type { Core } from './core.ts'
import type { Exchange } from './exchange.ts'
import type { Offer } from './profile.ts'

export const unavailableMessage = 'The service is unavailable for the moment; try again shortly'

/** The serialised result of a run, without what an era adds. */
export function resultJson(tool: Tool, answer: unknown): string {
  if (answer instanceof ToolContent) {
    const { blocks: content, structured } = answer
    const answered = structured === undefined ? { content } : { content, structuredContent: structured }
    // Said, though it is the default: contracts that answer in blocks show it.
    return JSON.stringify({ ...answered, isError: false })
  }
  if (tool.output === undefined) return JSON.stringify({ content: [{ type: 'text', text: String(answer) }] })
  // Parsed, so that no field leaves that the published schema does not name.
  const structured = JSON.stringify(tool.output.parse(answer))
  return `{"content":[{"type":"text","text":${JSON.stringify(structured)}}],"structuredContent":${structured}}`
}

export function failedResult(error: ToolError, exchange: Exchange, { module, thing }: Offer<Tool>): string {
  const structured = module.presentError?.(error, thing) ?? {
    error: { code: error.code, message: error.message, ...error.details, trace_id: exchange.requestId },
  }
  const json = JSON.stringify({
    content: [{ type: 'text', text: JSON.stringify(structured) }],
    structuredContent: structured,
    isError: true,
  })
  const retry = error.details['retry_after_seconds']
  return exchange.init.wire.complete(json, {
    trace_id: exchange.requestId,
    error_code: error.code,
    ...(retry === undefined ? {} : { retry_after_seconds: retry }),
  })
}

/** What a caller is told of anything thrown. Only a `ToolError` speaks for itself. */
export function asToolError(core: Core, exchange: Exchange, what: string, error: unknown): ToolError {
  if (error instanceof ToolError) return error
  if (error instanceof StoreUnavailable) {
    core.log.warn({ request_id: exchange.requestId, what, err: error }, 'store unavailable')
    return new ToolError('UNAVAILABLE', unavailableMessage)
  }
  if (exchange.isStopped) return new ToolError('UNAVAILABLE', 'The server is stopping; try again')
  if (exchange.isAborted) return new ToolError('TIMEOUT', 'The call was cancelled')
  core.log.error({ request_id: exchange.requestId, what, err: error }, 'tool failed')
  return new ToolError('INTERNAL_ERROR', 'Something went wrong on our side; it was logged under the trace id')
}
