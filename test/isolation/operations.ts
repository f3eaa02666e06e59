import type { Json, Module, Prompt, Resource, Route, Stream, Tool } from '@quipu/kit'
import { jsonSchemaOf } from '@quipu/kit'
import fc from 'fast-check'
import type { Draft, Ways } from './inputs.ts'
import { inputsFor, key, seen, words } from './inputs.ts'

/** One way to reach a module, with inputs still to be filled in. */
export interface Operation {
  readonly name: string
  readonly changes: boolean
  readonly inputs: fc.Arbitrary<Draft>
  /** What to send, once the inputs are known. */
  request(input: Readonly<Record<string, Json>>): Request
}

export type Request =
  | { readonly kind: 'rpc'; readonly method: string; readonly params: Readonly<Record<string, Json>> }
  | RestRequest

export interface RestRequest {
  readonly kind: 'rest'
  readonly method: string
  readonly path: string
  readonly body?: Json
  /** A body that is not JSON. */
  readonly bytes?: string
  readonly key?: string
}

/** By the name of an operation: what fits where its schema does not say it all. */
export type WaysOf = (operation: string) => Ways

/** Every tool, resource, completion, prompt, route and stream of a module. */
export function operationsOf(module: Module, waysOf: WaysOf = () => ({})): Operation[] {
  const { tools, resources = [], prompts = [], routes = [], streams = [] } = module
  return [
    ...tools.map((tool) => callTool(tool, waysOf)),
    ...resources.flatMap((resource) => [
      readResource(module.name, resource, waysOf),
      ...completeVariables(resource),
    ]),
    ...prompts.map(getPrompt),
    ...routes.map((route) => (route.admits === 'link' ? followLink(route) : callRoute(route, waysOf))),
    ...streams.map((stream) => openStream(stream, waysOf)),
  ]
}

function callTool({ name, effect, inputSchema }: Tool, waysOf: WaysOf): Operation {
  return {
    name: `tool ${name}`,
    changes: effect !== 'read',
    inputs: inputsFor(inputSchema, '', waysOf(`tool ${name}`)),
    request: (input) => ({ kind: 'rpc', method: 'tools/call', params: { name, arguments: input } }),
  }
}

/** Modules may call a resource the same. */
function readResource(module: string, { name, uri }: Resource, waysOf: WaysOf): Operation {
  const ways = waysOf(`resource ${module} ${name}`)
  const arbitraryOf = (variable: string) =>
    uri.endsWith('/datasets/{name}') && variable === 'name' ? ways['dataset'] : ways[variable]
  return {
    name: `resource ${module} ${name}`,
    changes: false,
    inputs: fc.record(
      Object.fromEntries(variablesOf(uri).map((each) => [each, arbitraryOf(each) ?? anyId])),
    ) as fc.Arbitrary<Draft>,
    request: (input) => ({ kind: 'rpc', method: 'resources/read', params: { uri: filled(uri, input) } }),
  }
}

function completeVariables({ uri, complete }: Resource): Operation[] {
  return Object.keys(complete).map((variable) => ({
    name: `completion ${uri} ${variable}`,
    changes: false,
    inputs: fc.record({ value: fc.oneof(fc.constantFrom('', '1', '2'), anyId) }) as fc.Arbitrary<Draft>,
    request: ({ value }) => ({
      kind: 'rpc',
      method: 'completion/complete',
      params: {
        ref: { type: 'ref/resource', uri },
        argument: { name: variable, value: plain(value) },
      },
    }),
  }))
}

function getPrompt({ name, arguments: given }: Prompt): Operation {
  const properties = Object.fromEntries(Object.keys(given).map((each) => [each, { type: 'string' }]))
  return {
    name: `prompt ${name}`,
    changes: false,
    inputs: inputsFor({ type: 'object', properties }),
    request: (input) => ({ kind: 'rpc', method: 'prompts/get', params: { name, arguments: input } }),
  }
}

type Addressed = Pick<Route, 'method' | 'path' | 'effect' | 'params' | 'query' | 'body'>

function callRoute({ method, path, effect, params, query, body }: Addressed, waysOf: WaysOf): Operation {
  const ways = waysOf(`route ${method} ${path}`)
  return routeOperation({
    method,
    path,
    changes: effect !== 'read',
    params: inputsFor(jsonSchemaOf(params), '', ways),
    query: inputsFor(jsonSchemaOf(query), '', ways),
    ...(body === undefined || body === 'bytes' ? {} : { body: inputsFor(jsonSchemaOf(body), '', ways) }),
    ...(body === 'bytes'
      ? { bytes: ways['bytes'] ?? fc.constantFrom(...words).map(($marked) => ({ $marked })) }
      : {}),
  })
}

/** A link that the caller was given, as it is or with the id of something else in its path. */
function followLink({ method, path }: Pick<Route, 'method' | 'path'>): Operation {
  const kind = path.split('/').at(-2) ?? ''
  const other = fc.record({
    $id: fc.constant(kind),
    whose: fc.constantFrom<('own' | 'others')[]>('own', 'others'),
    at: fc.nat(20),
  })
  return {
    name: `route ${method} ${path}`,
    changes: false,
    inputs: fc.record({
      link: fc.record({ $link: fc.constant(path.split(':', 1)[0] ?? ''), at: fc.nat(20) }),
      id: fc.oneof({ weight: 2, arbitrary: fc.constant('') }, other),
    }) as fc.Arbitrary<Draft>,
    request: ({ link, id }) => {
      const { pathname, search } = new URL(plain(link))
      const changed = pathname.replace(/[^/]*$/, plain(id))
      return { kind: 'rest', method, path: (id === '' ? pathname : changed) + search }
    },
  }
}

/** Published like a route. */
function openStream(stream: Stream, waysOf: WaysOf): Operation {
  return callRoute({ ...stream, method: 'GET', effect: 'read', body: undefined }, waysOf)
}

export interface RouteInputs {
  readonly method: string
  /** With a colon before what is filled in. */
  readonly path: string
  readonly changes: boolean
  readonly params: fc.Arbitrary<Draft>
  readonly query: fc.Arbitrary<Draft>
  readonly body?: fc.Arbitrary<Draft>
  /** A text that is sent as it is. */
  readonly bytes?: fc.Arbitrary<Draft>
  /** The idempotency key; null for none. */
  readonly keys?: fc.Arbitrary<string | null>
}

export function routeOperation({
  method,
  path,
  changes,
  params,
  query,
  body,
  bytes,
  keys = key,
}: RouteInputs) {
  return {
    name: `route ${method} ${path}`,
    changes,
    inputs: fc.record(
      { params, query, body: body ?? fc.constant(null), bytes: bytes ?? fc.constant(null), key: keys },
      { requiredKeys: ['params', 'query', 'body', 'bytes'] },
    ) as fc.Arbitrary<Draft>,
    request: (input: Readonly<Record<string, Json>>): RestRequest => {
      const given = Object.entries(fields(input['query'])).filter(([, value]) => value !== '')
      const search = new URLSearchParams(
        given.map(([name, value]) => [name, plain(value)] as [string, string]),
      )
      const filledIn = path.replaceAll(/:(\w+)/g, (_, name: string) =>
        encodeURIComponent(plain(fields(input['params'])[name])),
      )
      return {
        kind: 'rest',
        method,
        path: search.size === 0 ? filledIn : `${filledIn}?${search.toString()}`,
        ...(body === undefined ? {} : { body: input['body'] ?? null }),
        ...(bytes === undefined ? {} : { bytes: plain(input['bytes']) }),
        ...(typeof input['key'] === 'string' ? { key: input['key'] } : {}),
      }
    },
  }
}

const anyId = fc.oneof(seen('number', 'own'), seen('number', 'others'), fc.nat(20))

export function variablesOf(uri: string): string[] {
  return [...uri.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
}

function filled(uri: string, input: Readonly<Record<string, Json>>): string {
  return uri.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(plain(input[name])))
}

function fields(value: Json | undefined): Readonly<Record<string, Json>> {
  // Made by a record of the shape above.
  return (value ?? {}) as Readonly<Record<string, Json>>
}

function plain(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null)
}
