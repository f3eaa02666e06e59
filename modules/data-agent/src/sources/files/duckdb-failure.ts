import { outOfMemory } from '../limits.ts'
import { SourceError } from '../source.ts'

/** In our words: DuckDB's messages contain paths of this machine. */
export function duckdbFailure(error: unknown, memoryMb: number): SourceError {
  if (error instanceof SourceError) return error
  const message = error instanceof Error ? error.message : ''
  if (/^Out of Memory|failed to allocate|could not allocate/i.test(message)) return outOfMemory(memoryMb)
  if (message.startsWith('Permission Error'))
    return new SourceError('refused', 'The statement does more than read tables')
  if (message.startsWith('IO Error'))
    return new SourceError(
      'missing',
      'A file cannot be read; check that it is still there and that the server may read it',
    )
  if (message.startsWith('Catalog Error: Table')) return new SourceError('missing', 'The table is not there')
  if (/Referenced column|does not have a column|Contents of view were altered/.test(message))
    return new SourceError('missing', 'A column is not there; the file may have changed')
  if (/^(Invalid Input Error|Conversion Error)[\s\S]*(CSV|JSON|parquet|file)/i.test(message))
    return new SourceError('failed', 'A file is not what its name says or has a damaged line; check it')
  return new SourceError('failed', `DuckDB refused the statement: ${firstLine(message)}`)
}

function firstLine(message: string): string {
  const line = (message.split('\n')[0] ?? '').replace(/[\p{Cc}\p{Cf}]/gu, ' ').slice(0, 200)
  return line.includes('/') ? (line.split(':')[0] ?? '') : line
}
