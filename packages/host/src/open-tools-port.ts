import { randomUUID } from 'node:crypto'
import type { Call, Json, JsonObject, Role, Tool } from '@quipu/kit'
import { roles, ToolError } from '@quipu/kit'
import type { ListedTool, ToolsPort } from './account-api/tools-port.ts'
import { InputRequired } from './calls/running-call.ts'
import { callTool } from './mcp/call-tool.ts'
import type { Core } from './mcp/core.ts'
import { pathOf } from './mcp/endpoint-paths.ts'
import { Exchange } from './mcp/exchange.ts'
import type { Offer } from './mcp/profile.ts'
import type { Views } from './mcp/views.ts'
import { legacyWire } from './mcp/wire.ts'

export interface ToolsPortParts {
  readonly core: Core
  /** Of `/mcp`. */
  readonly views: Views
  readonly permissionsOf: (role: Role) => ReadonlySet<string>
  /** The console as a client, which acts for the person. */
  readonly version: string
}

/** The tools of `/mcp` for pages: the same list, and the same pipeline for a call. */
export function openToolsPort({ core, views, permissionsOf, version }: ToolsPortParts): ToolsPort {
  // It names no modules, so none can be unknown.
  const everything = views.of('')!
  const call = async (from: Call, name: string, input: JsonObject): Promise<Json> => {
    if (everything.profile.tool(name) === undefined)
      throw new ToolError('NOT_FOUND', `There is no tool ${name}; see GET /api/tools`)
    const exchange = new Exchange({
      caller: from.caller,
      requestId: from.requestId,
      transport: 'http',
      client: { name: 'quipu console', version },
      id: randomUUID(),
      method: 'tools/call',
      params: { name, arguments: input },
      capabilities: {},
      view: everything,
      wire: legacyWire,
      channel: { send: () => {} },
      logLevel: undefined,
    })
    from.signal.addEventListener('abort', () => exchange.abort())
    core.running.add(exchange)
    try {
      // It was serialised just before.
      return JSON.parse(await callTool(core, exchange)) as Json
    } catch (error) {
      if (!(error instanceof InputRequired)) throw error
      throw new ToolError(
        'CONFLICT',
        'This tool asks a question first; use it from an assistant, which can answer',
      )
    } finally {
      core.running.delete(exchange)
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
