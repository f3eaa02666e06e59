import { outOfMemory } from '../limits.ts'
import { SourceError } from '../source.ts'

/** In our words; SQLite's message is kept only if it is about names in the statement. */
export function sqliteFailure(error: unknown, memoryMb: number): SourceError {
  if (error instanceof SourceError) return error
  // node:sqlite adds SQLite's error number to its errors.
  const { errcode = 0, message = '' } = error as { errcode?: number; message?: string }
  const primary = errcode & 0xff
  if (primary === 7) return outOfMemory(memoryMb)
  if (primary === 5 || primary === 6)
    return new SourceError('unreachable', 'The SQLite file is locked by another program; ask again later')
  if (primary === 11) return new SourceError('failed', 'The SQLite file is damaged; restore it from a copy')
  if (primary === 26) return new SourceError('failed', 'The file is not a SQLite database')
  if (primary === 14 || primary === 10 || primary === 3)
    return new SourceError(
      'unreachable',
      'The SQLite file cannot be opened; check that the server may read it',
    )
  if (primary === 18)
    return new SourceError('memory', 'A value or the statement is larger than 16 MB; ask for fewer columns')
  if (primary === 23 || /not authorized|prohibited/.test(message))
    return new SourceError('refused', 'The statement does more than read tables')
  if (/^no such (table|column)/.test(message))
    return new SourceError('missing', `The database has ${clean(message).replace(/^no such/, 'no')}`)
  return new SourceError('failed', `SQLite refused the statement: ${clean(message)}`)
}

function clean(message: string): string {
  return message.replace(/[\p{Cc}\p{Cf}]/gu, ' ').slice(0, 200)
}
