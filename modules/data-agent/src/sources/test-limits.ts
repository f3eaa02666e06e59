import { existsSync, readFileSync } from 'node:fs'
import type { QueryLimits } from './source.ts'

export function never(): QueryLimits {
  return { signal: new AbortController().signal }
}

/** How often a timer of 10 ms fired while this ran: hardly ever, if the work blocks the event loop. */
export async function turnsDuring(run: () => Promise<void>): Promise<number> {
  let turns = 0
  const timer = setInterval(() => (turns += 1), 10)
  await run()
  clearInterval(timer)
  return turns
}

/** The ids of the running processes that this one has started. */
export function childProcesses(): number[] {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim()
  return children
    .split(' ')
    .filter((pid) => pid !== '' && existsSync(`/proc/${pid}`))
    .map(Number)
}

/** The processor time of a process with all its threads, in seconds. */
export function processorTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}
