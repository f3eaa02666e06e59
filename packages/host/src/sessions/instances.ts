import type { GuardedRedis } from '../redis/guarded-redis.ts'

const beatEveryMs = 2_000
const beatCountsMs = 6_000
/** A Redis that was emptied has no word of anyone: two beats later it has. */
const missingForMs = 5_000
const knownForMs = 1_000

/** Which instances live. Each says so every two seconds; one that has not for about ten is taken for dead. */
export class Instances {
  /** What the names of this instance's streams begin with. */
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

  /** Nobody else can be reached, if there is anybody. */
  get isAlone(): boolean {
    return this.#redis?.isWell !== true
  }

  /** True as long as nothing speaks against it. */
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

  /** It has said goodbye. */
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
      // Redis is away: nothing is known of anyone.
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
