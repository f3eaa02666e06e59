import type { Json, JsonObject } from '@quipu/kit'
import { defineRoute, ToolError } from '@quipu/kit'
import { z } from 'zod'
import { ownWrites } from './own-writes.ts'
import type { AccountServices } from './services.ts'
import { estimateTokens } from './token-estimate.ts'
import { fingerprintOf } from './tool-fingerprint.ts'
import type { ListedTool } from './tools-port.ts'
import { Role } from './wire.ts'

const Schema = z.record(z.string(), z.unknown())

const ToolWire = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  module: z.string(),
  effect: z.enum(['read', 'write', 'destructive']),
  needs: z.array(z.string()),
  roles: z.array(Role),
  is_allowed: z.boolean(),
  input_schema: Schema,
  output_schema: Schema.nullable(),
  tokens: z.number(),
})

const listTools = defineRoute({
  method: 'GET',
  path: '/api/tools',
  summary: 'The tools of an MCP address as clients see them, what each costs, and which roles may call it',
  needs: 'account:read',
  effect: 'read',
  query: z.strictObject({
    modules: z.string().max(1_000).optional().describe('Names with commas between them. Default: all.'),
    readonly: z.enum(['0', '1']).optional(),
  }),
  output: z.object({
    modules: z.array(z.object({ name: z.string(), title: z.string(), path: z.string() })),
    tools: z.array(ToolWire),
    tokens: z.number().describe('About what the tools that you may call cost in a prompt'),
    fingerprint: z
      .string()
      .describe('SHA-256 of what clients are told of these tools; another one if anything of it changes'),
  }),
  run: async ({ tools }: AccountServices, { query }, { caller }) => {
    const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
    const listed = tools.list(new URLSearchParams(given).toString())
    if (listed === undefined)
      throw new ToolError('VALIDATION_ERROR', 'modules names a module that is not here', {
        parameter: 'modules',
      })
    const wires = listed.map((tool) => toolWire(tool, caller.permissions))
    const tokens = wires.filter((tool) => tool.is_allowed).reduce((sum, tool) => sum + tool.tokens, 0)
    return { modules: [...tools.modules], tools: wires, tokens, fingerprint: fingerprintOf(listed) }
  },
})

const callTool = ownWrites(
  defineRoute({
    method: 'POST',
    path: '/api/tools/:name/calls',
    summary: 'Call a tool as a client would, with its permissions, limits and audit',
    needs: 'account:read',
    effect: 'write',
    params: z.strictObject({ name: z.string().max(200) }),
    body: z.strictObject({ arguments: z.record(z.string(), z.unknown()).default({}) }),
    output: z.object({
      content: z.array(z.record(z.string(), z.unknown())),
      structured_content: z.unknown(),
      is_error: z.boolean(),
    }),
    run: async ({ tools }: AccountServices, { params, body }, call) =>
      // The body was parsed from JSON.
      resultWire(await tools.call(call, params.name, body.arguments as JsonObject)),
  }),
)

export const toolRoutes = [listTools, callTool]

function toolWire(tool: ListedTool, held: ReadonlySet<string>): z.input<typeof ToolWire> {
  const { name, description, inputSchema, outputSchema } = tool
  return {
    name,
    title: tool.title,
    description,
    module: tool.module,
    effect: z.enum(['read', 'write', 'destructive']).parse(tool.effect),
    needs: [...tool.needs],
    roles: [...tool.roles],
    is_allowed: tool.needs.every((need) => held.has(need)),
    input_schema: { ...inputSchema },
    output_schema: outputSchema === undefined ? null : { ...outputSchema },
    tokens: estimateTokens(JSON.stringify({ name, description, inputSchema })),
  }
}

const Result = z.looseObject({
  content: z.array(z.record(z.string(), z.unknown())),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().default(false),
})

function resultWire(result: Json) {
  const { content, structuredContent = null, isError } = Result.parse(result)
  return { content, structured_content: structuredContent, is_error: isError }
}
