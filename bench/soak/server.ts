import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort, temporaryFolder } from '../../test/environment/places.ts'

const program = join(import.meta.dirname, '../../apps/server/bin/quipu.js')

/** `quipu start` on a new data folder, or on the database of `DATABASE_URL`, with measurements of its process. */
export class SoakServer implements AsyncDisposable {
  readonly url: string
  readonly #folder = temporaryFolder()
  readonly #environment: NodeJS.ProcessEnv
  #child: ChildProcess | undefined

  static async start(): Promise<SoakServer> {
    const server = new SoakServer(await freePort())
    const child = spawn(process.execPath, [program, 'start'], {
      env: server.#environment,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    server.#child = child
    while (!(await server.#isReady())) {
      if (child.exitCode !== null) throw new Error(`quipu start ended with ${child.exitCode}`)
      await sleep(100)
    }
    return server
  }

  private constructor(port: number) {
    const { PATH, HOME, DATABASE_URL, REDIS_URL } = process.env
    this.url = `http://127.0.0.1:${port}`
    this.#environment = {
      PATH,
      HOME,
      DATABASE_URL,
      REDIS_URL,
      QUIPU_ENV_FILE: '/dev/null',
      QUIPU_DATA_DIR: this.#folder.path,
      QUIPU_REQUESTS_PER_MINUTE: '1000000',
      LOG_LEVEL: 'warn',
      PORT: String(port),
    }
  }

  /** A token of the owner with all permissions, valid for longer than a run takes. */
  async token(): Promise<string> {
    const words = ['token', 'create', '--user', 'owner@localhost', '--resource', this.url, '--ttl', '30d']
    const run = promisify(execFile)
    const { stdout } = await run(process.execPath, [program, ...words], { env: this.#environment })
    return stdout.trim()
  }

  /** Resident memory, and open files with sockets. */
  measure(): { memoryMb: number; handles: number } {
    const { pid } = this.#child ?? {}
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const kilobytes = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1])
    return { memoryMb: kilobytes / 1024, handles: readdirSync(`/proc/${pid}/fd`).length }
  }

  /** Processor time so far, in steps of 10 ms. */
  cpuSeconds(): number {
    const stat = readFileSync(`/proc/${this.#child?.pid}/stat`, 'utf8')
    const [user = 0, system = 0] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14).map(Number)
    return (user + system) / 100
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const child = this.#child
    if (child !== undefined && child.exitCode === null) {
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
    }
    this.#folder[Symbol.dispose]()
  }

  #isReady(): Promise<boolean> {
    return fetch(`${this.url}/api/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  }
}
