import type { Call, Json, JsonObject, Role, Tool } from '@quipu/kit'
import { roles, ToolError } from '@quipu/kit'
import type { ListedTool, ToolsPort } from './account-api/tools-port.ts'
import { runTool, type ToolParts } from './calls/run-tool.ts'
import { RunningCall } from './calls/running-call.ts'
import { failedJson } from './calls/tool-answer.ts'
import { pathOf } from './mcp/endpoint-paths.ts'
import type { Offer } from './mcp/profile.ts'
import type { Views } from './mcp/views.ts'

export interface ToolsPortParts {
  readonly parts: ToolParts
  /** Of `/mcp`. */
  readonly views: Views
  readonly permissionsOf: (role: Role) => ReadonlySet<string>
  /** The console as a client, which acts for the person. */
  readonly version: string
}

/** The tools of `/mcp` for pages: the same list, and the same pipeline for a call. */
export function openToolsPort({ parts, views, permissionsOf, version }: ToolsPortParts): ToolsPort {
  // It names no modules, so none can be unknown.
  const everything = views.of('')!
  const call = async (from: Call, name: string, input: JsonObject): Promise<Json> => {
    const offer = everything.profile.tool(name)
    if (offer === undefined) throw new ToolError('NOT_FOUND', `There is no tool ${name}; see GET /api/tools`)
    const { caller, requestId, signal } = from
    const client = { name: 'quipu console', version }
    const running = new RunningCall({ caller, requestId, transport: 'http', client })
    signal.addEventListener('abort', () => running.abort())
    parts.running.add(running)
    try {
      const outcome = await runTool(parts, running, offer, { input })
      const json = typeof outcome === 'string' ? outcome : failedJson(outcome, offer, requestId)
      // It was serialised just before.
      return JSON.parse(json) as Json
    } finally {
      parts.running.delete(running)
    }
  }
  return {
    modules: everything.profile.modules.map(({ module }) => ({
      name: module.name,
      title: module.title,
      path: pathOf(module),
    })),
    list: (search) => {
      const profile = views.of(search)?.profile
      return profile && Array.from(profile.tools, (offer) => listed(offer, permissionsOf))
    },
    call,
  }
}

function listed({ module, thing }: Offer<Tool>, permissionsOf: ToolsPortParts['permissionsOf']): ListedTool {
  const { name, title, description, effect, needs, inputSchema, outputSchema } = thing
  return {
    name,
    title,
    description,
    module: module.name,
    effect,
    needs,
    roles: roles.filter((role) => needs.every((need) => permissionsOf(role).has(need))),
    inputSchema,
    outputSchema,
  }
}
