import { setImmediate as turn } from 'node:timers/promises'

/**
 * Whether something is settled, well or not, within a few turns of the event loop: it did not wait for a timer or for
 * another process. No clock is looked at, so a busy machine changes nothing.
 */
export async function isAtOnce(work: () => unknown): Promise<boolean> {
  const settled = Promise.resolve(work()).then(
    () => true,
    () => true,
  )
  return Promise.race([settled, turns(20)])
}

async function turns(count: number): Promise<false> {
  for (let left = count; left > 0; left -= 1) await turn()
  return false
}
