import { setTimeout as pause } from 'node:timers/promises'
import type { Role, Tool, Transport } from '@quipu/kit'
import { changeTopic } from '@quipu/kit'
import type { OpenModule } from './calls/call-parts.ts'
import type { Base } from './base.ts'
import { isForAccounts } from './base.ts'
import { pathOf, wholePath } from './mcp/endpoint-paths.ts'
import type { LocalConnection } from './mcp/local-connection.ts'
import type { LocalRequest } from './calls/local-request.ts'
import { answerLocally } from './calls/local-request.ts'
import { isGuestId, permissionsOfModule } from './identity/guests.ts'
import { bearerOf } from './identity/own-bearer.ts'
import { EventStreams } from './http/event-streams.ts'
import type { HttpServer } from './http/server.ts'
import type { Core } from './mcp/core.ts'
import { Windows } from './mcp/windows.ts'
import type { View } from './mcp/exchange.ts'
import { LegacyEra } from './mcp/legacy.ts'
import { PipeConnection } from './mcp/local-connection.ts'
import { ModernEra } from './mcp/modern.ts'
import { RequestStates } from './mcp/request-state.ts'
import type { ViewsParts } from './mcp/views.ts'
import { Views } from './mcp/views.ts'
import { modernWire } from './mcp/wire.ts'
import { installationOf } from './module-ports.ts'
import type { LegacySessions } from './sessions/legacy-sessions.ts'
import { isHeldBack } from './sessions/legacy-session.ts'
import { openSessions } from './sessions/open-sessions.ts'
import type { Credentials } from './sessions/stream-watch.ts'
import { StreamWatch } from './sessions/stream-watch.ts'

/** Every way into the host: HTTP with MCP, REST and the site, and the pipes of local clients. */
export class Doors {
  readonly #base: Base
  readonly #modules: readonly OpenModule[]
  readonly #views: ReadonlyMap<string, Views>
  /** The profile with everything, for clients over a pipe. */
  readonly #local: Views
  readonly #core: Core
  readonly #modern: ModernEra
  readonly #legacy: LegacyEra
  readonly #sessions: LegacySessions
  readonly #watch: StreamWatch
  readonly #streams: EventStreams
  /** None before `listen`. */
  #http: HttpServer | undefined
  readonly #connections = new Set<PipeConnection>()
  #leftAt: number | undefined
  #closing: Promise<void> | undefined

  constructor(base: Base, modules: readonly OpenModule[]) {
    const { options, bus, now, permissions } = base
    const server = { name: 'quipu', title: 'Quipu', version: options.version }
    const ofRole = (role: Role) => permissions.ofRole(role)
    const ofAccounts = modules.filter(({ module }) => isForAccounts(module))
    this.#base = base
    this.#modules = modules
    const offered = (transport: Transport) => {
      const isOffered = ({ module }: OpenModule, tool: Tool) =>
        tool.isOffered?.(installationOf(options, module.name), transport) ?? true
      return { permissionsOf: ofRole, isOffered }
    }
    this.#local = new Views(ofAccounts, offered('stdio'))
    this.#views = new Map([
      [wholePath, new Views(ofAccounts, offered('http'))],
      ...modules.map((open) => [pathOf(open.module), viewsOf(open, offered('http'))] as const),
    ])
    this.#core = openCore(base)
    this.#watch = new StreamWatch(bus, credentialsOf(base), now)
    this.#streams = new EventStreams(this.#watch, options.streams)
    this.#modern = new ModernEra(this.#core, bus, modernWire(server), this.#watch)
    this.#legacy = new LegacyEra(this.#core, bus, server)
    this.#sessions = sessionsOf(base, this.#legacy)
    bus.subscribe(changeTopic, () => {
      for (const views of [this.#local, ...this.#views.values()]) views.forget()
    })
  }

  async listen(): Promise<number> {
    // Loaded here, because clients' processes and commands serve only pipes and need none of it.
    const { openHttp } = await import('./front-door.ts')
    if (this.#closing !== undefined) throw new Error('The host is closed')
    this.#http ??= openHttp({
      base: this.#base,
      modules: this.#modules,
      core: this.#core,
      modern: this.#modern,
      legacy: this.#legacy,
      sessions: this.#sessions,
      watch: this.#watch,
      streams: this.#streams,
      views: this.#views,
    })
    return this.#http.listen()
  }

  connect(userId: string, send: (line: string) => void): LocalConnection {
    const { identity, options } = this.#base
    const connection: PipeConnection = new PipeConnection(
      {
        modern: this.#modern,
        legacy: this.#legacy,
        view: this.#everything(),
        log: options.log,
        caller: () => identity.authenticator.local(userId, 'stdio'),
      },
      send,
      () => this.#connections.delete(connection),
    )
    this.#connections.add(connection)
    return connection
  }

  async request(userId: string, request: LocalRequest): Promise<unknown> {
    const caller = await this.#base.identity.authenticator.local(userId, 'command')
    return answerLocally(this.#core, this.#modules, caller, request)
  }

  /** Reports to proxies that this instance is stopping. Everything is still served. */
  leave(): void {
    this.#leftAt ??= performance.now()
    this.#http?.leave()
  }

  /**
   * Accepts no new work. Calls under way are answered, at the latest when their time is over, then everything is
   * closed.
   */
  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    const { shutdownSeconds = 25 } = this.#base.options
    this.leave()
    await this.#linger()
    const drained = this.#http?.drain()
    this.#modern.close()
    this.#sessions.endStandaloneStreams()
    this.#streams.close()
    const answered = Promise.all([
      drained,
      ...Array.from(this.#connections, (connection) => connection.idle()),
    ])
    if (!(await isDoneWithin(answered, shutdownSeconds * 1000))) {
      for (const call of this.#core.running) call.stop()
      if (!(await isDoneWithin(answered, stoppingMs))) this.#http?.cutOff()
    }
    await drained
    await this.#sessions.close()
    this.#watch.close()
    for (const connection of this.#connections) connection.close()
  }

  /** A proxy that does not know yet that this instance stops would lose requests that it sends to a closed port. */
  async #linger(): Promise<void> {
    const { lingerSeconds = 0 } = this.#base.options
    const leftMs = lingerSeconds * 1000 - (performance.now() - (this.#leftAt ?? 0))
    if (this.#http?.isListening === true && leftMs > 0) await pause(leftMs)
  }

  #everything(): View {
    // It names no modules, so none can be unknown.
    return this.#local.of('')!
  }
}

/** How long calls may take to end after their signal. */
const stoppingMs = 2000

async function isDoneWithin(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), milliseconds)
  const isDone = await Promise.race([work.then(() => true), promise])
  clearTimeout(timer)
  return isDone
}

function viewsOf(open: OpenModule, parts: ViewsParts): Views {
  const { module } = open
  const ofGuest = (role: Role) => permissionsOfModule(module, role)
  const permissionsOf = module.authenticate === undefined ? parts.permissionsOf : ofGuest
  return new Views([open], { ...parts, permissionsOf, isOwn: true })
}

function credentialsOf({ identity: { authenticator } }: Base): Credentials {
  return {
    expiryOf: (caller) => authenticator.expiryOf(caller),
    current: (caller) => bearerOf(caller)?.current() ?? authenticator.current(caller),
  }
}

function sessionsOf(base: Base, legacy: LegacyEra): LegacySessions {
  const { options, redis, bus, audit, identity, permissions, now } = base
  // Whether a guest's token is still valid is checked for each request and each open stream.
  const guests = options.modules.filter(({ authenticate }) => authenticate !== undefined)
  const ofGuests = new Set(guests.flatMap((module) => Object.keys(module.permissions)))
  return openSessions({
    settings: options.sessions,
    rules: options.modules.flatMap(({ endpoint }) => endpoint?.sessions ?? []),
    redis,
    bus,
    log: options.log,
    now,
    announce: (session, send) => legacy.announce(session, send),
    remind: (session, send) => legacy.remind(session, send),
    permissionsOf: (caller) =>
      bearerOf(caller) === undefined ? permissions.ofRole(caller.role) : caller.permissions,
    permissionsNow: async (userId) =>
      isGuestId(userId) ? ofGuests : (await identity.authenticator.ofSession(userId))?.permissions,
    record: (event) => audit.record(event),
  })
}

function openCore(base: Base): Core {
  const { store, audit, limits, metrics, tracing, secrets, options, now, permissions } = base
  return {
    store,
    audit,
    limits,
    metrics: {
      toolCall: (tool, outcome, seconds) => {
        metrics.toolCalls.add(1, tool, outcome)
        metrics.toolSeconds.observe(seconds, tool)
      },
    },
    tracing,
    states: new RequestStates(secrets.deriveKeys('request-state'), now),
    windows: new Windows(options.consoleFolder),
    running: new Set(),
    log: options.log,
    now,
    whyMissing: (caller, needs) =>
      isHeldBack(caller, needs) ? 'session' : permissions.whyMissing(caller, needs),
  }
}
