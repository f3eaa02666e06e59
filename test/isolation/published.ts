import type { Json, JsonObject } from '@quipu/kit'
import fc from 'fast-check'
import type { TestUser } from '../environment/test-user.ts'
import type { Draft, Id, Ways } from './inputs.ts'
import { inputsFor, key, words } from './inputs.ts'
import { routeOperation } from './operations.ts'
import { password } from '../environment/test-host.ts'

/** One route that the server says it has, with inputs still to be filled in. */
export interface PublishedRoute extends ReturnType<typeof routeOperation> {
  readonly method: string
  readonly path: string
  /** It needs a permission that ordinary people do not have. */
  readonly isManaging: boolean
  /** The caller may be gone afterwards. */
  readonly endsCaller: boolean
}

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly schema: JsonObject
}
interface PublishedOperation {
  readonly security: readonly { readonly bearer: readonly string[] }[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Json }>> }
}
type Paths = Readonly<Record<string, Readonly<Record<string, PublishedOperation>>>>

const endings: ReadonlySet<string> = new Set(['DELETE /api/account'])

/** Every route of the host and of its modules, as its own description has them. */
export async function publishedRoutes(ordinary: TestUser, url: string): Promise<PublishedRoute[]> {
  const { paths } = (await (await ordinary.api('GET', '/api/openapi.json')).json()) as { paths: Paths }
  const { permissions } = (await (await ordinary.api('GET', '/api/account')).json()) as {
    permissions: readonly string[]
  }
  const has = new Set(permissions)
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const isManaging = operation.security.some(({ bearer }) => bearer.some((need) => !has.has(need)))
      return published(method.toUpperCase(), path, operation, { isManaging, url })
    }),
  )
}

/** What stands before each part that is filled in: `users` in `/api/users/{id}`. */
export function kindsIn(path: string): ReadonlyMap<string, string> {
  return new Map([...path.matchAll(/([\w-]+)\/:(\w+)/g)].map(([, kind = '', name = '']) => [name, kind]))
}

function published(
  method: string,
  template: string,
  { parameters = [], requestBody }: PublishedOperation,
  { isManaging, url }: { readonly isManaging: boolean; readonly url: string },
): PublishedRoute {
  const path = template.replaceAll(/\{(\w+)\}/g, ':$1')
  const name = `${method} ${template}`
  const body = requestBody?.content['application/json']?.schema
  const ways = { ...fieldWays(url), ...(isManaging ? { name: word } : {}), ...routeWays[name] }
  const operation = routeOperation({
    method,
    path,
    changes: method !== 'GET',
    params: parametersOf(parameters, 'path', { ...idWays(path, parameters), ...pathWays[name] }),
    query: parametersOf(parameters, 'query', { ...confirmations(parameters), ...queryWays[name] }),
    ...(body === undefined ? {} : { body: inputsFor(body, '', ways) }),
    keys: sometimes,
  })
  return { ...operation, method, path, isManaging, endsCaller: endings.has(name) }
}

function parametersOf(
  parameters: readonly Parameter[],
  place: Parameter['in'],
  ways: Ways,
): fc.Arbitrary<Draft> {
  // Nobody makes a cursor up; without one the first page is asked for.
  const those = parameters.filter((each) => each.in === place && each.name !== 'cursor')
  const properties = Object.fromEntries(those.map(({ name, schema }) => [name, schema]))
  const isNeeded = ({ name, required }: Parameter) => required || Object.hasOwn(ways, name)
  const required = those.filter(isNeeded).map(({ name }) => name)
  return inputsFor({ type: 'object', properties, required }, '', ways)
}

/** Numbers are found by having been seen; texts by what they are the ids of. */
function idWays(path: string, parameters: readonly Parameter[]): Ways {
  const texts = parameters.filter((each) => each.in === 'path' && each.schema['type'] === 'string')
  const kinds = kindsIn(path)
  return Object.fromEntries(
    texts.map(({ name }) => {
      const kind = kinds.get(name)
      if (kind === undefined)
        throw new Error(`Nobody knows what {${name}} of ${path} is the id of; name its kind before it`)
      return [name, idOf(kind)]
    }),
  )
}

function idOf($id: string): fc.Arbitrary<Id> {
  const whose = fc.constantFrom<Id['whose'][]>('own', 'own', 'own', 'others')
  return fc.record({ $id: fc.constant($id), whose, at: fc.nat(20) })
}

/** What has one value only is asked for so that nobody does it by accident: given mostly, or left empty. */
function confirmations(parameters: readonly Parameter[]): Ways {
  const sure = parameters.filter((each) => each.in === 'query' && each.schema['const'] !== undefined)
  return Object.fromEntries(
    sure.map(({ name, schema: { const: only = null } }) => [name, fc.constantFrom(only, only, only, '')]),
  )
}

const word = fc.constantFrom(...words.filter((each) => each !== '%'))
/** A key is refused at another call, so that too many of them would show refusals only. */
const sometimes = fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: key })
const own: Draft = { $password: 'own' }

function fieldWays(url: string): Ways {
  return {
    email: fc.constant({ $fresh: 'email' }),
    password: fc.constant(password),
    current_password: fc.constantFrom(own, own, own, 'not the password'),
    new_password: fc.constant({ $fresh: 'password' }),
    time_zone: fc.constantFrom('Europe/Berlin', 'America/Lima'),
    scope: fc.constantFrom(['account:read'], ['account:read', 'account:write'], ['users:manage']),
    resource: fc.constantFrom(url, `${url}/mcp`),
    redirect_uris: fc.constant(['https://client.example/callback']),
  }
}

/** Tools have names, which everybody knows. */
const pathWays: Readonly<Record<string, Ways>> = {
  'POST /api/tools/{name}/calls': { name: fc.constantFrom('list_tasks', 'add_task') },
}

/** Most words name no module, so that few calls would go well. An empty one is left out. */
const queryWays: Readonly<Record<string, Ways>> = {
  'GET /api/tools': { modules: fc.constantFrom('', 'tasks', 'tasks,water') },
}

const routeWays: Readonly<Record<string, Ways>> = {
  'PATCH /api/account': { name: word.map(($named) => ({ $named })) },
  'PUT /api/vikunja/token': { token: fc.constant({ $kept: 'vikunja token' }) },
  'POST /api/clients': { id: fc.nat(1000).map((number) => `client-${number}`) },
}
