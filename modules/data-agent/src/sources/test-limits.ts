import { existsSync, readFileSync } from 'node:fs'
import type { QueryLimits } from './source.ts'

export function never(): QueryLimits {
  return { signal: new AbortController().signal }
}

/** The longest that the event loop was kept from a timer of 10 ms while this ran. */
export async function lagDuring(run: () => Promise<void>): Promise<number> {
  let longest = 0
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    longest = Math.max(longest, now - last - 10)
    last = now
  }, 10)
  await run()
  clearInterval(timer)
  return longest
}

/** The ids of the processes that this one has started and that are still there. */
export function childProcesses(): number[] {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim()
  return children
    .split(' ')
    .filter((pid) => pid !== '' && existsSync(`/proc/${pid}`))
    .map(Number)
}
