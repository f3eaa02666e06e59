import type { GuardedRedis } from '../redis/guarded-redis.ts'

const beatEveryMs = 2_000
const beatCountsMs = 6_000
/** A Redis that was emptied knows no instances; two heartbeats later it does. */
const missingForMs = 5_000
const knownForMs = 1_000

/** The instances that are alive. Each reports every two seconds; one that has not for about ten counts as dead. */
export class Instances {
  /** The prefix of the names of this instance's streams. */
  readonly own: string
  readonly #redis: GuardedRedis | undefined
  readonly #timer: NodeJS.Timeout | undefined
  readonly #known = new Map<string, Known>()

  constructor(own: string, redis: GuardedRedis | undefined) {
    this.own = own
    this.#redis = redis
    if (redis === undefined) return
    this.#timer = setInterval(() => void this.#beat(), beatEveryMs).unref()
  }

  async start(): Promise<void> {
    await this.#beat()
  }

  /** The instance that keeps a stream. */
  of(stream: string): string {
    return stream.slice(0, stream.indexOf('-'))
  }

  /** Whether other instances, if there are any, cannot be reached. */
  get isAlone(): boolean {
    return this.#redis?.isWell !== true
  }

  /** True unless there is evidence against it. */
  async isAlive(instance: string): Promise<boolean> {
    if (instance === this.own) return true
    const known = this.#known.get(instance)
    const nowMs = performance.now()
    if (known !== undefined && nowMs - known.atMs < knownForMs) return isLive(known, nowMs)
    const isThere = await this.#ask(instance)
    const missingSince = isThere ? undefined : (known?.missingSince ?? nowMs)
    if (this.#known.size > 1_000) this.#known.clear()
    const learnt = { atMs: nowMs, missingSince }
    this.#known.set(instance, learnt)
    return isLive(learnt, nowMs)
  }

  /** It has announced its end. */
  left(instance: string): void {
    this.#known.set(instance, { atMs: performance.now(), missingSince: -Infinity })
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#redis?.del(keyOf(this.own)).catch(() => {})
  }

  async #ask(instance: string): Promise<boolean> {
    if (this.#redis === undefined) return false
    try {
      return (await this.#redis.exists(keyOf(instance))) === 1
    } catch {
      // Redis is away: the state of other instances is unknown.
      return true
    }
  }

  async #beat(): Promise<void> {
    await this.#redis?.set(keyOf(this.own), '1', 'PX', beatCountsMs).catch(() => {})
  }
}

interface Known {
  readonly atMs: number
  readonly missingSince: number | undefined
}

function isLive({ missingSince }: Known, nowMs: number): boolean {
  return missingSince === undefined || nowMs - missingSince < missingForMs
}

function keyOf(instance: string): string {
  return `instance:${instance}`
}
