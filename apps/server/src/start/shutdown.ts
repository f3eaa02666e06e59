import { exitCodes } from '../terminal/failure.ts'

/**
 * Resolves at the first SIGINT, SIGTERM or SIGHUP; the next one ends the process at once. One Ctrl-C arrives twice if
 * npm or a wrapper passes on the terminal's signal, so a signal right after the first is ignored.
 */
export function shutdownRequested(onSecond: () => void = () => {}): Promise<NodeJS.Signals> {
  let firstAt: number | undefined
  return new Promise((resolve) => {
    const onSignal = (signal: NodeJS.Signals) => {
      if (firstAt === undefined) {
        firstAt = performance.now()
        resolve(signal)
      } else if (performance.now() - firstAt > echoMs) {
        onSecond()
        process.exit(exitCodes.interrupted)
      }
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
  })
}

const echoMs = 500
