import type { Bus, Caller } from '@quipu/kit'
import type { LegacySession } from '../sessions/legacy-session.ts'
import { clientInfo } from './client-info.ts'
import type { Core } from './core.ts'
import { dispatch } from './dispatch.ts'
import type { View } from './exchange.ts'
import { Exchange, isLogLevel } from './exchange.ts'
import type { Fields, Message, RequestId } from './protocol.ts'
import {
  code,
  isFields,
  legacyVersions,
  methodNotFound,
  notificationJson,
  responseJson,
  RpcError,
  serverCapabilities,
} from './protocol.ts'
import type { Responder } from './responder.ts'
import { listen, mayWatch, mostUris } from './subscriptions.ts'
import { legacyWire } from './wire.ts'

export interface LegacyRequest {
  readonly message: Message
  readonly caller: Caller
  readonly view: View
  readonly requestId: string
  readonly responder: Responder
  /** None for a request that comes without a session and is answered by itself. */
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

  welcome(id: RequestId | undefined, hello: Hello): string {
    return responseJson(
      id,
      JSON.stringify({
        protocolVersion: hello.protocolVersion,
        capabilities: serverCapabilities,
        serverInfo: this.#server,
        instructions: this.#core.instructions,
      }),
    )
  }

  /** Sends a session what it subscribed to, on its stream for what belongs to no request. */
  announce(session: LegacySession, send: (json: string) => void): void {
    const filter = () => ({
      toolsListChanged: true as const,
      promptsListChanged: true as const,
      resourcesListChanged: true as const,
      resourceSubscriptions: [...session.subscriptions],
    })
    session.onEnd(
      listen(this.#bus, session.start.userId, filter, ({ method, params }) =>
        send(notificationJson(method, params)),
      ),
    )
  }

  async answer(request: LegacyRequest): Promise<void> {
    const { message, responder, session } = request
    const { id, method } = message
    if (method === undefined) {
      if (id !== undefined) session?.answered(id, message.result, message.error)
      return responder.answer(202)
    }
    if (id === undefined) {
      if (method === 'notifications/cancelled') cancel(session, message.params)
      return responder.answer(202)
    }
    const own = this.#answerOwn(request, method)
    if (own !== undefined) return responder.answer(200, responseJson(id, own))
    await this.#dispatch(request, id, method)
  }

  /** What concerns the session itself. */
  #answerOwn({ message, session, view, caller }: LegacyRequest, method: string): string | undefined {
    const { params = {} } = message
    switch (method) {
      case 'ping':
        return '{}'
      case 'logging/setLevel': {
        if (!isLogLevel(params['level'])) throw new RpcError(code.invalidParams, 'level is not a log level')
        if (session !== undefined) session.logLevel = params['level']
        return '{}'
      }
      case 'resources/subscribe': {
        const { uri } = params
        if (typeof uri !== 'string' || !mayWatch(uri, view, caller)) {
          throw new RpcError(code.invalidParams, 'uri names no resource that you may read')
        }
        if (session !== undefined) subscribe(session, uri)
        return '{}'
      }
      case 'resources/unsubscribe':
        if (typeof params['uri'] === 'string') session?.subscriptions.delete(params['uri'])
        return '{}'
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
      channel: {
        send: (json) => responder.send(json),
        request:
          session && responder.canSend
            ? (asked, signal) => session.ask(asked, (json) => responder.send(json), signal)
            : undefined,
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

function subscribe({ subscriptions }: LegacySession, uri: string): void {
  if (subscriptions.size >= mostUris && !subscriptions.has(uri)) {
    throw new RpcError(code.invalidParams, `A session has at most ${mostUris} subscriptions; end one first`)
  }
  subscriptions.add(uri)
}

export function readHello({ id, params = {} }: Message): Hello {
  if (id === undefined) {
    throw new RpcError(code.invalidRequest, 'Invalid request: initialize needs an id', { status: 400 })
  }
  const { protocolVersion, capabilities, clientInfo: info } = params
  if (typeof protocolVersion !== 'string')
    throw new RpcError(code.invalidParams, 'protocolVersion is required')
  return {
    // A version nobody here knows is answered with the newest of its era; the client decides whether to go on.
    protocolVersion: legacyVersions.includes(protocolVersion) ? protocolVersion : (legacyVersions[0] ?? ''),
    client: clientInfo(info),
    capabilities: isFields(capabilities) ? capabilities : {},
  }
}

function cancel(session: LegacySession | undefined, params: Fields | undefined): void {
  const id = params?.['requestId']
  if (typeof id === 'string' || typeof id === 'number') session?.running.get(id)?.abort()
}
