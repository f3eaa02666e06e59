import { SourceError } from '../source.ts'

/** In our words and without a cause: the driver's errors contain hosts, users and databases. */
export function mysqlFailure(error: unknown): SourceError {
  if (error instanceof SourceError) return error
  const { code, errno, message } = partsOf(error)
  const known = errno === undefined ? undefined : failures[errno]
  if (known !== undefined) return new SourceError(...known)
  if (errno === 1146 || errno === 1054 || errno === 1109)
    return new SourceError('missing', `The database says: ${clean(message)}`)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new SourceError('unreachable', 'The host of the database is not known; check its name')
  if (code === 'ECONNREFUSED')
    return new SourceError(
      'unreachable',
      'Nothing listens at the address of the database; check host and port',
    )
  if (errno === undefined || errno < 1000 || errno >= 2000 || isFatal(error))
    return new SourceError(
      'unreachable',
      'The database does not answer or ended the connection; check that it runs and is reachable',
    )
  return new SourceError('failed', `The database refused the statement: ${clean(message)}`)
}

type Failure = readonly [SourceError['failure'], string]

const wrongUser: Failure = ['unreachable', 'The database refused the user or the password; check both']
const noDatabase: Failure = ['unreachable', 'The server has no database of this name; check it']
const full: Failure = ['unreachable', 'The database has no connection left; ask again later']
const late: Failure = ['timeout', 'The database stopped the statement because it took too long']
const locked: Failure = ['timeout', 'A table is locked by another program; ask again later']
const forbidden: Failure = ['refused', 'The user of the connection may not read this; grant it SELECT']
const writes: Failure = ['refused', 'The statement does more than read tables']
const memory: Failure = ['memory', 'The database ran out of memory or disk; ask for less at once']

/** By the number of the error, in MySQL and MariaDB. */
const failures: Readonly<Record<number, Failure>> = {
  1044: noDatabase,
  1045: wrongUser,
  1049: noDatabase,
  1698: wrongUser,
  1040: full,
  1203: full,
  1226: full,
  1317: late,
  1969: late,
  3024: late,
  1205: locked,
  1142: forbidden,
  1143: forbidden,
  1227: forbidden,
  1370: forbidden,
  1290: writes,
  1792: writes,
  1036: writes,
  1037: memory,
  1038: memory,
  1021: memory,
  1114: memory,
}

function partsOf(error: unknown): { code?: unknown; errno?: number; message: string } {
  if (!(error instanceof Error)) return { message: '' }
  const code = 'code' in error ? error.code : undefined
  const errno = 'errno' in error && typeof error.errno === 'number' ? { errno: error.errno } : {}
  return { code, ...errno, message: error.message }
}

function isFatal(error: unknown): boolean {
  return error instanceof Error && 'fatal' in error && error.fatal === true
}

function clean(message: string): string {
  return message.replace(/[\p{Cc}\p{Cf}]/gu, ' ').slice(0, 200)
}
