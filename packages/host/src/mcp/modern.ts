import type { IncomingHttpHeaders } from 'node:http'
import type { Bus, Caller, ClientInfo } from '@quipu/kit'
import type { Fields } from '../input/fields.ts'
import { isFields } from '../input/fields.ts'
import type { Core } from './core.ts'
import { clientInfo } from './client-info.ts'
import { dispatch } from './dispatch.ts'
import type { View } from './exchange.ts'
import { Exchange, isLogLevel } from './exchange.ts'
import { checkParamHeaders, checkStandardHeaders, mismatch } from './param-headers.ts'
import type { Message } from './protocol.ts'
import {
  code,
  metaKey,
  modernVersion,
  notificationJson,
  responseJson,
  RpcError,
  serverCapabilities,
} from './protocol.ts'
import type { StreamWatch } from '../sessions/stream-watch.ts'
import type { Responder } from './responder.ts'
import { honoured, listen } from './subscriptions.ts'
import type { Wire } from './wire.ts'

export interface ModernRequest {
  readonly message: Message
  readonly caller: Caller
  readonly view: View
  readonly requestId: string
  readonly responder: Responder
  /** Present on HTTP, where they must match the body. */
  readonly headers?: IncomingHttpHeaders | undefined
  readonly deliveryKey?: string | undefined
}

/** The stateless era: every request contains everything that is needed to answer it. */
export class ModernEra {
  readonly #core: Core
  readonly #bus: Bus
  readonly #wire: Wire
  readonly #watch: StreamWatch
  /** The functions that end each open subscription, by user. */
  readonly #open = new Map<string, Set<() => void>>()

  constructor(core: Core, bus: Bus, wire: Wire, watch: StreamWatch) {
    this.#watch = watch
    this.#core = core
    this.#bus = bus
    this.#wire = wire
  }

  async answer(request: ModernRequest): Promise<void> {
    const { message, responder } = request
    const { id, method = '' } = message
    if (id === undefined) return responder.answer(202)
    const envelope = readEnvelope(message, request.headers)
    if (method === 'server/discover') return responder.answer(200, responseJson(id, this.#discovery(request)))
    if (method === 'subscriptions/listen') return this.#listen(request)
    const exchange = this.#exchange(request, envelope)
    if (responder.isShared) responder.onClose(() => exchange.abort())
    const result = await dispatch(this.#core, exchange)
    if (!exchange.isAborted) responder.answer(200, responseJson(id, result))
  }

  /** Ends every open subscription with a message to its client. */
  close(): void {
    // Each end removes itself from the collection that is iterated here.
    const all = Array.from(this.#open.values(), (theirs) => [...theirs]).flat()
    for (const end of all) end()
  }

  #discovery({ view, caller }: ModernRequest): string {
    return this.#wire.cacheable(
      JSON.stringify({
        supportedVersions: [modernVersion],
        capabilities: serverCapabilities,
        instructions: view.catalogue.instructions(caller.role),
      }),
      3_600_000,
      'private',
    )
  }

  #exchange(
    { message, caller, view, requestId, responder, headers, deliveryKey }: ModernRequest,
    envelope: Envelope,
  ) {
    const { id, method = '', params = {} } = message
    const { name } = params
    if (headers !== undefined && method === 'tools/call' && typeof name === 'string') {
      const offer = view.profile.tool(name)
      if (offer !== undefined) checkParamHeaders(headers, offer.thing, params['arguments'])
    }
    return new Exchange({
      id,
      method,
      params,
      caller,
      client: envelope.client,
      capabilities: envelope.capabilities,
      view,
      wire: this.#wire,
      requestId,
      transport: responder.transport,
      channel: responder,
      logLevel: isLogLevel(envelope.logLevel) ? envelope.logLevel : undefined,
      deliveryKey,
    })
  }

  #demandRoom(userId: string): void {
    if ((this.#open.get(userId)?.size ?? 0) >= mostListening) {
      throw new RpcError(
        code.invalidRequest,
        `At most ${mostListening} subscriptions may be open; close one first`,
      )
    }
  }

  #listen({ message, caller, view, responder }: ModernRequest): void {
    const { id, params = {} } = message
    this.#demandRoom(caller.userId)
    let filter = honoured(params['notifications'] ?? {}, view, caller)
    let watched = new Set(filter.resourceSubscriptions)
    const tag = { [metaKey.subscriptionId]: id }
    responder.keepOpen()
    responder.send(
      notificationJson('notifications/subscriptions/acknowledged', { _meta: tag, notifications: filter }),
    )
    const stop = listen(
      this.#bus,
      caller.userId,
      { hasList: (kind) => filter[`${kind}ListChanged`] === true, watches: (uri) => watched.has(uri) },
      (notice) => responder.send(notificationJson(notice.method, { ...notice.params, _meta: tag })),
    )
    const release = () => {
      stop()
      unwatch()
      theirs.delete(end)
      if (theirs.size === 0 && this.#open.get(caller.userId) === theirs) this.#open.delete(caller.userId)
    }
    const end = () => {
      release()
      responder.answer(200, responseJson(id, JSON.stringify({ resultType: 'complete', _meta: tag })))
    }
    const unwatch = this.#watch.add({
      caller,
      end,
      changed: (now) => {
        filter = honoured(filter, view, now)
        watched = new Set(filter.resourceSubscriptions)
      },
    })
    const theirs = this.#open.get(caller.userId) ?? new Set()
    this.#open.set(caller.userId, theirs.add(end))
    responder.onClose(release)
  }
}

const mostListening = 100

interface Envelope {
  readonly client: ClientInfo | undefined
  readonly capabilities: Fields
  readonly logLevel: unknown
}

function readEnvelope(
  { method = '', params = {} }: Message,
  headers: IncomingHttpHeaders | undefined,
): Envelope {
  const meta = params['_meta']
  if (!isFields(meta)) throw badEnvelope('_meta is required')
  const version = meta[metaKey.protocolVersion]
  const capabilities = meta[metaKey.clientCapabilities]
  if (typeof version !== 'string') throw badEnvelope(`_meta["${metaKey.protocolVersion}"] is required`)
  if (!isFields(capabilities)) throw badEnvelope(`_meta["${metaKey.clientCapabilities}"] is required`)
  if (headers !== undefined) {
    const sent = headers['mcp-protocol-version']
    if (sent === undefined) throw mismatch('MCP-Protocol-Version header is missing')
    if (sent !== version) throw mismatch('MCP-Protocol-Version header does not match the body')
    if (version === modernVersion) checkStandardHeaders(headers, method, params)
  }
  if (version !== modernVersion) {
    throw new RpcError(code.unsupportedVersion, 'Unsupported protocol version', {
      status: 400,
      data: { supported: [modernVersion], requested: version },
    })
  }
  return { client: clientInfo(meta[metaKey.clientInfo]), capabilities, logLevel: meta[metaKey.logLevel] }
}

function badEnvelope(detail: string): RpcError {
  return new RpcError(code.invalidParams, `Invalid params: ${detail}`, { status: 400 })
}

export function isModern({ method, params }: Message, versionHeader: string | undefined): boolean {
  const meta = params?.['_meta']
  if (isFields(meta) && (metaKey.protocolVersion in meta || metaKey.clientCapabilities in meta)) return true
  return versionHeader === modernVersion || method === 'server/discover' || method === 'subscriptions/listen'
}
