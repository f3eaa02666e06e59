/** Sends the parent the address of this server, then its processor time on request, until it must stop. */
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
