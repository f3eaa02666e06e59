import { argon2, hash } from 'node:crypto'
import { promisify } from 'node:util'
import type { ByteBody, Download, Route, Tool } from '@quipu/kit'
import { ToolError } from '@quipu/kit'
import { isFields } from '../input/fields.ts'
import { addressFirst } from './address-first.ts'
import { demand, demandAllowance, takeRoutePoint } from './allowance.ts'
import { auditEvent } from './audit-event.ts'
import type { CallParts, OpenModule } from './call-parts.ts'
import { claimOf } from './idempotency.ts'
import { auditedOf, parseInput } from './parse-input.ts'
import { demandEffect } from './permission.ts'
import type { RunningCall } from './running-call.ts'
import { writeOnce } from './write-once.ts'

/** The parts of a request, not validated yet. */
export interface Given {
  readonly params: unknown
  readonly query: unknown
  readonly key: string | undefined
  body(): Promise<unknown>
  /** The same body as a stream. None if the request had no bytes. */
  bytes?(): ByteBody
}

export function routeName({ method, path }: Pick<Route, 'method' | 'path'>): string {
  return `${method} ${path}`
}

/** Runs a route for a caller who is allowed to. Its answer is serialised, unless it is a download. */
export async function runRoute(
  parts: CallParts,
  call: RunningCall,
  open: OpenModule,
  route: Route,
  given: Given,
): Promise<string | Download> {
  demandEffect(call, route.effect, route.needs)
  return addressFirst(open.service, route, given.params, call, () => run(parts, call, open, route, given))
}

async function run(
  parts: CallParts,
  call: RunningCall,
  open: OpenModule,
  route: Route,
  given: Given,
): Promise<string | Download> {
  const { output } = route
  const counted = open.module.tools.find(({ name }) => name === route.countsAs)
  if (counted !== undefined) await demandCounted(parts, call, route, counted)
  const sent = route.body && route.body !== 'bytes' ? await given.body() : undefined
  if (counted !== undefined) call.audited = auditedOf(counted, inToolNames(counted, sent))
  const input = {
    params: parseInput(open.module, route.params, given.params),
    query: parseInput(open.module, route.query, given.query),
    body: bodyOf(open, route, given, sent),
  }
  const run = () => route.run(open.service, input, call)
  if (output === 'download') {
    // The type of the route's own `run` guarantees this.
    const download = (await run()) as Download
    parts.audit.record(auditEvent(call, 'route', routeName(route), 'ok'))
    return download
  }
  const work = async () => output.parse(await run())
  if (route.effect === 'read') {
    const json = jsonOf(await work())
    parts.audit.record(auditEvent(call, 'route', routeName(route), 'ok'))
    return json
  }
  return write(parts, call, route, { input, work, key: given.key })
}

/** People may have a separate limit, in a browser (`ofSession` of the authenticator) or at this machine; programs share the tool's. */
async function demandCounted(parts: CallParts, call: RunningCall, route: Route, tool: Tool): Promise<void> {
  const { webLimit } = route
  const isPerson = call.caller.clientId === 'web' || call.transport === 'local'
  if (webLimit === undefined || !isPerson) return demandAllowance(parts, call.caller, 'tool', tool)
  demand('requests', await takeRoutePoint(parts, call.caller, `web ${routeName(route)}`, webLimit))
}

function bodyOf({ module }: OpenModule, { body }: Route, given: Given, sent: unknown): unknown {
  if (body === 'bytes' && given.bytes === undefined)
    throw new ToolError('VALIDATION_ERROR', 'This takes bytes; send them with the request')
  return body === 'bytes' ? given.bytes?.() : body && parseInput(module, body, sent)
}

/** Fields of a body are snake_case, also if the tool that the route counts as has camelCase. */
function inToolNames({ audited }: Tool, sent: unknown): unknown {
  if (!isFields(sent)) return sent
  const underscored = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return Object.fromEntries(audited.map((name) => [name, sent[name] ?? sent[underscored(name)]]))
}

interface RouteWrite {
  readonly input: { readonly params: unknown; readonly query: unknown; readonly body: unknown }
  readonly key: string | undefined
  readonly work: () => Promise<unknown>
}

async function write(
  parts: CallParts,
  call: RunningCall,
  route: Route,
  { input, key, work }: RouteWrite,
): Promise<string> {
  const { atomic, secrets = [] } = route
  const { userId } = call.caller
  const name = routeName(route)
  const claim =
    key === undefined
      ? undefined
      : claimOf(
          userId,
          name,
          { ...input, body: await comparable(route, input.body, `${userId} ${key}`) },
          { own: key, delivery: undefined },
        )
  let json: string | undefined
  const kept = await writeOnce(parts, call, {
    kind: 'route',
    name,
    atomic,
    claim,
    run: async () => {
      const answer = await work()
      json = jsonOf(answer)
      if (secrets.length === 0) return json
      return jsonOf(answer, (field, value: unknown) => (secrets.includes(field) ? undefined : value))
    },
  })
  return json ?? kept
}

/** No answer becomes null, so that a route without a body has a value to store under a key. */
function jsonOf(answer: unknown, replacer?: (field: string, value: unknown) => unknown): string {
  return JSON.stringify(answer ?? null, replacer)
}

/** Of bytes, only what the client declares about them: they have not arrived yet. */
async function comparable({ body, secrets = [] }: Route, given: unknown, salt: string): Promise<unknown> {
  if (body !== 'bytes') return hidden(given, secrets, salt)
  const { bytes: _, ...declared } = given as ByteBody
  return declared
}

/** The compared value is stored with the key, so a password in it is hashed as slowly as stored passwords are. */
async function hidden(body: unknown, secrets: readonly string[], salt: string): Promise<unknown> {
  if (!isFields(body)) return body
  const entries = Object.entries(body).map(async ([field, value]) =>
    secrets.includes(field) && typeof value === 'string'
      ? [field, await slowHash(value, salt)]
      : [field, value],
  )
  return Object.fromEntries(await Promise.all(entries))
}

const argon2Async = promisify(argon2)

async function slowHash(message: string, salt: string): Promise<string> {
  const nonce = hash('sha256', salt, 'buffer')
  const cost = { memory: 19 * 1024, passes: 2, parallelism: 1, tagLength: 32 }
  return (await argon2Async('argon2id', { message, nonce, ...cost })).toString('base64url')
}
