import type { Call, Json, JsonObject, Role } from '@quipu/kit'

/** A tool as clients see it, and who may call it. */
export interface ListedTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly module: string
  readonly effect: string
  readonly needs: readonly string[]
  readonly roles: readonly Role[]
  readonly inputSchema: JsonObject
  readonly outputSchema: JsonObject | undefined
}

export interface ListedModule {
  readonly name: string
  readonly title: string
  /** Its own MCP address. */
  readonly path: string
}

/** The tools of `/mcp`, for people who look at them and try them out. */
export interface ToolsPort {
  readonly modules: readonly ListedModule[]
  /** The tools of the profile that `search` names, as in the MCP address; undefined if it names an unknown module. */
  list(search: string): readonly ListedTool[] | undefined
  /** The result as a client gets it: content, structured content, and whether it failed. */
  call(call: Call, name: string, input: JsonObject): Promise<Json>
}
