import type { JsonObject } from './json.ts'

export type ContentBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image' | 'audio'; readonly data: string; readonly mimeType: string }
  | { readonly type: 'resource'; readonly resource: ResourceContents }
  | {
      readonly type: 'resource_link'
      readonly uri: string
      readonly name: string
      readonly description?: string
      readonly mimeType?: string
    }

export type ResourceContents = { readonly uri: string; readonly mimeType?: string } & (
  | { readonly text: string }
  | { readonly blob: string }
)

/** What a tool returns in addition to, or instead of, structured output. */
export class ToolContent {
  readonly blocks: readonly ContentBlock[]
  readonly structured: JsonObject | undefined

  constructor(blocks: readonly ContentBlock[], structured?: JsonObject) {
    this.blocks = blocks
    this.structured = structured
  }
}

/** An answer in content blocks, for what is not JSON: pictures, sound, embedded resources. */
export function content(...blocks: ContentBlock[]): ToolContent {
  return new ToolContent(blocks)
}
