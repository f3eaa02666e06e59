import { setTimeout as sleep } from 'node:timers/promises'

export interface Usage {
  readonly rssBytes: number
  readonly heapBytes: number
  readonly cpuMicros: number
}

/** Tells the parent where this server is, then what it uses, until told to end. */
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

/** Memory counts only after a collection; the processor time of the collection does not count for anybody. */
async function usage(isCollected: boolean): Promise<Usage> {
  for (let round = 0; isCollected && round < 3; round += 1) {
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    await sleep(50)
  }
  const { rss, heapUsed, external } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  return { rssBytes: rss, heapBytes: heapUsed + external, cpuMicros: user + system }
}
