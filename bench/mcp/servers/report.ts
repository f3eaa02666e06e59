/** Tells the parent where this server is, then how much processor time it has used, until told to end. */
export function report(url: string, token: string, end: () => Promise<void>): void {
  process.send?.({ url, token })
  process.on('message', (message) => {
    if (message === 'cpu') {
      const { user, system } = process.cpuUsage()
      process.send?.(user + system)
    } else {
      void end().finally(() => process.exit(0))
    }
  })
  process.on('disconnect', () => process.exit(0))
}
