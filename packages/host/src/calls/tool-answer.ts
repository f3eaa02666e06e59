import type { Module, Tool, ToolError } from '@quipu/kit'
import { ToolContent } from '@quipu/kit'

/** The serialised result of a run: content blocks and structured content. Stored under the key of a write. */
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

/** The serialised result of a failed run, in the envelope of its module. */
export function failedJson(
  error: ToolError,
  { module, thing }: { readonly module: Module; readonly thing: Tool },
  traceId: string,
): string {
  const structured = module.presentError?.(error, thing, traceId) ?? {
    error: { code: error.shownCode, message: error.message, ...error.details, trace_id: traceId },
  }
  return JSON.stringify({
    content: [{ type: 'text', text: JSON.stringify(structured) }],
    structuredContent: structured,
    isError: true,
  })
}
