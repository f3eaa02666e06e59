import pg from 'pg'
import { SourceError } from '../source.ts'

/** In our words and without a cause: the driver's errors contain hosts, users and databases. */
export function postgresFailure(error: unknown): SourceError {
  if (error instanceof SourceError) return error
  if (!(error instanceof pg.DatabaseError)) return unreachable(error)
  const code = error.code ?? ''
  if (code === '28P01' || code === '28000')
    return new SourceError('unreachable', 'The database refused the user or the password; check both')
  if (code === '3D000')
    return new SourceError('unreachable', 'The server has no database of this name; check it')
  if (code === '53300')
    return new SourceError('unreachable', 'The database has no connection left; ask again later')
  if (code.startsWith('08') || code.startsWith('57P'))
    return new SourceError('unreachable', 'The database ended the connection; ask again')
  if (code === '57014')
    return new SourceError('timeout', 'The database stopped the statement because it took too long')
  if (code === '55P03')
    return new SourceError('timeout', 'A table is locked by another program; ask again later')
  if (code.startsWith('53'))
    return new SourceError('memory', 'The database ran out of memory or disk; ask for less at once')
  if (code === '42501')
    return new SourceError('refused', 'The role of the connection may not read this; grant it SELECT')
  if (code === '25006') return new SourceError('refused', 'The statement does more than read tables')
  if (code === '42P01' || code === '42703' || code === '3F000')
    return new SourceError('missing', `The database says: ${clean(error.message)}`)
  return new SourceError('failed', `PostgreSQL refused the statement: ${clean(error.message)}`)
}

function unreachable(error: unknown): SourceError {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new SourceError('unreachable', 'The host of the database is not known; check its name')
  if (code === 'ECONNREFUSED')
    return new SourceError(
      'unreachable',
      'Nothing listens at the address of the database; check host and port',
    )
  return new SourceError(
    'unreachable',
    'The database does not answer or ended the connection; check that it runs and is reachable',
  )
}

function clean(message: string): string {
  return message.replace(/[\p{Cc}\p{Cf}]/gu, ' ').slice(0, 200)
}
