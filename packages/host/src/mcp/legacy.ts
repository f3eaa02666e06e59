import type { Bus, Caller, Role } from '@quipu/kit'
import type { Fields } from '../input/fields.ts'
import { isFields } from '../input/fields.ts'
import type { LegacySession } from '../sessions/legacy-session.ts'
import { clientInfo } from './client-info.ts'
import type { Core } from './core.ts'
import { dispatch } from './dispatch.ts'
import type { View } from './exchange.ts'
import { Exchange, isLogLevel } from './exchange.ts'
import type { Message, RequestId } from './protocol.ts'
import {
  errorJson,
  code,
  legacyVersions,
  methodNotFound,
  notificationJson,
  responseJson,
  RpcError,
  serverCapabilities,
} from './protocol.ts'
import type { Responder } from './responder.ts'
import { allNotices, listen, mostUris, neededToWatch } from './subscriptions.ts'
import { legacyWire } from './wire.ts'

export interface LegacyRequest {
  readonly message: Message
  readonly caller: Caller
  readonly view: View
  readonly requestId: string
  readonly responder: Responder
  /** None for a request without a session, which is answered on its own. */
  readonly session: LegacySession | undefined
  readonly deliveryKey?: string | undefined
}

export interface Hello {
  readonly protocolVersion: string
  readonly client: ReturnType<typeof clientInfo>
  readonly capabilities: Fields
}

/** The era of sessions: 2025-11-25 and before. */
export class LegacyEra {
  readonly #core: Core
  readonly #bus: Bus
  readonly #server: { readonly name: string; readonly version: string }

  constructor(core: Core, bus: Bus, server: { readonly name: string; readonly version: string }) {
    this.#core = core
    this.#bus = bus
    this.#server = server
  }

  welcome(id: RequestId | undefined, hello: Hello, { catalogue }: View, role: Role): string {
    return responseJson(
      id,
      JSON.stringify({
        protocolVersion: hello.protocolVersion,
        capabilities: serverCapabilities,
        serverInfo: this.#server,
        instructions: catalogue.instructions(role),
      }),
    )
  }

  /** Sends a session what it subscribed to, until the returned function is called. */
  announce(session: LegacySession, send: (json: string) => void): () => void {
    const interest = { hasList: () => true, watches: (uri: string) => session.subscriptions.has(uri) }
    return listen(this.#bus, session.start.userId, interest, ({ method, params }) =>
      send(notificationJson(method, params)),
    )
  }

  /** Sends notifications as if everything that it watches had changed. */
  remind(session: LegacySession, send: (json: string) => void): void {
    for (const { method, params } of allNotices(session.subscriptions.keys()))
      send(notificationJson(method, params))
  }

  async answer(given: LegacyRequest): Promise<void> {
    const { message, responder, session } = given
    const { id, method } = message
    if (method === undefined) {
      if (id !== undefined) await session?.answered(id, message.result, message.error)
      return responder.answer(202)
    }
    if (id === undefined) {
      if (method === 'notifications/cancelled') await cancel(session, message.params)
      return responder.answer(202)
    }
    const request = session === undefined ? given : { ...given, caller: session.callerOf(given.caller) }
    const own = this.#answerOwn(request, method)
    if (own !== undefined) return responder.answer(200, responseJson(id, await own))
    await this.#dispatch(request, id, method)
  }

  /** Requests about the session itself. */
  #answerOwn(request: LegacyRequest, method: string): Promise<string> | undefined {
    const { message, session } = request
    const { params = {} } = message
    switch (method) {
      case 'ping':
        return Promise.resolve('{}')
      case 'logging/setLevel':
        return setLevel(session, params['level'])
      case 'resources/subscribe':
        return subscribe(request, params['uri'])
      case 'resources/unsubscribe':
        return unsubscribe(session, params['uri'])
      case 'server/discover':
        throw methodNotFound(method, 'legacy')
      default:
        return undefined
    }
  }

  async #dispatch(request: LegacyRequest, id: RequestId, method: string): Promise<void> {
    const { message, caller, view, requestId, responder, session, deliveryKey } = request
    const exchange = new Exchange({
      id,
      method,
      params: message.params ?? {},
      caller,
      client: session?.start.client,
      capabilities: session?.start.capabilities ?? {},
      view,
      wire: legacyWire,
      requestId,
      transport: responder.transport,
      channel: {
        send: (json) => responder.send(json),
        request:
          session && responder.canSend
            ? (asked, signal) => session.ask(asked, (json) => responder.send(json), signal)
            : undefined,
        refuse:
          responder.said &&
          (async ({ message: refusal }) => {
            const error = new RpcError(code.transport, refusal, { status: 401 })
            responder.answer(401, errorJson(id, error, requestId))
            await responder.said?.()
          }),
      },
      logLevel: session?.logLevel,
      sessionId: session?.id,
      deliveryKey,
    })
    session?.running.set(id, exchange)
    if (session === undefined) responder.onClose(() => exchange.abort())
    try {
      const result = await dispatch(this.#core, exchange)
      if (exchange.isAborted) responder.answer(202)
      else responder.answer(200, responseJson(id, result))
    } finally {
      session?.running.delete(id)
    }
  }
}

async function setLevel(session: LegacySession | undefined, level: unknown): Promise<string> {
  if (!isLogLevel(level)) throw new RpcError(code.invalidParams, 'level is not a log level')
  await session?.setLogLevel(level)
  return '{}'
}

async function subscribe({ session, view, caller }: LegacyRequest, uri: unknown): Promise<string> {
  const needs = typeof uri === 'string' ? neededToWatch(uri, view, caller) : undefined
  if (typeof uri !== 'string' || needs === undefined)
    throw new RpcError(code.invalidParams, 'uri names no resource that you may read')
  if (session !== undefined && !(await session.watch(uri, needs, mostUris)))
    throw new RpcError(code.invalidParams, `A session has at most ${mostUris} subscriptions; end one first`)
  return '{}'
}

async function unsubscribe(session: LegacySession | undefined, uri: unknown): Promise<string> {
  if (typeof uri === 'string') await session?.unwatch(uri)
  return '{}'
}

export function readHello({ id, params = {} }: Message): Hello {
  if (id === undefined) {
    throw new RpcError(code.invalidRequest, 'Invalid request: initialize needs an id', { status: 400 })
  }
  const { protocolVersion, capabilities, clientInfo: info } = params
  if (typeof protocolVersion !== 'string')
    throw new RpcError(code.invalidParams, 'protocolVersion is required')
  return {
    // An unknown version is answered with the newest of its era; the client decides whether to continue.
    protocolVersion: legacyVersions.includes(protocolVersion) ? protocolVersion : (legacyVersions[0] ?? ''),
    client: clientInfo(info),
    capabilities: isFields(capabilities) ? capabilities : {},
  }
}

async function cancel(session: LegacySession | undefined, params: Fields | undefined): Promise<void> {
  const id = params?.['requestId']
  if (typeof id === 'string' || typeof id === 'number') await session?.cancel(id)
}
