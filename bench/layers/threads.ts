import { readdir, readFile } from 'node:fs/promises'

/** Processor time in µs, by what the threads do. */
export interface ThreadTimes {
  /** The main thread: HTTP, protocol, checks, the module. */
  readonly main: number
  /** The thread of the store: its statements, the rows of the audit and their seals, upkeep. */
  readonly store: number
  /** Threads of V8 and Node: they compile, collect garbage and write files. */
  readonly helpers: number
}

/** What the threads of a process have used so far, as Linux counts it. */
export async function threadTimes(pid: number): Promise<ThreadTimes> {
  const times = { main: 0, store: 0, helpers: 0 }
  for (const thread of await readdir(`/proc/${pid}/task`)) {
    const folder = `/proc/${pid}/task/${thread}`
    const name = (await readFile(`${folder}/comm`, 'utf8')).trim()
    const nanoseconds = Number((await readFile(`${folder}/schedstat`, 'utf8')).split(' ')[0])
    const kind = Number(thread) === pid ? 'main' : name === 'WorkerThread' ? 'store' : 'helpers'
    times[kind] += nanoseconds / 1000
  }
  return times
}

/** For each of so many calls. */
export function spentBetween(before: ThreadTimes, after: ThreadTimes, calls: number): ThreadTimes {
  return {
    main: (after.main - before.main) / calls,
    store: (after.store - before.store) / calls,
    helpers: (after.helpers - before.helpers) / calls,
  }
}
