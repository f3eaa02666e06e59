import { setTimeout as sleep } from 'node:timers/promises'

export interface Usage {
  readonly rssBytes: number
  readonly heapBytes: number
  readonly cpuMicros: number
}

/** Sends the parent the address of this server, then its usage on request, until it must stop. */
export function report(url: string, tokens: readonly string[], end: () => Promise<void>): void {
  const stop = () => void end().finally(() => process.exit(0))
  process.send?.({ url, tokens })
  process.on('message', (message) => {
    if (message === 'memory') void usage(true).then((used) => process.send?.(used))
    else if (message === 'cpu') void usage(false).then((used) => process.send?.(used))
    else stop()
  })
  process.on('disconnect', stop)
}

/** Memory is read after a garbage collection; the processor time of the collection is not counted. */
async function usage(isCollected: boolean): Promise<Usage> {
  for (let round = 0; isCollected && round < 3; round += 1) {
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    await sleep(50)
  }
  const { rss, heapUsed, external } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  return { rssBytes: rss, heapBytes: heapUsed + external, cpuMicros: user + system }
}
