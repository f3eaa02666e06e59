import type { Caller, Log, SessionRules } from '@quipu/kit'
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
  /** How long a session lives without activity. Default: 60. */
  readonly ttlMinutes?: number | undefined
  /** How often expired sessions are searched for. Default: 15. */
  readonly sweepMinutes?: number | undefined
  /** How many an instance keeps. Default: 10,000. */
  readonly most?: number | undefined
}

export interface OpenSessionsOptions {
  readonly settings: SessionSettings | undefined
  /** The rules of each endpoint for its sessions. */
  readonly rules: readonly SessionRules[]
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
  const { settings, rules, redis, now } = options
  const most = settings?.most ?? 10_000
  const isBusy = (session: Session): boolean => sessions.isBusy(session)
  const memory = new MemorySessionStore({ mostPerUser, most, now, isBusy })
  const shared = redis && new RedisSessionStore({ redis: redis.commands, mostPerUser, now })
  const store: SessionStore = shared === undefined ? memory : new InsuredSessionStore(shared, memory, now)
  const sessions = new LegacySessions({
    ...options,
    store,
    redis: redis?.commands,
    sweepMinutes: sweepMinutesOf(settings, rules),
    most,
  })
  return sessions
}

/** The shortest interval that any endpoint asks for. */
export function sweepMinutesOf(
  settings: SessionSettings | undefined,
  rules: readonly SessionRules[],
): number {
  return Math.min(settings?.sweepMinutes ?? 15, ...rules.flatMap(({ sweepMinutes }) => sweepMinutes ?? []))
}

/** The rules of an endpoint take precedence over those of the installation. */
export function sessionTimes(settings: SessionSettings | undefined, rules: SessionRules = {}): SessionTimes {
  const { ttlMinutes, orphanSeconds } = rules
  return {
    idleMs: (ttlMinutes ?? settings?.ttlMinutes ?? 60) * 60_000,
    orphanMs: orphanSeconds === undefined ? undefined : orphanSeconds * 1_000,
  }
}
