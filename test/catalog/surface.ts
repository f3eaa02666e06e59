import type { Json, JsonObject, Module, Prompt, Resource, Route, Stream, Tool } from '@quipu/kit'
import { jsonSchemaOf } from '@quipu/kit'
import { tokenCost } from './token-cost.ts'

/** What others can build on, by name: to be added to, never to be taken from. */
export interface Surface {
  readonly module: string
  /** Of all tools together, as `tools/list` sends them. */
  readonly tokens: number
  readonly tools: Readonly<Record<string, JsonObject>>
  readonly resources: Readonly<Record<string, JsonObject>>
  readonly prompts: Readonly<Record<string, JsonObject>>
  readonly routes: Readonly<Record<string, JsonObject>>
  readonly streams?: Readonly<Record<string, JsonObject>>
}

/** `listed` is what the host publishes of the module's tools. */
export function surfaceOf(module: Module, listed: readonly JsonObject[]): Surface {
  const entries = new Map(listed.map((entry) => [entry['name'], entry]))
  return {
    module: module.name,
    tokens: tokenCost(JSON.stringify({ tools: listed })),
    tools: byName(
      module.tools,
      ({ name }) => name,
      (tool) => toolSurface(tool, entries.get(tool.name)),
    ),
    resources: byName(module.resources ?? [], ({ uri }) => uri, resourceSurface),
    prompts: byName(module.prompts ?? [], ({ name }) => name, promptSurface),
    routes: byName(module.routes ?? [], ({ method, path }) => `${method} ${path}`, routeSurface),
    ...(module.streams === undefined
      ? {}
      : { streams: byName(module.streams, ({ path }) => `GET ${path}`, streamSurface) }),
  }
}

function toolSurface({ name, needs }: Tool, entry: JsonObject | undefined): JsonObject {
  if (entry === undefined) throw new Error(`${name} is not listed`)
  const { name: _, ...rest } = entry
  return { ...rest, needs, tokens: tokenCost(JSON.stringify(entry)) }
}

function resourceSurface({ name, title, description, mimeType, needs }: Resource): JsonObject {
  return { name, title, description, mimeType, needs }
}

function promptSurface({ title, description, needs, arguments: given }: Prompt): JsonObject {
  const args = Object.entries(given).map(([name, { description: says, required = false }]) => [
    name,
    { description: says, required },
  ])
  return { title, description, needs, arguments: Object.fromEntries(args) as JsonObject }
}

function routeSurface({ summary, needs, params, query, body, output, status }: Route): JsonObject {
  return {
    summary,
    needs,
    status,
    inputSchema: {
      params: jsonSchemaOf(params),
      query: jsonSchemaOf(query),
      ...(body === undefined ? {} : { body: body === 'bytes' ? body : jsonSchemaOf(body) }),
    },
    outputSchema: output === 'download' ? output : jsonSchemaOf(output),
  }
}

function streamSurface({ summary, needs, params, query }: Stream): JsonObject {
  return { summary, needs, inputSchema: { params: jsonSchemaOf(params), query: jsonSchemaOf(query) } }
}

function byName<Thing>(
  things: readonly Thing[],
  nameOf: (thing: Thing) => string,
  tell: (thing: Thing) => Json,
): Readonly<Record<string, JsonObject>> {
  return Object.fromEntries(things.map((thing) => [nameOf(thing), tell(thing) as JsonObject]))
}
