import type { Module, Role } from '@quipu/kit'
import { changeTopic } from '@quipu/kit'
import type { Base } from './base.ts'
import { pathOf, wholePath } from './base.ts'
import type { LocalConnection } from './host.ts'
import { openHttp } from './front-door.ts'
import type { HttpServer } from './http/server.ts'
import type { Core } from './mcp/core.ts'
import type { View } from './mcp/exchange.ts'
import { LegacyEra } from './mcp/legacy.ts'
import { PipeConnection } from './mcp/local-connection.ts'
import { ModernEra } from './mcp/modern.ts'
import type { OpenModule } from './mcp/profile.ts'
import { RequestStates } from './mcp/request-state.ts'
import { Views } from './mcp/views.ts'
import { modernWire } from './mcp/wire.ts'
import { LegacySessions } from './sessions/legacy-sessions.ts'

/** Every way in: HTTP with MCP, REST and the site, and pipes of local clients. */
export class Doors {
  readonly #base: Base
  readonly #views: ReadonlyMap<string, Views>
  readonly #core: Core
  readonly #modern: ModernEra
  readonly #legacy: LegacyEra
  readonly #sessions: LegacySessions
  readonly #http: HttpServer
  readonly #connections = new Set<PipeConnection>()

  constructor(base: Base, modules: readonly OpenModule[]) {
    const { options, bus, now, permissions } = base
    const server = { name: 'quipu', title: 'Quipu', version: options.version }
    const ofRole = (role: Role) => permissions.ofRole(role)
    this.#base = base
    this.#views = new Map([
      [wholePath, new Views(modules, ofRole)],
      ...modules.map((open) => [pathOf(open.module), new Views([open], ofRole)] as const),
    ])
    this.#core = openCore(base)
    this.#modern = new ModernEra(this.#core, bus, modernWire(server))
    this.#legacy = new LegacyEra(this.#core, bus, server)
    this.#sessions = new LegacySessions(now)
    this.#http = openHttp({
      base,
      modules,
      core: this.#core,
      modern: this.#modern,
      legacy: this.#legacy,
      sessions: this.#sessions,
      views: this.#views,
      everything: this.#everything(),
    })
    bus.subscribe(changeTopic, () => {
      for (const views of this.#views.values()) views.forget()
    })
  }

  listen(): Promise<number> {
    return this.#http.listen()
  }

  connect(userId: string, send: (line: string) => void): LocalConnection {
    const { identity, options, now } = this.#base
    const connection: PipeConnection = new PipeConnection(
      {
        modern: this.#modern,
        legacy: this.#legacy,
        view: this.#everything(),
        log: options.log,
        now,
        caller: () => identity.authenticator.local(userId, 'stdio'),
      },
      send,
      () => this.#connections.delete(connection),
    )
    this.#connections.add(connection)
    return connection
  }

  /** No new work; calls under way are answered, then everything is let go. */
  async close(): Promise<void> {
    const closed = this.#http.close()
    this.#modern.close()
    this.#sessions.endStandaloneStreams()
    await closed
    this.#sessions.close()
    for (const connection of this.#connections) {
      await connection.idle()
      connection.close()
    }
  }

  #everything(): View {
    // The whole of `/mcp` always exists: it names no module that could be missing.
    return this.#views.get(wholePath)!.of('')!
  }
}

function openCore({ store, audit, limits, metrics, secrets, options, now, permissions }: Base): Core {
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
    states: new RequestStates(secrets.deriveKeys('request-state'), now),
    log: options.log,
    instructions: instructionsOf(options.modules),
    now,
    whyMissing: (caller, needs) => permissions.whyMissing(caller, needs),
  }
}

function instructionsOf(modules: readonly Module[]): string {
  return modules.flatMap(({ instructions }) => instructions ?? []).join('\n')
}
