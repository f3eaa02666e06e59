import { randomBytes } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { realModules } from '../../catalog/real-modules.ts'
import { copyOfMigratedStore } from '../../environment/embedded-store.ts'
import { FakeVikunja } from '../../environment/fake-vikunja/fake-vikunja.ts'
import type { PrivateServer, TestDatabase } from '../../environment/index.ts'
import { createMigratedDatabase, freePort, startRedis, temporaryFolder } from '../../environment/index.ts'
import { Line } from '../../environment/line.ts'
import type { Engine } from '../../environment/test-host.ts'
import { Dice } from '../dice.ts'
import { Member } from '../member.ts'
import { RoundRobin } from '../round-robin.ts'

export const owner = { email: 'owner@localhost', password: 'correct horse battery' }

interface HouseOptions {
  readonly engine: Engine
  /** The number of instances; several need PostgreSQL, and get a Redis. */
  readonly count?: number
  /** With a seed, the ports of every instance and the connections fail at random after `disturb`. */
  readonly seed?: string
  /** Further settings of every instance. */
  readonly settings?: Readonly<Record<string, string>>
}

/** Servers with all modules, as they are installed, and a fake Vikunja behind them. Clients connect through a proxy that can fail. */
export class House implements AsyncDisposable {
  readonly engine: Engine
  readonly members: readonly Member[]
  readonly vikunja: FakeVikunja
  readonly lines: { readonly door: Line; readonly redis?: Line; readonly postgres?: Line }
  readonly store: { kind: 'embedded'; folder: string } | { kind: 'postgres'; url: string; poolSize: number }
  readonly folder: string
  readonly rootSecret: string
  readonly #parts: readonly (AsyncDisposable | Disposable)[]
  readonly #flag: string
  readonly #proxy: RoundRobin | undefined
  readonly #entry: number
  readonly #seed: string

  static async open({ engine, count = 1, seed, settings = {} }: HouseOptions): Promise<House> {
    const modules = await realModules()
    const database = engine === 'postgres' ? await createMigratedDatabase(modules) : undefined
    const folder = database === undefined ? await copyOfMigratedStore(modules) : temporaryFolder()
    const redis = count > 1 ? await startRedis() : undefined
    const vikunja = await FakeVikunja.start({ isHeldToDocuments: false })
    const entry = await freePort()
    const lines = {
      door: await Line.to(`http://127.0.0.1:${entry}`),
      ...(redis === undefined ? {} : { redis: await Line.to(redis.url) }),
      ...(database === undefined ? {} : { postgres: await Line.to(database.url) }),
    }
    const ports = count === 1 ? [entry] : await Promise.all(Array.from({ length: count }, () => freePort()))
    return new House({ engine, seed, more: settings, database, folder, redis, vikunja, entry, ports, lines })
  }

  private constructor(parts: {
    engine: Engine
    seed: string | undefined
    more: Readonly<Record<string, string>>
    database: TestDatabase | undefined
    folder: { path: string } & Disposable
    redis: PrivateServer | undefined
    vikunja: FakeVikunja
    entry: number
    ports: readonly number[]
    lines: House['lines']
  }) {
    const { engine, seed, more, database, folder, redis, vikunja, entry, ports, lines } = parts
    this.engine = engine
    this.vikunja = vikunja
    this.lines = lines
    this.folder = folder.path
    this.rootSecret = randomBytes(32).toString('hex')
    this.#flag = join(folder.path, 'faults')
    this.store =
      database === undefined
        ? { kind: 'embedded', folder: folder.path }
        : { kind: 'postgres', url: database.url, poolSize: 5 }
    const settings = {
      APP_URL: this.url,
      QUIPU_DATA_DIR: folder.path,
      ...(lines.postgres === undefined ? {} : { DATABASE_URL: lines.postgres.url, DATABASE_POOL_SIZE: '5' }),
      ...(lines.redis === undefined ? {} : { REDIS_URL: lines.redis.url }),
      JWT_SECRET: this.rootSecret,
      VIKUNJA_URL: vikunja.url,
      QUIPU_OWNER_PASSWORD: owner.password,
      QUIPU_SAMPLE: 'on',
      QUIPU_REQUESTS_PER_MINUTE: '1000000',
      QUIPU_AUTHORIZATIONS_PER_MINUTE: '100000',
      MCP_RATE_LIMIT_MAX_REQUESTS: '1000000',
      TRUSTED_PROXIES: '127.0.0.1',
      ...more,
    }
    const layer = seed === undefined ? null : import.meta.resolve('../layer/add-layer.ts')
    this.members = ports.map((port, at) => {
      const faults = { QUIPU_FAULT_SEED: `${seed} ${at}`, QUIPU_FAULT_FLAG: this.#flag }
      return new Member(port, { ...settings, ...faults }, layer)
    })
    const proxy = ports.length === 1 ? undefined : new RoundRobin(this.members.map(({ url }) => url))
    this.#parts = [
      ...this.members,
      ...Object.values(lines),
      ...(proxy === undefined ? [] : [proxy]),
      vikunja,
      ...(redis === undefined ? [] : [{ [Symbol.asyncDispose]: () => redis.stop() }]),
      ...(database === undefined ? [] : [database]),
      folder,
    ]
    this.#proxy = proxy
    this.#entry = entry
    this.#seed = seed ?? ''
  }

  /** The URL for clients. */
  get url(): string {
    return this.lines.door.url.replace(/\/$/, '')
  }

  async start(): Promise<void> {
    const [first, ...others] = this.members
    await first?.start()
    await Promise.all(others.map((other) => other.start()))
    await this.#proxy?.listen(this.#entry)
    while ((await fetch(`${this.url}/api/health/ready`)).status !== 200)
      await new Promise((resolve) => setTimeout(resolve, 50))
  }

  /** An access token of the owner with all permissions. */
  async token(): Promise<string> {
    const words = ['token', 'create', '--user', owner.email, '--resource', this.url, '--ttl', '24h']
    return (await this.members[0]?.command(...words)) ?? ''
  }

  /** From now on, the ports of each instance fail at random, and connections of clients, to Redis and to PostgreSQL break. */
  disturb(): void {
    writeFileSync(this.#flag, '')
    for (const [name, line] of Object.entries(this.lines)) {
      const dice = new Dice(`${this.#seed} ${name}`)
      line.breaks = () => dice.next() < breakRate
    }
  }

  /** From now on this port fails whenever it is used, and nothing else does. */
  breakPort(port: 'store' | 'files' | 'links' | 'workers'): void {
    writeFileSync(this.#flag, port)
  }

  calm(): void {
    rmSync(this.#flag, { force: true })
    for (const line of Object.values(this.lines)) line.breaks = () => false
  }

  /** Stops every instance cleanly. */
  async stop(): Promise<void> {
    await Promise.all(this.members.map((member) => member.stop()))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.calm()
    for (const part of this.#parts) {
      if (Symbol.asyncDispose in part) await part[Symbol.asyncDispose]()
      else part[Symbol.dispose]()
    }
  }
}

const breakRate = 0.01
