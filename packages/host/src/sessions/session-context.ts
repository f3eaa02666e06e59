import type { Log } from '@quipu/kit'
import type { AuditEvent } from '../audit/audit-event.ts'
import type { InstanceBus } from '../bus/open-bus.ts'
import type { GuardedRedis } from '../redis/guarded-redis.ts'
import { EventLog } from './event-log.ts'
import { Instances } from './instances.ts'
import type { LegacySession } from './legacy-session.ts'
import type { NewSession } from './new-session.ts'
import { revived, startOf } from './new-session.ts'
import { ServedSession } from './served-session.ts'
import type { Session } from './session.ts'
import { sessionLink } from './session-link.ts'
import type { SessionMessage } from './session-messages.ts'
import { sessionTopic } from './session-messages.ts'
import type { SessionStore } from './session-store.ts'
import { keyOf, ownerOf } from './session-store.ts'

export interface SessionsOptions {
  readonly store: SessionStore
  readonly bus: InstanceBus
  /** For the streams that other instances serve. */
  readonly redis?: GuardedRedis | undefined
  readonly sweepMinutes: number
  /** So many are at home at one instance; the one heard of longest ago goes first. */
  readonly most: number
  readonly log: Log
  readonly now: () => Date
  record(event: AuditEvent): void
  /** What the account behind a caller is allowed, whatever its credential says. */
  readonly permissionsOf: (caller: NewSession['caller']) => ReadonlySet<string>
  /** The same as of now; undefined for an account that is gone or disabled. */
  permissionsNow(userId: string): Promise<ReadonlySet<string> | undefined>
  /** Begins to send change notices for the session; ends by what is returned. */
  announce(session: LegacySession, send: (json: string) => void): () => void
  /** Tells the client to read again whatever it may have missed a notice of. */
  remind(session: LegacySession, send: (json: string) => void): void
}

/** The sessions that this instance has to do with, and its way to the others. */
export class SessionContext {
  readonly options: SessionsOptions
  readonly instances: Instances
  /** Those that were asked for longest ago come first. */
  readonly served = new Map<string, ServedSession>()
  #names = 0

  constructor(options: SessionsOptions) {
    this.options = options
    this.instances = new Instances(options.bus.instanceId.slice(0, 8), options.redis)
  }

  newName(): string {
    this.#names += 1
    return `${this.instances.own}-${this.#names}`
  }

  get(owner: { readonly userId: string; readonly id: string }): ServedSession | undefined {
    return this.served.get(keyOf(owner))
  }

  of(session: LegacySession): ServedSession | undefined {
    return this.get({ userId: session.start.userId, id: session.id })
  }

  /** As it is known now; what is under way here stays. */
  serve(record: Session): ServedSession {
    const key = keyOf(ownerOf(record))
    const known = this.served.get(key)
    const served = known ?? new ServedSession(revived(record, sessionLink(this, record)), record)
    this.served.delete(key)
    this.served.set(key, served)
    served.record = record
    served.session.logLevel = revivedLevel(record)
    if (record.transport === 'sse') served.session.start = startOf(record)
    served.lastUsedMs = performance.now()
    return served
  }

  drop(served: ServedSession): void {
    this.served.delete(keyOf(ownerOf(served.record)))
    served.end()
  }

  logOf(record: Session): EventLog | undefined {
    const { redis } = this.options
    return redis && new EventLog(redis, ownerOf(record))
  }

  tell(message: SessionMessage): Promise<void> {
    return this.options.bus.tell(sessionTopic, message)
  }

  /** For what nobody waits for. */
  quietly(work: Promise<unknown>): void {
    work.catch((error: unknown) => this.options.log.error({ err: error }, 'work on a session failed'))
  }
}

function revivedLevel({ logLevel }: Session): LegacySession['logLevel'] {
  // Written by `setLogLevel` alone; a level that is none silences nobody but its own session.
  return logLevel as LegacySession['logLevel']
}
