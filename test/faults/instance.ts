import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { onTestFinished } from 'vitest'
import { builtServer } from '../environment/server-build.ts'

const program = await builtServer()

/** One of several servers on one database, which can be stopped and started again at its address. */
export class Instance {
  readonly url: string
  readonly #env: Readonly<Record<string, string>>
  #child: ChildProcess | undefined
  #said = ''

  constructor(port: number, env: Readonly<Record<string, string>>) {
    const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env
    this.url = `http://127.0.0.1:${port}`
    const own = { QUIPU_ENV_FILE: '/dev/null', LOG_LEVEL: 'warn', PORT: String(port) }
    this.#env = { PATH, HOME, NODE_COMPILE_CACHE, ...own, ...env }
    onTestFinished(() => this.kill())
  }

  /** Resolves when it has reported that it runs. */
  async start(): Promise<void> {
    const child = this.#spawn(['start'])
    this.#child = child
    await new Promise<void>((resolve, reject) => {
      child.stdout?.on('data', (chunk: Buffer) => String(chunk).includes('doctor') && resolve())
      child.once('exit', (code) => reject(new Error(`ended with ${code}: ${this.#said}`)))
    })
  }

  /** Asks it to stop, and returns its exit code. */
  async stop(): Promise<number | null> {
    const child = this.#child
    if (child === undefined) throw new Error('It was not started')
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    await gone
    return child.exitCode
  }

  /** `SIGSTOP` suspends it, `SIGCONT` resumes it. */
  signal(signal: NodeJS.Signals): void {
    if (this.#child?.kill(signal) !== true) throw new Error('It does not run')
  }

  /** Runs a command to its end, with the settings of this instance, and returns its output. */
  async command(...args: readonly string[]): Promise<string> {
    const child = this.#spawn(args)
    let printed = ''
    child.stdout?.on('data', (chunk: Buffer) => (printed += String(chunk)))
    const [code] = (await once(child, 'close')) as [number | null]
    if (code !== 0) throw new Error(`quipu ${args.join(' ')} ended with ${code}: ${this.#said}`)
    return printed.trim()
  }

  async kill(): Promise<void> {
    const child = this.#child
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }

  #spawn(args: readonly string[]): ChildProcess {
    const child = spawn(process.execPath, [program, ...args], {
      cwd: tmpdir(),
      env: this.#env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child.stderr.on('data', (chunk: Buffer) => (this.#said += String(chunk)))
    return child
  }
}
