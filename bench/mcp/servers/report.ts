export interface Usage {
  /** Over all threads. */
  readonly cpuMicros: number
  readonly rssBytes: number
  /** Of the main thread. */
  readonly heapBytes: number
}

/** Sends the parent the address of this server, then its usage on request (after a garbage collection if possible), until it must stop. */
export function report(url: string, token: string, end: () => Promise<void>): void {
  process.send?.({ url, token })
  process.on('message', (message) => {
    if (message === 'usage') process.send?.(usage())
    else void end().finally(() => process.exit(0))
  })
  process.on('disconnect', () => process.exit(0))
}

function usage(): Usage {
  globalThis.gc?.()
  const { user, system } = process.cpuUsage()
  const { rss, heapUsed, external } = process.memoryUsage()
  return { cpuMicros: user + system, rssBytes: rss, heapBytes: heapUsed + external }
}
