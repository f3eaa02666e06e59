import { setTimeout as delay } from 'node:timers/promises'
import type { Host } from '@quipu/host'
import type { Log } from '@quipu/kit'
import type { Config } from '../installation/config.ts'
import { describeFailure, exitCodes } from '../terminal/failure.ts'
import { openConfiguredHost, workplaceOf } from '../installation/host-options.ts'
import { localUser } from '../operations/operation.ts'
import { OwnerGone, type ControlClient } from './control-client.ts'
import { ControlServer } from './control-server.ts'
import { joinFolder } from './join.ts'
import type { Relay } from './relay.ts'

export interface MemberOptions {
  readonly config: Config
  readonly log: Log
  readonly relay: Relay
  readonly user: string | undefined
}

/** One client's process among those that share a data folder: the owner of the store, or a guest of the owner. */
export class Member {
  readonly #options: MemberOptions
  readonly #stop = new AbortController()
  readonly #stopped: Promise<'anyone'>
  #wasAttached = false
  #openFrom = 0

  constructor(options: MemberOptions) {
    this.#options = options
    this.#stopped = new Promise((resolve) => {
      this.#stop.signal.addEventListener('abort', () => resolve('anyone'))
    })
  }

  /** Resolves after `stop`, when the store is closed and the folder free. */
  async run(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      try {
        await this.#take()
      } catch (error) {
        if (this.#stop.signal.aborted) return
        await this.#recover(error)
      }
    }
  }

  stop(): void {
    this.#stop.abort()
  }

  async #take(): Promise<void> {
    const { config, log } = this.#options
    const open = () => openConfiguredHost(config, log)
    if (config.store.kind === 'postgres') return this.#own(await open(), false)
    const joined = await joinFolder({
      dataFolder: config.dataFolder,
      open,
      patienceMs: this.#wasAttached ? 30_000 : 60_000,
      openFrom: this.#openFrom,
      signal: this.#stop.signal,
    })
    if (joined.role === 'owner') await this.#own(joined.host, true)
    else await this.#visit(joined.client)
  }

  async #own(host: Host, isShared: boolean): Promise<void> {
    const { config, log, relay, user } = this.#options
    const workplace = workplaceOf(config, host)
    const successor = Promise.withResolvers<'server'>()
    let control: ControlServer | undefined
    try {
      const account = await localUser(workplace, user)
      const connection = host.connect(account.id, (line) => relay.answer(line))
      if (isShared) {
        const identity = { kind: 'stdio' } as const
        const onHandOver = () => successor.resolve('server')
        control = await ControlServer.listen({
          dataFolder: config.dataFolder,
          identity,
          workplace,
          log,
          onHandOver,
        })
      }
      this.#attach((line, key) => {
        connection.receive(line, key)
        return true
      })
      const to = await Promise.race([successor.promise, this.#stopped])
      if (to === 'server') this.#openFrom = performance.now() + graceMs
      relay.pause()
      // Requests that wait in the relay were not sent and go to the next owner, so only sent ones are waited for.
      const answered = Promise.race([connection.idle(), delay(leaveMs, undefined, { ref: false })])
      await Promise.all([answered, control?.leave(to, leaveMs)])
      relay.detach()
      connection.close()
    } finally {
      relay.detach()
      await control?.disconnect()
      await host.close()
      await control?.dismissSuccessor()
    }
  }

  async #visit(client: ControlClient): Promise<void> {
    const { relay, user } = this.#options
    try {
      client.events = {
        line: (line) => relay.answer(line),
        drain: () => relay.drain(),
        leaving: (to) => {
          relay.pause()
          if (to === 'server') this.#openFrom = performance.now() + graceMs
        },
      }
      await client.connect(user)
      // The promise is kept; when this server ends, the folder is anybody's.
      if (client.hello.kind === 'server') this.#openFrom = 0
      this.#attach((line, key) => client.send(line, key))
      await Promise.race([client.closed, this.#stopped])
    } finally {
      client.events = {}
      relay.detach()
      client.close()
    }
  }

  #attach(send: (line: string, key?: string) => boolean): void {
    this.#wasAttached = true
    this.#options.relay.attach({ send })
  }

  /**
   * Before the first success an error ends the process; afterwards the client gets an error, and the next attempt may
   * succeed.
   */
  async #recover(error: unknown): Promise<void> {
    const { exitCode, lines } = describeFailure(error)
    if (error instanceof OwnerGone) return
    if (!this.#wasAttached || exitCode !== exitCodes.unreachable) throw error
    this.#options.log.warn({ reason: lines[0] }, 'the store cannot be reached')
    this.#options.relay.fail(lines.join(' '))
    await delay(retryMs)
  }
}

/** How long the others leave the folder to the server that asked for it. */
const graceMs = 15_000
/** How long an owner may finish its calls; longer ones are repeated by the next owner. */
const leaveMs = 5000
const retryMs = 1000
