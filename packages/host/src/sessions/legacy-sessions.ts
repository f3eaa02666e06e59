import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { accountTopic, changedAccount } from '../bus/topics.ts'
import type { LegacySession } from './legacy-session.ts'
import type { NewSession } from './new-session.ts'
import { greeted, newRecord } from './new-session.ts'
import type { ServedSession } from './served-session.ts'
import type { Session } from './session.ts'
import { after, due, isSessionId } from './session.ts'
import { sessionEvent } from './session-audit.ts'
import type { SessionsOptions } from './session-context.ts'
import { SessionContext } from './session-context.ts'
import type { Connect } from './session-homes.ts'
import { SessionHomes } from './session-homes.ts'
import { hear } from './session-mail.ts'
import { readSessionMessage, sessionTopic } from './session-messages.ts'
import type { SessionSummary } from './session-summary.ts'
import { summaryOf } from './session-summary.ts'
import { keyOf, ownerOf } from './session-store.ts'

const keepAliveMs = 15_000
const unusedForMs = 60_000
/** In characters, each of which may take six bytes on the bus. */
const longestSaid = 32 * 1024
const saidWaitsMs = 60_000

/** Sessions of legacy clients: any instance serves any request of them. An id of someone else is unknown. */
export class LegacySessions {
  readonly #options: SessionsOptions
  readonly #context: SessionContext
  readonly #homes: SessionHomes
  readonly #timers: readonly NodeJS.Timeout[]
  readonly #stops: readonly (() => void)[]

  constructor(options: SessionsOptions) {
    const { bus, sweepMinutes } = options
    const context = new SessionContext(options)
    this.#options = options
    this.#context = context
    this.#homes = new SessionHomes(context)
    this.#timers = [
      setInterval(() => context.quietly(this.sweep()), sweepMinutes * 60_000).unref(),
      setInterval(() => this.#keepAlive(), keepAliveMs).unref(),
    ]
    this.#stops = [
      bus.subscribe(sessionTopic, (message) => {
        const parsed = readSessionMessage(message)
        if (parsed !== undefined) context.quietly(hear(context, parsed))
      }),
      bus.subscribe(accountTopic, (message) => {
        const userId = changedAccount(message)
        if (userId !== undefined) context.quietly(this.#recheck(userId))
      }),
    ]
    context.quietly(context.instances.start())
  }

  async create(wanted: NewSession): Promise<LegacySession> {
    const { store, now, permissionsOf } = this.#options
    const at = now()
    const created = newRecord(wanted, permissionsOf(wanted.caller), this.#context.newName(), at)
    // Only admitted requests get here: the credential is valid.
    const session = after(created, 'authenticate', at) ?? created
    const evicted = await store.create(session)
    if (evicted === 'exists') {
      const found = await this.find(wanted.caller.userId, session.id)
      if (found !== undefined && found !== 'terminated') return found
      return this.create(wanted)
    }
    for (const gone of evicted) await this.#ended(gone, 'evicted')
    await this.#makeRoom()
    this.#options.record(sessionEvent('mcp.session.created', session, 'ok', wanted.requestId))
    const served = this.#context.serve(session)
    this.#homes.settle(served, session.home)
    return served.session
  }

  async find(userId: string, id: string): Promise<LegacySession | 'terminated' | undefined> {
    if (!isSessionId(id)) return undefined
    const { store, now } = this.#options
    const found = await store.find(userId, id)
    const known = this.#context.get({ userId, id })
    if (found === undefined || found === 'terminated') {
      if (known !== undefined) this.#context.drop(known)
      return found
    }
    const trigger = known?.session.isBusy === true ? undefined : due(found, now())
    if (trigger !== undefined) {
      await this.#end(found, trigger, false)
      return undefined
    }
    if (found.transport === 'sse' && !(await this.#hasConnection(found))) {
      await this.#end(found, 'connection_lost', false)
      return undefined
    }
    const active = after(found, 'activity', now()) ?? found
    await store.touch(active)
    const served = this.#context.serve(active)
    if (found.transport !== 'sse') this.#context.quietly(this.#homes.find(served))
    return served.session
  }

  /** For the old transport: everything is sent over this one connection, and the session ends with it. */
  connect(session: LegacySession, response: ServerResponse, opening: string): void {
    this.#context.of(session)?.home?.attach(response, undefined, opening)
    response.on('close', () => this.#context.quietly(this.terminate(session)))
  }

  /** Sends a message over that connection, at whichever instance it is. */
  async say(session: LegacySession, json: string): Promise<void> {
    const served = this.#context.of(session)
    if (served?.home !== undefined) return served.home.send(json)
    const { redis } = this.#options
    if (served === undefined || redis === undefined) return
    const owner = ownerOf(served.record)
    if (json.length <= longestSaid) return this.#context.tell({ ...owner, kind: 'say', json })
    const key = `say:${randomUUID()}`
    await redis.set(key, json, 'PX', saidWaitsMs)
    await this.#context.tell({ ...owner, kind: 'say', key })
  }

  /** A client of the old transport identifies itself only after it has connected. */
  async greet(session: LegacySession, hello: Parameters<typeof greeted>[1]): Promise<void> {
    const served = this.#context.of(session)
    if (served === undefined) return
    const changes = greeted(served.record, hello)
    await this.#options.store.change(served.record, changes)
    this.#context.serve({ ...served.record, ...changes })
  }

  async #hasConnection(session: Session): Promise<boolean> {
    const { instances } = this.#context
    const owner = instances.of(session.home)
    if (owner === instances.own) return this.#context.get(ownerOf(session))?.home?.isOpen === true
    return instances.isAlive(owner)
  }

  /** Its client ended it: the id stays ended. */
  async terminate(session: LegacySession): Promise<void> {
    const served = this.#context.of(session)
    if (served !== undefined) await this.#end(served.record, 'disconnect', true)
  }

  /** Ends every session of a user, at all instances: their credential is invalid. */
  async endAll(userId: string): Promise<void> {
    for (const session of await this.#options.store.list(userId))
      await this.#end(session, 'auth_failure', true)
  }

  /** Makes room for another one with the same id. */
  async replace(session: LegacySession): Promise<void> {
    const served = this.#context.of(session)
    if (served !== undefined) await this.#end(served.record, 'disconnect', false)
  }

  /** Who is connected with which client, over all instances; the latest activity first. */
  async list({ userId }: { readonly userId?: string | undefined } = {}): Promise<readonly SessionSummary[]> {
    const { store, now } = this.#options
    const all = await store.list(userId)
    return all.filter((session) => due(session, now()) === undefined).map(summaryOf)
  }

  /** Whether it has a call under way at this instance. */
  isBusy(session: Session): boolean {
    return this.#context.get(ownerOf(session))?.session.isBusy === true
  }

  async sweep(): Promise<void> {
    const { store, now } = this.#options
    for (const { session, record } of this.#context.served.values()) {
      if (session.isBusy) await store.touch(after(record, 'activity', now()) ?? record)
    }
    for (const gone of await store.sweep(now())) await this.#ended(gone, due(gone, now()) ?? 'idle_timeout')
  }

  /**
   * A function that connects a response to the stream that continues after an event, or to the one for messages that
   * belong to no request; undefined if nothing is kept for it any more.
   */
  async open(session: LegacySession, lastEventId: string | undefined): Promise<Connect | undefined> {
    const served = this.#context.of(session)
    if (served === undefined) return undefined
    const connect = await this.#homes.open(served, lastEventId)
    return (
      connect &&
      ((response) => {
        connect(response)
        response.on('close', () => {
          // A stream that we have ended is not lost.
          if (!response.writableEnded) this.#context.quietly(this.#disconnected(served))
        })
      })
    )
  }

  /** Stops watching what the account may no longer read, wherever the session has its home. */
  async narrow(session: LegacySession): Promise<void> {
    const served = this.#context.of(session)
    if (served === undefined) return
    const permissions = await this.#options.permissionsNow(session.start.userId)
    for (const [uri, needs] of await this.#options.store.watched(served.record))
      if (!needs.every((need) => permissions?.has(need))) await session.unwatch(uri)
  }

  /** From now on only answers are sent. */
  endStandaloneStreams(): void {
    for (const { home, followers } of this.#context.served.values()) {
      home?.hangUp()
      for (const follower of followers) follower.end()
    }
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    for (const stop of this.#stops) stop()
    for (const served of this.#context.served.values()) served.end()
    this.#context.served.clear()
    await this.#context.instances.close()
    await this.#context.tell({ kind: 'left', instance: this.#context.instances.own })
  }

  async #end(session: Session, why: string, remember: boolean): Promise<void> {
    const { userId, id } = ownerOf(session)
    const ended = await this.#options.store.terminate(userId, id, remember)
    if (ended !== undefined) await this.#ended(ended, why)
  }

  /** It is gone from the store: every instance that serves it drops it. */
  async #ended(session: Session, why: string): Promise<void> {
    const outcome = why === 'disconnect' ? 'ok' : why
    this.#options.record(sessionEvent('mcp.session.terminated', session, outcome))
    await this.#context.tell({ ...ownerOf(session), kind: 'ended' })
  }

  /** The client's last connection here is closed; if that counts, its orphan timeout starts. */
  async #disconnected(served: ServedSession): Promise<void> {
    const { record } = served
    if (record.times.orphanMs === undefined || served.isConnected) return
    if (this.#context.get(ownerOf(record)) !== served) return
    const lost = after(record, 'connection_lost', this.#options.now())
    if (lost === undefined) return
    served.record = lost
    await this.#options.store.change(lost, { state: lost.state, orphanedAt: lost.orphanedAt })
  }

  /** Of those with their home here, the least recently active one is dropped first. */
  async #makeRoom(): Promise<void> {
    const { served } = this.#context
    if (served.size < this.#options.most) return
    const oldest = served.values().find(({ session }) => !session.isBusy)
    if (oldest === undefined) return
    if (oldest.home === undefined) this.#context.drop(oldest)
    else await this.#end(oldest.record, 'evicted', false)
  }

  /** An account has changed: its sessions send no more than it may read, and end with it. */
  async #recheck(userId: string): Promise<void> {
    const theirs = [...this.#context.served.values()].filter(({ session }) => session.start.userId === userId)
    if (theirs.length === 0) return
    const permissions = await this.#options.permissionsNow(userId)
    for (const { session, record, home } of theirs) {
      if (permissions === undefined) await this.#end(record, 'auth_failure', true)
      else if (home !== undefined) {
        for (const [uri, needs] of session.subscriptions) {
          const isAllowed = needs.every((need) => permissions.has(need))
          if (!isAllowed) await session.unwatch(uri)
        }
      }
    }
  }

  #keepAlive(): void {
    const { store, now } = this.#options
    const nowMs = performance.now()
    for (const served of this.#context.served.values()) {
      served.keepAlive()
      if (served.session.isBusy) {
        served.record = after(served.record, 'activity', now()) ?? served.record
        this.#context.quietly(store.touch(served.record))
      } else if (served.isUnused && nowMs - served.lastUsedMs > unusedForMs) {
        this.#context.served.delete(keyOf(ownerOf(served.record)))
      }
    }
  }
}
