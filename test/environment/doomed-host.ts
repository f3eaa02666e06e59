import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { HostOptions } from '@quipu/host'
import { inject, onTestFinished } from 'vitest'
import { TestUser } from './test-user.ts'

export interface Doom {
  readonly store: HostOptions['store']
  readonly dataFolder: string
  /** The package of the module that it serves. */
  readonly module: string
  /** Whose token it gives. Default: a new account. */
  readonly userId?: string | undefined
  /** What its token is for. Default: `/mcp`; empty for everything. */
  readonly path?: string
}

/** An installation in a process of its own, to be killed while it works. */
export class DoomedHost {
  readonly user: TestUser
  readonly #child: ChildProcess

  static async start(doom: Doom): Promise<DoomedHost> {
    const program = fileURLToPath(import.meta.resolve('./serve-host.ts'))
    const builtPrograms = import.meta.resolve('./preload-built.ts')
    const child = spawn(process.execPath, ['--import', builtPrograms, program, JSON.stringify(doom)], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, QUIPU_TEST_PROGRAMS: inject('programsFolder') },
    })
    let errors = ''
    child.stderr.on('data', (chunk: Buffer) => (errors += String(chunk)))
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    child.stdout.once('data', (chunk: Buffer) => resolve(String(chunk)))
    child.once('exit', () => reject(new Error(`it ended by itself: ${errors}`)))
    onTestFinished(() => kill(child))
    // Our own program writes one line of this form.
    const said = JSON.parse(await promise) as { url: string; id: string; token: string }
    return new DoomedHost(child, new TestUser({ ...said, email: '', path: doom.path ?? '/mcp' }))
  }

  private constructor(child: ChildProcess, user: TestUser) {
    this.#child = child
    this.user = user
  }

  /** kill -9 */
  kill(): Promise<void> {
    return kill(this.#child)
  }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}
