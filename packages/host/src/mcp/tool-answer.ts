import type { Tool, ToolError } from '@quipu/kit'
import { ToolContent } from '@quipu/kit'
import type { Exchange } from './exchange.ts'
import type { Offer } from './profile.ts'

/** The serialised result of a run, without the fields that an era adds. */
export function resultJson(tool: Tool, answer: unknown): string {
  if (answer instanceof ToolContent) {
    const { blocks: content, structured } = answer
    const answered = structured === undefined ? { content } : { content, structuredContent: structured }
    // Explicit, although it is the default: contracts that answer in blocks show it.
    return JSON.stringify({ ...answered, isError: false })
  }
  if (tool.output === undefined) return JSON.stringify({ content: [{ type: 'text', text: String(answer) }] })
  // Parsed, so that no field is sent that is not in the published schema.
  const structured = JSON.stringify(tool.output.parse(answer))
  return `{"content":[{"type":"text","text":${JSON.stringify(structured)}}],"structuredContent":${structured}}`
}

export function failedResult(error: ToolError, exchange: Exchange, { module, thing }: Offer<Tool>): string {
  const structured = module.presentError?.(error, thing, exchange.requestId) ?? {
    error: { code: error.shownCode, message: error.message, ...error.details, trace_id: exchange.requestId },
  }
  const json = JSON.stringify({
    content: [{ type: 'text', text: JSON.stringify(structured) }],
    structuredContent: structured,
    isError: true,
  })
  const retry = error.details['retry_after_seconds']
  return exchange.init.wire.complete(json, {
    trace_id: exchange.requestId,
    error_code: error.shownCode,
    ...(retry === undefined ? {} : { retry_after_seconds: retry }),
  })
}
