import { pino } from 'pino'
import type { DestinationStream } from 'pino'
import type { Log } from '@quipu/kit'
import { scrubFields, scrubText } from './scrub.ts'

export type ThresholdLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'

export interface LogOptions {
  readonly level: ThresholdLevel
  /** Default: standard error, because standard output belongs to stdio clients. */
  readonly destination?: DestinationStream | undefined
}

/** One line of JSON per entry, without credentials. */
export function openLog({ level, destination = standardError() }: LogOptions): Log {
  const logger = pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      // Ours are scrubbed already; the built-in serializer would rename fields.
      serializers: { err: (err: unknown) => err },
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  )
  const write = (to: 'debug' | 'info' | 'warn' | 'error'): Log['info'] => {
    if (!logger.isLevelEnabled(to)) return () => {}
    return (fields, message) => logger[to](scrubFields(fields), scrubText(message))
  }
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }
}

/** Asynchronous: a stdio client that never reads our standard error must not block the process. */
function standardError(): DestinationStream {
  return pino.destination({ fd: 2, sync: false, maxLength: 4 * 1024 * 1024 })
}
