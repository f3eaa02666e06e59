import type { ErrorCode, Prompt, Resource, ResourceContents } from '@quipu/kit'
import { DoorError } from '../calls/door-error.ts'
import { asToolError } from '../calls/failure.ts'
import { demandPermission, ScopeMissing } from '../calls/permission.ts'
import { InputRequired } from '../calls/running-call.ts'
import type { Fields } from '../input/fields.ts'
import { isFields } from '../input/fields.ts'
import { traceRequest } from './trace-request.ts'
import { demandAllowance } from '../calls/allowance.ts'
import { auditEvent } from '../calls/audit-event.ts'
import { refusedToken } from '../calls/refused-token.ts'
import { AuthFailure } from '../identity/auth-failure.ts'
import { callTool } from './call-tool.ts'
import { isListMethod } from './catalogue.ts'
import { contractError, notOffered } from './contract-error.ts'
import type { Core } from './core.ts'
import type { Exchange, View } from './exchange.ts'
import type { Offer } from './profile.ts'
import { code, methodNotFound, RpcError } from './protocol.ts'
import { checkText } from '../calls/check-text.ts'

const mostCompletions = 100
const windowTtlMs = 300_000

/**
 * Answers one request of either era with its serialised result. Throws only `RpcError`, `ScopeMissing` or
 * `AuthFailure`.
 */
export function dispatch(core: Core, exchange: Exchange): Promise<string> {
  const { tracing } = core
  if (tracing === undefined) return answerRequest(core, exchange)
  const { method } = exchange.init
  const isKnown = isListMethod(method) || answerers.has(method)
  return traceRequest(tracing, exchange, isKnown, () => answerRequest(core, exchange))
}

async function answerRequest(core: Core, exchange: Exchange): Promise<string> {
  const { method, params, view, wire, caller } = exchange.init
  if (isListMethod(method)) {
    if (params['cursor'] !== undefined)
      throw new RpcError(code.invalidParams, 'Unknown cursor; the list has one page')
    return view.catalogue.list(method, caller.role, wire)
  }
  const answer = answerers.get(method)
  if (answer === undefined) throw methodNotFound(method, wire.era)
  core.running.add(exchange)
  try {
    const room = core.audit.room()
    if (room !== undefined) await room
    resume(core, exchange)
    return await answer(core, exchange)
  } catch (error) {
    if (error instanceof InputRequired) {
      const asking = { userId: caller.userId, method, params }
      return wire.inputRequired(
        error.requests,
        core.states.seal(asking, exchange.answers, exchange.isCounted),
      )
    }
    throw rpcError(core, exchange, error)
  } finally {
    core.running.delete(exchange)
  }
}

const answerers = new Map<string, (core: Core, exchange: Exchange) => Promise<string>>([
  ['tools/call', callTool],
  ['resources/read', readResource],
  ['prompts/get', getPrompt],
  ['completion/complete', complete],
])

function resume(core: Core, exchange: Exchange): void {
  const { method, params, caller, wire } = exchange.init
  if (wire.era === 'legacy') return
  const { requestState, inputResponses } = params
  if (requestState !== undefined) {
    exchange.resumed = core.states.open(requestState, { userId: caller.userId, method, params })
    exchange.answers = exchange.resumed.answers
  }
  if (inputResponses === undefined) return
  if (!isFields(inputResponses) || !Object.values(inputResponses).every(isFields)) {
    throw new RpcError(code.invalidParams, 'inputResponses must be an object of objects')
  }
  exchange.answers = { ...exchange.answers, ...(inputResponses as Readonly<Record<string, Fields>>) }
}

async function readResource(core: Core, exchange: Exchange): Promise<string> {
  const { params, view, wire } = exchange.init
  const { uri } = params
  if (typeof uri !== 'string') throw new RpcError(code.invalidParams, 'uri must be a string')
  checkText(uri, 'uri')
  const found = view.profile.resource(uri)
  if (found === undefined) return readWindow(core, exchange, uri)
  const { thing } = found.offer
  const read = await readOffered(core, exchange, found.offer, found.variables)
  if (read === undefined) throw noResource(exchange, uri)
  core.audit.record(auditEvent(exchange, 'resource', uri, 'ok'))
  const json = JSON.stringify({ contents: contentsOf(thing, uri, read) })
  return wire.cacheable(json, thing.cacheSeconds * 1000, 'private')
}

/** A page without data: a caller who may list the tools may read it. */
async function readWindow(core: Core, exchange: Exchange, uri: string): Promise<string> {
  const { view, wire } = exchange.init
  const contents = await core.windows.read(uri, view.profile)
  if (contents === undefined) throw noResource(exchange, uri)
  core.audit.record(auditEvent(exchange, 'resource', uri, 'ok'))
  return wire.cacheable(JSON.stringify({ contents: [contents] }), windowTtlMs, 'public')
}

async function readOffered(
  core: Core,
  exchange: Exchange,
  offer: Offer<Resource>,
  variables: Readonly<Record<string, string>>,
): ReturnType<Resource['read']> {
  const { thing, service } = offer
  try {
    demandPermission(core, exchange, thing.needs)
    await demandAllowance(core, exchange.caller, 'resource', thing)
    return await thing.read(service, variables, exchange)
  } catch (error) {
    if (error instanceof DoorError) throw error
    const failure = asToolError(core, exchange, exchange.init.method, error)
    const refused = await refusedToken(exchange, failure, exchange.init.channel.refuse)
    if (refused !== undefined) throw refused
    throw contractError(exchange, offer, failure) ?? failure
  }
}

function contentsOf(
  resource: Resource,
  uri: string,
  read: string | Uint8Array | readonly ResourceContents[],
): readonly ResourceContents[] {
  const { mimeType } = resource
  if (typeof read === 'string') return [{ uri, mimeType, text: read }]
  if (read instanceof Uint8Array) return [{ uri, mimeType, blob: Buffer.from(read).toString('base64') }]
  return read
}

async function getPrompt(core: Core, exchange: Exchange): Promise<string> {
  const { params, view, wire } = exchange.init
  const { name, arguments: given = {} } = params
  if (typeof name !== 'string') throw new RpcError(code.invalidParams, 'name must be a string')
  const offer = view.profile.prompt(name)
  if (offer === undefined) throw new RpcError(code.invalidParams, `Unknown prompt: ${name.slice(0, 100)}`)
  demandPermission(core, exchange, offer.thing.needs)
  const values = promptValues(offer.thing, given)
  const messages = await offer.thing.get(offer.service, values, exchange)
  core.audit.record(auditEvent(exchange, 'prompt', offer.thing.name, 'ok'))
  return wire.complete(JSON.stringify({ description: offer.thing.description, messages }))
}

function promptValues(prompt: Prompt, given: unknown): Readonly<Record<string, string>> {
  if (!isFields(given) || !Object.values(given).every((value) => typeof value === 'string')) {
    throw new RpcError(code.invalidParams, 'arguments must be an object of strings')
  }
  checkText(given)
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(prompt.arguments, name))
  if (unknown !== undefined)
    throw new RpcError(code.invalidParams, `${unknown.slice(0, 100)} is not a known argument`)
  for (const [name, { required }] of Object.entries(prompt.arguments)) {
    if (required === true && !Object.hasOwn(given, name))
      throw new RpcError(code.invalidParams, `${name} is required`)
  }
  // Every value was checked to be a string.
  return given as Readonly<Record<string, string>>
}

async function complete(core: Core, exchange: Exchange): Promise<string> {
  const { params, view, wire } = exchange.init
  const { ref, argument } = params
  if (!isFields(ref) || !isFields(argument))
    throw new RpcError(code.invalidParams, 'ref and argument are required')
  const { name, value } = argument
  if (typeof name !== 'string' || typeof value !== 'string')
    throw new RpcError(code.invalidParams, 'argument needs a name and a value, both strings')
  checkText(value, 'argument.value')
  const offer = offerFor(view, ref)
  if (offer === undefined) throw new RpcError(code.invalidParams, 'ref names nothing that is offered here')
  demandPermission(core, exchange, offer.thing.needs)
  const completer = completerOf(offer, name)
  const all = completer === undefined ? [] : await completer(offer.service, value, exchange)
  const values = all.slice(0, mostCompletions)
  return wire.complete(
    JSON.stringify({ completion: { values, total: all.length, hasMore: all.length > values.length } }),
  )
}

function offerFor({ profile }: View, ref: Fields): Offer<Prompt> | Offer<Resource> | undefined {
  if (ref['type'] !== 'ref/prompt') return profile.resources.find(({ thing }) => thing.uri === ref['uri'])
  return typeof ref['name'] === 'string' ? profile.prompt(ref['name']) : undefined
}

function completerOf({ thing }: Offer<Prompt> | Offer<Resource>, name: string) {
  if ('arguments' in thing)
    return Object.hasOwn(thing.arguments, name) ? thing.arguments[name]?.complete : undefined
  return Object.hasOwn(thing.complete, name) ? thing.complete[name] : undefined
}

/** Anything thrown outside a tool, as an RPC error without internal details. */
function rpcError(core: Core, exchange: Exchange, error: unknown): RpcError | ScopeMissing | AuthFailure {
  if (error instanceof RpcError || error instanceof ScopeMissing || error instanceof AuthFailure) return error
  const failure = asToolError(core, exchange, exchange.init.method, error)
  return new RpcError(rpcCodeOf(failure.code, exchange.init.wire.era), failure.message, {
    data: { ...failure.details, code: failure.shownCode, trace_id: exchange.requestId },
  })
}

function rpcCodeOf(failure: ErrorCode, era: 'modern' | 'legacy'): number {
  if (failure === 'VALIDATION_ERROR' || failure === 'NOT_FOUND') return code.invalidParams
  if (failure === 'FORBIDDEN') return era === 'modern' ? code.forbidden : code.legacyForbidden
  return code.internalError
}

function noResource(exchange: Exchange, given: string): RpcError {
  const uri = given.slice(0, 200)
  return notOffered(exchange, `Resource not found: ${uri}`, { uri })
}
