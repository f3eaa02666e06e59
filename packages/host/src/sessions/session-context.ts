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
  /** How many sessions have their home at one instance; the least recently active one is dropped first. */
  readonly most: number
  readonly log: Log
  readonly now: () => Date
  record(event: AuditEvent): void
  /** The permissions of the account behind a caller, whatever its credential allows. */
  readonly permissionsOf: (caller: NewSession['caller']) => ReadonlySet<string>
  /** The same as of now; undefined for an account that is gone or disabled. */
  permissionsNow(userId: string): Promise<ReadonlySet<string> | undefined>
  /** Starts sending notifications of changes for the session, until the returned function is called. */
  announce(session: LegacySession, send: (json: string) => void): () => void
  /** Makes the client read everything again of which it may have missed a notification. */
  remind(session: LegacySession, send: (json: string) => void): void
}

/** The sessions that this instance serves, and its connection to the other instances. */
export class SessionContext {
  readonly options: SessionsOptions
  readonly instances: Instances
  /** The least recently requested come first. */
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

  /** Updates the stored part; what is under way here stays. */
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

  /** For work that nobody waits for. */
  quietly(work: Promise<unknown>): void {
    work.catch((error: unknown) => this.options.log.error({ err: error }, 'work on a session failed'))
  }
}

function revivedLevel({ logLevel }: Session): LegacySession['logLevel'] {
  // Written only by `setLogLevel`; an invalid level silences only its own session.
  return logLevel as LegacySession['logLevel']
}
