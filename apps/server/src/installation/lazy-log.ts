import type { Log } from '@quipu/kit'
import type { Config } from './config.ts'

/** A log that is opened by its first entry: a command that goes through a running server never loads the host. */
export function lazyLog(level: NonNullable<Config['logLevel']>): Log {
  let log: Log | undefined
  const open = async (): Promise<Log> => {
    const { openLog } = await import('@quipu/host')
    return (log ??= openLog({ level }))
  }
  const write = (to: keyof Log): Log['info'] => {
    if (order.indexOf(to) < order.indexOf(level)) return () => {}
    return (fields, message) => {
      if (log === undefined) void open().then((opened) => opened[to](fields, message))
      else log[to](fields, message)
    }
  }
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }
}

const order: readonly string[] = ['debug', 'info', 'warn', 'error', 'silent']
