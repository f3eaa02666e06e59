import { readdirSync, readFileSync } from 'node:fs'

/** In bytes, and in seconds of processor time so far: of the server, and of its workers. */
export interface Use {
  readonly server: number
  readonly workers: number
  readonly serverSeconds: number
  readonly workerSeconds: number
}

/** What a process and its descendants use. */
export class MemoryWatch {
  readonly #root: number
  readonly #timer: NodeJS.Timeout
  #peak: Use | undefined
  /** Of the server alone, which may be at another moment. */
  #serverPeak = 0

  constructor(root: number) {
    this.#root = root
    this.#timer = setInterval(() => void this.look(), 200)
  }

  /** The peaks since `take` was last called, and the current use. */
  look(): { readonly peak: Use; readonly serverPeak: number; readonly now: Use } {
    const now = useOf(this.#root)
    if (this.#peak === undefined || allOf(now) > allOf(this.#peak)) this.#peak = now
    this.#serverPeak = Math.max(this.#serverPeak, now.server)
    return { peak: this.#peak, serverPeak: this.#serverPeak, now }
  }

  take(): ReturnType<MemoryWatch['look']> {
    const seen = this.look()
    this.#peak = undefined
    this.#serverPeak = 0
    return seen
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}

export function allOf({ server, workers }: Use): number {
  return server + workers
}

function useOf(root: number): Use {
  const workers = descendantsOf(root)
  const [own, ended] = secondsOf(root)
  return {
    server: residentOf(root),
    workers: sum(workers.map(residentOf)),
    serverSeconds: own,
    workerSeconds: ended + sum(workers.map((pid) => secondsOf(pid)[0])),
  }
}

function descendantsOf(root: number): readonly number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each)))
    parents.set(Number(name), parentOf(Number(name)))
  const isBelow = (pid: number | undefined): boolean =>
    pid !== undefined && pid > 1 && (pid === root || isBelow(parents.get(pid)))
  return [...parents.keys()].filter((pid) => pid !== root && isBelow(pid))
}

function parentOf(pid: number): number {
  return Number(/^PPid:\s+(\d+)/m.exec(textOf(pid, 'status'))?.[1] ?? 0)
}

/** Pages that processes share count in parts: a process that is just being forked shares all of its parent's. */
function residentOf(pid: number): number {
  return Number(/^Pss:\s+(\d+) kB/m.exec(textOf(pid, 'smaps_rollup'))?.[1] ?? 0) * 1024
}

/** Its own, and those of its children that have ended. Linux counts in hundredths of a second. */
function secondsOf(pid: number): readonly [number, number] {
  const fields = textOf(pid, 'stat').split(') ').at(-1)?.split(' ').map(Number) ?? []
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11)
  return [(user + system) / 100, (endedUser + endedSystem) / 100]
}

function textOf(pid: number, file: 'status' | 'smaps_rollup' | 'stat'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    // It has ended meanwhile.
    return ''
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
