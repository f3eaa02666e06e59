import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import { GuardedProcess } from '../environment/guarded-process.ts'
import { temporaryFolder } from '../environment/index.ts'
import { builtServer } from '../environment/server-build.ts'

const installed = await builtServer()
/** What is loaded ahead changes the sources. */
const sources = join(import.meta.dirname, '../../apps/server/bin/quipu.js')
const builtPrograms = import.meta.resolve('../environment/preload-built.ts')
const fixtures = import.meta.resolve('./add-fixtures.ts')

/** One server of a network, as it is installed and with the fixtures as one more module, or with another file loaded before it. Unlike `Instance`, it can serve several tests. */
export class Member implements AsyncDisposable {
  readonly url: string
  readonly #folder = temporaryFolder()
  /** For the program `env`. */
  readonly #environment: readonly string[]
  /** The program and what is loaded before it. */
  readonly #program: readonly string[]
  #process: GuardedProcess | undefined

  constructor(port: number, settings: Readonly<Record<string, string>>, preload: string | null = fixtures) {
    this.#program = preload === null ? [installed] : ['--import', builtPrograms, '--import', preload, sources]
    const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env
    this.url = `http://127.0.0.1:${port}`
    const own = {
      QUIPU_ENV_FILE: '/dev/null',
      QUIPU_SAMPLE: 'off',
      LOG_LEVEL: 'error',
      PORT: String(port),
      // A server that chooses its settings of memory itself begins twice, with all that is loaded ahead.
      ...(preload === null ? {} : { MALLOC_ARENA_MAX: '2' }),
      QUIPU_TEST_PROGRAMS: inject('programsFolder'),
    }
    const all = { PATH, HOME, NODE_COMPILE_CACHE, QUIPU_DATA_DIR: this.#folder.path, ...own, ...settings }
    this.#environment = ['-i', ...Object.entries(all).map(([name, value]) => `${name}=${value}`)]
  }

  get isRunning(): boolean {
    return this.#process?.isRunning ?? false
  }

  /** The end of its output. */
  get said(): string {
    return this.#process?.output ?? ''
  }

  /** Resolves when it is ready. */
  async start(): Promise<void> {
    const server = new GuardedProcess({
      program: 'env',
      args: [...this.#environment, process.execPath, ...this.#program, 'start'],
      folder: this.#folder.path,
      user: null,
      stopSignal: 'SIGTERM',
    })
    this.#process = server
    while ((await this.health('ready')) !== 200) {
      if (!server.isRunning) throw new Error(`quipu start ended: ${server.output}`)
      await sleep(50)
    }
  }

  /** kill -9 */
  async kill(): Promise<void> {
    await this.#process?.crash()
  }

  /** Asks it to stop, and waits until it has. */
  async stop(): Promise<void> {
    await this.#process?.stop()
  }

  /** The status; undefined without an answer. */
  health(kind: 'live' | 'ready'): Promise<number | undefined> {
    return fetch(`${this.url}/api/health/${kind}`, { signal: AbortSignal.timeout(5000) }).then(
      ({ status }) => status,
      () => undefined,
    )
  }

  /** Runs a command as it is installed, with the settings of this one, and returns its output. Rejects if it failed. */
  async command(...words: readonly string[]): Promise<string> {
    const { stdout } = await promisify(execFile)('env', [
      ...this.#environment,
      process.execPath,
      installed,
      ...words,
    ])
    return stdout.trim()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill()
    this.#folder[Symbol.dispose]()
  }
}
