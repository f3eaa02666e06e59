import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context, Hono } from 'hono'
import type { Stream } from '@quipu/kit'
import { ToolError } from '@quipu/kit'
import type { OpenModule } from '../calls/call-parts.ts'
import { auditEvent } from '../calls/audit-event.ts'
import { parseInput } from '../calls/parse-input.ts'
import { routeName } from '../calls/run-route.ts'
import type { RunningCall } from '../calls/running-call.ts'
import type { StreamWatch } from '../sessions/stream-watch.ts'
import { lastEventIdOf } from './event-frames.ts'
import { OpenStream } from './open-stream.ts'
import { StreamPlaces, type StreamPlacesLimits } from './stream-places.ts'
import type { Place, RestParts } from './rest.ts'
import type { RestEnv } from '../input/rest-env.ts'
import { addressFirst } from '../calls/address-first.ts'
import { addressed, serve } from './rest.ts'

export interface StreamSettings extends StreamPlacesLimits {
  /** After how long without an event a comment is sent. */
  readonly heartbeatMs: number
  /** How long a reader may leave everything unread. */
  readonly slowMs: number
  /** How long the last event may take to be sent before the connection is closed. */
  readonly partingMs: number
}

export const streamDefaults: StreamSettings = {
  heartbeatMs: 15_000,
  slowMs: 20_000,
  partingMs: 1000,
  mostPerUser: 50,
  most: 5000,
}

/** The modules' streams, behind the same checks as their routes. */
export class EventStreams {
  readonly #watch: StreamWatch
  readonly #settings: StreamSettings
  readonly #open = new Set<OpenStream>()
  readonly #places: StreamPlaces
  readonly #timer: NodeJS.Timeout
  readonly #lookEveryMs: number
  #lookedAt = performance.now()
  #isClosing = false

  constructor(watch: StreamWatch, settings: Partial<StreamSettings> = {}) {
    this.#watch = watch
    this.#settings = { ...streamDefaults, ...settings }
    this.#places = new StreamPlaces(this.#settings)
    const { heartbeatMs, slowMs } = this.#settings
    this.#lookEveryMs = Math.min(1000, heartbeatMs / 4, slowMs / 4)
    this.#timer = setInterval(() => this.#look(), this.#lookEveryMs).unref()
  }

  addTo(app: Hono<RestEnv>, rest: RestParts, modules: readonly OpenModule[]): void {
    for (const open of modules)
      for (const stream of open.module.streams ?? [])
        app.get(stream.path, (context) => this.#serve(rest, open, stream, context))
  }

  /** Sends every reader the reason and ends its stream. */
  close(): void {
    this.#isClosing = true
    clearInterval(this.#timer)
    for (const reader of this.#open) reader.drop('stopping')
  }

  #look(): void {
    const now = performance.now()
    // While this process was busy itself, it could not see whether a reader reads.
    const passedMs = Math.min(now - this.#lookedAt, 2 * this.#lookEveryMs)
    this.#lookedAt = now
    for (const reader of this.#open) reader.look(passedMs, this.#settings)
  }

  #serve(
    rest: RestParts,
    { module, service }: OpenModule,
    stream: Stream,
    context: Context<RestEnv>,
  ): Promise<Response> {
    const place: Place = { ...stream, method: 'GET', present: module.presentRouteError }
    const { params, query } = addressed(context)
    const open = async (call: RunningCall) => {
      const { incoming } = context.env
      const input = {
        params: parseInput(module, stream.params, params),
        query: parseInput(module, stream.query, query),
        lastEventId: lastEventIdOf(incoming.headers),
      }
      if (incoming.method === 'HEAD')
        return new Response(null, { headers: { 'content-type': 'text/event-stream' } })
      const reader = this.#admit(rest, call, stream, context)
      try {
        await reader.begin(await stream.open(service, input, call))
      } catch (error) {
        reader.fail()
        throw error
      }
      rest.calls.audit.record(auditEvent(call, 'route', routeName(place), 'ok'))
      return RESPONSE_ALREADY_SENT
    }
    return serve(rest, place, context, (call) =>
      addressFirst(service, stream, params, call, () => open(call)),
    )
  }

  #admit(rest: RestParts, call: RunningCall, stream: Stream, { env }: Context<RestEnv>): OpenStream {
    const { caller } = call
    if (this.#isClosing) throw new ToolError('UNAVAILABLE', 'The server is stopping; connect again')
    this.#places.take(caller.userId)
    const reader: OpenStream = new OpenStream({
      calls: rest.calls,
      call,
      name: routeName({ method: 'GET', path: stream.path }),
      response: env.outgoing,
      partingMs: this.#settings.partingMs,
      ended: () => {
        this.#remove(reader)
        unwatch()
      },
    })
    const isByBrowser = env.incoming.headers.authorization === undefined
    const unwatch = this.#watch.add({
      caller,
      ...(isByBrowser ? { current: () => rest.sessionCaller(env.incoming) } : {}),
      end: () => reader.drop('signed_out'),
      changed: ({ permissions }) => {
        if (!stream.needs.every((need) => permissions.has(need))) reader.drop('access_withdrawn')
      },
    })
    this.#open.add(reader)
    return reader
  }

  #remove(reader: OpenStream): void {
    if (this.#open.delete(reader)) this.#places.leave(reader.caller.userId)
  }
}
