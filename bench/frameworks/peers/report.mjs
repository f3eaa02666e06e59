/** Sends the bench the address of this server, then its usage on request (after a garbage collection if possible), until it must stop. */
export function report(url, token) {
  process.send({ url, token })
  process.on('message', (message) => {
    if (message === 'end') return process.exit(0)
    globalThis.gc?.()
    const { user, system } = process.cpuUsage()
    const { rss, heapUsed, external } = process.memoryUsage()
    process.send({ cpuMicros: user + system, rssBytes: rss, heapBytes: heapUsed + external })
  })
  process.on('disconnect', () => process.exit(0))
}
