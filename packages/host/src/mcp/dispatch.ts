import type { ErrorCode, Prompt, Resource, ResourceContents } from '@quipu/kit'
import { auditEvent } from './audit-event.ts'
import { callTool, demandPermission } from './call-tool.ts'
import { isListMethod } from './catalogue.ts'
import type { Core } from './core.ts'
import { ScopeMissing } from './core.ts'
import type { Exchange } from './exchange.ts'
import { InputRequired } from './exchange.ts'
import type { Offer } from './profile.ts'
import type { Fields } from './protocol.ts'
import { code, isFields, methodNotFound, RpcError } from './protocol.ts'
import { asToolError } from './tool-answer.ts'

const mostCompletions = 100

/** Answers one request of either era with its serialised result. Throws `RpcError` or `ScopeMissing`, nothing else. */
export async function dispatch(core: Core, exchange: Exchange): Promise<string> {
  const { method, params, view, wire, caller } = exchange.init
  if (isListMethod(method)) {
    if (params['cursor'] !== undefined)
      throw new RpcError(code.invalidParams, 'Unknown cursor; the list has one page')
    return view.catalogue.list(method, caller.role, wire)
  }
  const answer = answerers[method]
  if (answer === undefined) throw methodNotFound(method)
  try {
    resume(core, exchange)
    return await answer(core, exchange)
  } catch (error) {
    if (error instanceof InputRequired) {
      const asking = { userId: caller.userId, method, params }
      return wire.inputRequired(error.requests, core.states.seal(asking, exchange.answers))
    }
    throw rpcError(core, exchange, error)
  }
}

const answerers: Readonly<Record<string, (core: Core, exchange: Exchange) => Promise<string>>> = {
  'tools/call': callTool,
  'resources/read': readResource,
  'prompts/get': getPrompt,
  'completion/complete': complete,
}

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
  const found = view.profile.resource(uri)
  if (found === undefined) throw noResource(uri)
  const { thing, service } = found.offer
  demandPermission(core, exchange, thing.needs)
  const read = await thing.read(service, found.variables, exchange)
  if (read === undefined) throw noResource(uri)
  core.audit.record(auditEvent(exchange, 'resource', uri, 'ok'))
  const json = JSON.stringify({ contents: contentsOf(thing, uri, read) })
  return wire.cacheable(json, thing.cacheSeconds * 1000, 'private')
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
  const offer = typeof name === 'string' ? view.profile.prompt(name) : undefined
  if (offer === undefined)
    throw new RpcError(code.invalidParams, `Unknown prompt: ${String(name).slice(0, 100)}`)
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
  for (const [name, { required }] of Object.entries(prompt.arguments)) {
    if (required === true && given[name] === undefined)
      throw new RpcError(code.invalidParams, `${name} is required`)
  }
  // Every value was found to be a string.
  return given as Readonly<Record<string, string>>
}

async function complete(core: Core, exchange: Exchange): Promise<string> {
  const { params, view, wire } = exchange.init
  const { ref, argument } = params
  const isAsked =
    isFields(ref) &&
    isFields(argument) &&
    typeof argument['name'] === 'string' &&
    typeof argument['value'] === 'string'
  if (!isAsked) throw new RpcError(code.invalidParams, 'ref and argument are required')
  const offer =
    ref['type'] === 'ref/prompt'
      ? view.profile.prompt(String(ref['name']))
      : view.profile.resources.find(({ thing }) => thing.uri === ref['uri'])
  if (offer === undefined) throw new RpcError(code.invalidParams, 'ref names nothing that is offered here')
  demandPermission(core, exchange, offer.thing.needs)
  const completer = completerOf(offer, String(argument['name']))
  const all =
    completer === undefined ? [] : await completer(offer.service, String(argument['value']), exchange)
  const values = all.slice(0, mostCompletions)
  return wire.complete(
    JSON.stringify({ completion: { values, total: all.length, hasMore: all.length > values.length } }),
  )
}

function completerOf({ thing }: Offer<Prompt> | Offer<Resource>, name: string) {
  return 'arguments' in thing ? thing.arguments[name]?.complete : thing.complete[name]
}

/** Anything thrown outside a tool, as an RPC error that tells no more than it should. */
function rpcError(core: Core, exchange: Exchange, error: unknown): RpcError | ScopeMissing {
  if (error instanceof RpcError || error instanceof ScopeMissing) return error
  const failure = asToolError(core, exchange, exchange.init.method, error)
  return new RpcError(rpcCodeOf(failure.code, exchange.init.wire.era), failure.message, {
    data: { ...failure.details, code: failure.code, trace_id: exchange.requestId },
  })
}

function rpcCodeOf(failure: ErrorCode, era: 'modern' | 'legacy'): number {
  if (failure === 'VALIDATION_ERROR' || failure === 'NOT_FOUND') return code.invalidParams
  if (failure === 'FORBIDDEN') return era === 'modern' ? code.forbidden : code.legacyForbidden
  return code.internalError
}

function noResource(uri: string): RpcError {
  return new RpcError(code.invalidParams, `Resource not found: ${uri.slice(0, 200)}`, {
    data: { uri: uri.slice(0, 200) },
  })
}
