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
