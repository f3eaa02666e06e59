import { randomBytes } from 'node:crypto'
import { withClient } from '../environment/postgres.ts'
import type { PrivateServer, TestDatabase } from '../environment/index.ts'
import { createDatabase, freePort, startPostgres, startRedis } from '../environment/index.ts'
import { freePorts, startNginx, type RunningNginx } from '../deploy/run-nginx.ts'
import { Line } from '../environment/line.ts'
import { Member } from './member.ts'

interface Parts {
  readonly members: readonly [Member, Member, Member]
  readonly nginx: RunningNginx
  readonly database: TestDatabase
  readonly postgres: PrivateServer
  readonly redis: PrivateServer
  readonly lines: { readonly postgres: Line; readonly redis: Line }
  /** A token of the owner for `/mcp`, valid for longer than any test takes. */
  readonly token: string
}

export interface Request {
  readonly method: string
  readonly status: number
  /** The last upstream, if several were tried. */
  readonly instance: string
}

/** Three server processes behind nginx with the shipped configuration; the connections to PostgreSQL and Redis can be broken. */
export class Network implements AsyncDisposable {
  readonly members: Parts['members']
  readonly nginx: RunningNginx
  readonly postgres: PrivateServer
  readonly redis: PrivateServer
  readonly lines: Parts['lines']
  readonly token: string
  readonly #database: TestDatabase

  static async open(): Promise<Network> {
    const [postgres, redis, ports] = await Promise.all([startPostgres(), startRedis(), freePorts()])
    const database = await createDatabase(postgres.url)
    const lines = { postgres: await Line.to(database.url), redis: await Line.to(redis.url) }
    const settings = {
      APP_URL: `https://localhost:${ports.https}`,
      DATABASE_URL: lines.postgres.url,
      DATABASE_POOL_SIZE: '5',
      REDIS_URL: lines.redis.url,
      JWT_SECRET: randomBytes(32).toString('hex'),
      TRUSTED_PROXIES: '127.0.0.1',
      QUIPU_REQUESTS_PER_MINUTE: '1000000',
    }
    const member = async () => new Member(await freePort(), settings)
    const members: Parts['members'] = [await member(), await member(), await member()]
    const [first, ...others] = members
    await first.start()
    const making = first.command('token', 'create', '--user', 'owner@localhost', '--ttl', '2h')
    await Promise.all(others.map((other) => other.start()))
    const instances = members.map(({ url }) => new URL(url).host)
    const nginx = await startNginx({ instances, ports, ratePerSecond: 10_000 })
    return new Network({ members, nginx, database, postgres, redis, lines, token: await making })
  }

  private constructor(parts: Parts) {
    this.members = parts.members
    this.nginx = parts.nginx
    this.postgres = parts.postgres
    this.redis = parts.redis
    this.lines = parts.lines
    this.token = parts.token
    this.#database = parts.database
  }

  get mcp(): string {
    return `${this.nginx.url}/mcp`
  }

  /** Every finished MCP request, in order. */
  requests(): Request[] {
    return this.nginx.log().flatMap((line) => {
      const [, method, status, instance] = logged.exec(line) ?? []
      if (method === undefined || instance === undefined) return []
      return [{ method, status: Number(status), instance }]
    })
  }

  /** The rows in the database, read directly: how often each title exists, and its id. */
  async tasks(): Promise<{ title: string; id: number }[]> {
    return withClient(this.#database.adminUrl, async (admin) => {
      const { rows } = await admin.query<{ title: string; id: number }>('select title, id::int from tasks')
      return rows
    })
  }

  /** The number of successful `add_task` calls in the audit. */
  async auditedAdditions(): Promise<number> {
    return withClient(this.#database.adminUrl, async (admin) => {
      const { rows } = await admin.query<{ count: number }>(
        `select count(*)::int as count from audit_events
          where action = 'mcp.tool.call' and resource_id = 'add_task' and outcome = 'ok'`,
      )
      return rows[0]?.count ?? 0
    })
  }

  /** PostgreSQL itself ends every connection of every instance. */
  async endConnections(): Promise<void> {
    await withClient(this.#database.adminUrl, async (admin) => {
      await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`)
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.nginx[Symbol.asyncDispose]()
    await Promise.all(this.members.map((member) => member[Symbol.asyncDispose]()))
    await Promise.all(Object.values(this.lines).map((line) => line[Symbol.asyncDispose]()))
    await this.redis.stop()
    await this.postgres.stop()
  }
}

/** Method, status and upstream in a line of the nginx log. */
const logged = /"(\w+) \/mcp" (\d+) \d+ [\d.]+ (?:\S+, )*(\S+) \S+$/
