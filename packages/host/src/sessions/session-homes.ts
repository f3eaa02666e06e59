import type { ServerResponse } from 'node:http'
import type { EventLog } from './event-log.ts'
import type { EventStream } from './event-stream.ts'
import { numberOf, streamOf, writeEvent } from './event-stream.ts'
import { Follower } from './follower.ts'
import type { ServedSession } from './served-session.ts'
import type { SessionContext } from './session-context.ts'
import type { Watched } from './session-store.ts'
import { ownerOf } from './session-store.ts'

export type Connect = (response: ServerResponse) => void

/**
 * Each session has one home: the instance that keeps its messages that belong to no request. Its other streams are kept
 * by the instance that got the request. A connection at any other instance follows the log.
 */
export class SessionHomes {
  readonly #context: SessionContext

  constructor(context: SessionContext) {
    this.#context = context
  }

  /** Makes this instance the home. */
  settle(served: ServedSession, name?: string): EventStream {
    const { session } = served
    const home = session.newStream(undefined, name)
    served.settle(
      home,
      this.#context.options.announce(session, (json) => home.send(json)),
    )
    return home
  }

  /** Makes sure that a session has a home that is alive. */
  async find(served: ServedSession, isWanted = false): Promise<void> {
    const { instances, options } = this.#context
    const { home } = served.record
    if (served.home?.name === home) return
    // The client is connected here: an instance that considered the session homeless is notified.
    if (served.home?.isOpen === true) return this.#claim(served, served.home.name)
    if (served.home !== undefined) served.leaveHome()
    const owner = instances.of(home)
    const isLost = owner === instances.own || !(await instances.isAlive(owner))
    if (!isLost && !(isWanted && instances.isAlone)) return
    const watched = await this.#mayWatch(served)
    // Two simultaneous requests found it homeless, and the other one was faster.
    if (served.home !== undefined) return
    served.session.subscriptions.clear()
    for (const [uri, needs] of watched) served.session.subscriptions.set(uri, needs)
    const settled = this.settle(served)
    await this.#claim(served, settled.name)
    options.remind(served.session, (json) => settled.send(json))
  }

  /** A function that connects a response to a stream; undefined if nothing is kept for it any more. */
  async open(served: ServedSession, lastEventId: string | undefined): Promise<Connect | undefined> {
    const { session } = served
    const formerHome = served.record.home
    const isStandalone = lastEventId === undefined || streamOf(lastEventId) === formerHome
    await this.find(served, isStandalone)
    const { home } = served.record
    const name = lastEventId === undefined ? home : streamOf(lastEventId)
    const local = session.stream(name)
    if (local !== undefined) return (response) => local.attach(response, lastEventId)
    const log = this.#context.logOf(served.record)
    if (log === undefined || !streamName.test(name)) return undefined
    if (isStandalone && home !== formerHome) return this.#fromFormerHome(served, log, lastEventId)
    if (!isStandalone && !(await log.has(name))) return undefined
    return (response) => this.#follow(served, log, name, lastEventId, response)
  }

  /** While a session had no home, nobody checked that it watches only what its account may read. */
  async #mayWatch({ record }: ServedSession): Promise<Watched> {
    const { options } = this.#context
    const { store } = options
    const watched = await store.watched(record)
    if (watched.size === 0) return watched
    const permissions = await options.permissionsNow(record.userContext.userId)
    const isAllowed = (needs: readonly string[]) => needs.every((need) => permissions?.has(need))
    for (const [uri, needs] of watched) if (!isAllowed(needs)) await store.unwatch(record, uri)
    return new Map([...watched].filter(([, needs]) => isAllowed(needs)))
  }

  async #claim(served: ServedSession, home: string): Promise<void> {
    served.record = { ...served.record, home }
    await this.#context.options.store.change(served.record, { home })
    await this.#context.tell({ ...ownerOf(served.record), kind: 'home' })
  }

  /** First what the lost home has left, then what is new. */
  async #fromFormerHome(
    served: ServedSession,
    log: EventLog,
    lastEventId: string | undefined,
  ): Promise<Connect> {
    const name = lastEventId === undefined ? '' : streamOf(lastEventId)
    const left = lastEventId === undefined ? [] : (await log.after(name, numberOf(lastEventId))).events
    return (response) => {
      for (const event of left) writeEvent(response, name, event)
      served.home?.attach(response)
    }
  }

  #follow(
    served: ServedSession,
    log: EventLog,
    name: string,
    lastEventId: string | undefined,
    response: ServerResponse,
  ): void {
    const { instances } = this.#context
    const follower = new Follower({
      response,
      log,
      name,
      after: lastEventId === undefined ? undefined : numberOf(lastEventId),
      isAlive: () => instances.isAlive(instances.of(name)),
    })
    for (const former of served.followers) if (former.name === name) former.end()
    served.followers.add(follower)
    response.on('close', () => served.followers.delete(follower))
    const owner = ownerOf(served.record)
    this.#context.quietly(
      this.#context.tell({ ...owner, kind: 'follow', stream: name, by: instances.own }).then(() => {
        follower.pump()
      }),
    )
  }
}

/** In the format of stream names. */
const streamName = /^[0-9a-f]{8}-\d{1,15}$/
