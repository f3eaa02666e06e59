import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'

export type Command = {
  program: string
  args: string[]
  /** The server's working folder, removed with it when we die without having stopped it. */
  folder: string
  user: ServerUser | null
  stopSignal: NodeJS.Signals
}

export type ServerUser = { uid: number; gid: number }

/** A server process that cannot outlive the process that started it, not even when that one is killed with -9. */
export class GuardedProcess {
  readonly #child: ChildProcess
  readonly #guard: ChildProcess
  readonly #exited: Promise<unknown>
  readonly #stopSignal: NodeJS.Signals
  #output = ''

  constructor({ program, args, folder, user, stopSignal }: Command) {
    // Its own session, so that Ctrl-C reaches us alone and the server ends in order.
    const options = { cwd: folder, detached: true, ...user }
    this.#stopSignal = stopSignal
    this.#child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    this.#exited = new Promise((resolve) => {
      this.#child.once('exit', resolve)
      this.#child.once('error', (error) => {
        this.#output += error.message
        resolve(undefined)
      })
    })
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.#output = (this.#output + String(chunk)).slice(-4000)))
    }
    this.#guard = startGuard(this.#child.pid, folder, stopSignal)
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  get isRunning(): boolean {
    return this.#child.pid !== undefined && this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** The end of what the server printed, for messages about why it did not start. */
  get output(): string {
    return this.#output.trim()
  }

  /** It and every child of it stand still, with their connections open, until `thaw`. */
  freeze(): void {
    this.#signalAll('SIGSTOP')
  }

  thaw(): void {
    this.#signalAll('SIGCONT')
  }

  #signalAll(signal: NodeJS.Signals): void {
    const { pid } = this.#child
    if (pid === undefined || !this.isRunning) return
    this.#child.kill(signal)
    for (const child of childrenOf(pid)) signalIfAlive(child, signal)
  }

  async stop(signal: NodeJS.Signals = this.#stopSignal): Promise<void> {
    this.thaw()
    if (this.isRunning) this.#child.kill(signal)
    await this.#exited
    await this.#dismissGuard()
  }

  /** The process and every child of it die at once, as in a crash of the machine. */
  async crash(): Promise<void> {
    const { pid } = this.#child
    const children = pid === undefined ? [] : childrenOf(pid)
    if (this.isRunning) this.#child.kill('SIGKILL')
    for (const child of children) signalIfAlive(child, 'SIGKILL')
    await this.#exited
    await this.#dismissGuard()
  }

  async #dismissGuard(): Promise<void> {
    if (this.#guard.exitCode !== null) return
    const gone = once(this.#guard, 'exit')
    this.#guard.stdin?.end('dismissed\n')
    await gone
  }
}

export function userNamed(name: string): ServerUser | null {
  const uid = spawnSync('id', ['-u', name], { encoding: 'utf8' })
  const gid = spawnSync('id', ['-g', name], { encoding: 'utf8' })
  if (uid.status !== 0 || gid.status !== 0) return null
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
}

/** Its standard input ends when we do; then it stops the server and cleans up, which nobody else would. */
function startGuard(pid: number | undefined, folder: string, stopSignal: NodeJS.Signals): ChildProcess {
  const script = `read -r word || { kill -s "$3" "$1"; sleep 1; kill -s KILL "$1"; rm -rf -- "$2"; }`
  const args = [String(pid), folder, stopSignal.slice('SIG'.length)]
  const guard = spawn('sh', ['-c', pid === undefined ? 'exit 0' : script, 'guard', ...args], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guard.stdin.on('error', () => {})
  guard.unref()
  return guard
}

function childrenOf(pid: number): number[] {
  try {
    const listed = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    return listed.split(' ').filter(Boolean).map(Number)
  } catch {
    // Without /proc the children find out by themselves that their parent is gone.
    return []
  }
}

function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It was gone already.
  }
}
