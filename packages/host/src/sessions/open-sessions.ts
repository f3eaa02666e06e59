import type { Caller, Log } from '@quipu/kit'
import type { AuditEvent } from '../audit/audit-event.ts'
import type { InstanceBus } from '../bus/open-bus.ts'
import type { RedisConnection } from '../redis/open-redis.ts'
import { InsuredSessionStore } from './insured-store.ts'
import { LegacySessions } from './legacy-sessions.ts'
import { MemorySessionStore } from './memory-store.ts'
import { RedisSessionStore } from './redis-store.ts'
import type { Session, SessionTimes } from './session.ts'
import type { SessionsOptions } from './session-context.ts'
import type { SessionStore } from './session-store.ts'

export interface SessionSettings {
  /** How long a session lives without a word. 60 unless said. */
  readonly ttlMinutes?: number | undefined
  /** How often those that have run out are looked for. 15 unless said. */
  readonly sweepMinutes?: number | undefined
  /** How many an instance keeps. 10,000 unless said. */
  readonly most?: number | undefined
  /** By the path of an MCP endpoint: where other times count. */
  readonly endpoints?: Readonly<Record<string, EndpointTimes>> | undefined
}

export interface EndpointTimes {
  readonly ttlMinutes?: number | undefined
  /** How long a session outlives its lost connection. For good unless said: then only its silence counts. */
  readonly orphanSeconds?: number | undefined
}

export interface OpenSessionsOptions {
  readonly settings: SessionSettings | undefined
  readonly redis: RedisConnection | undefined
  readonly bus: InstanceBus
  readonly log: Log
  readonly now: () => Date
  readonly announce: SessionsOptions['announce']
  readonly remind: SessionsOptions['remind']
  readonly permissionsOf: (caller: Caller) => ReadonlySet<string>
  readonly permissionsNow: SessionsOptions['permissionsNow']
  record(event: AuditEvent): void
}

const mostPerUser = 50

export function openSessions(options: OpenSessionsOptions): LegacySessions {
  const { settings, redis, now } = options
  const most = settings?.most ?? 10_000
  const isBusy = (session: Session): boolean => sessions.isBusy(session)
  const memory = new MemorySessionStore({ mostPerUser, most, now, isBusy })
  const shared = redis && new RedisSessionStore({ redis: redis.commands, mostPerUser, now })
  const store: SessionStore = shared === undefined ? memory : new InsuredSessionStore(shared, memory, now)
  const sessions = new LegacySessions({
    ...options,
    store,
    redis: redis?.commands,
    sweepMinutes: settings?.sweepMinutes ?? 15,
    most,
  })
  return sessions
}

export function sessionTimes(settings: SessionSettings | undefined, path: string): SessionTimes {
  const { ttlMinutes, orphanSeconds } = settings?.endpoints?.[path] ?? {}
  return {
    idleMs: (ttlMinutes ?? settings?.ttlMinutes ?? 60) * 60_000,
    orphanMs: orphanSeconds === undefined ? undefined : orphanSeconds * 1_000,
  }
}
