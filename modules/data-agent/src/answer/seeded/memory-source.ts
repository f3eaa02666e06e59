import { DatabaseSync } from 'node:sqlite'
import type { Statement } from '@quipu/query'
import { SourceError } from '../../sources/source.ts'
import type { QueryLimits, ResultSet, Source } from '../../sources/source.ts'

/** A small database in memory for one test. */
export class MemorySource implements Source {
  readonly dialect = 'sqlite'
  readonly database = new DatabaseSync(':memory:')
  /** The number of its statements. */
  asked = 0
  /** Statements that contain this text fail. */
  failsAt: string | null = null

  constructor(script: string) {
    this.database.exec(script)
  }

  async tables(): Promise<never[]> {
    return []
  }

  async query({ sql, parameters }: Statement, { signal, maxRows = 10_000 }: QueryLimits): Promise<ResultSet> {
    this.asked++
    if (signal.aborted) throw new SourceError('cancelled', 'The question was cancelled.')
    if (this.failsAt !== null && sql.includes(this.failsAt))
      throw new SourceError('failed', 'The database said no.')
    const started = performance.now()
    try {
      const statement = this.database.prepare(sql)
      const named = Object.fromEntries(parameters.map((value, at) => [`?${at + 1}`, flat(value)]))
      statement.setReturnArrays(true)
      const columns = statement.columns().map(({ name }) => name)
      const rows = (parameters.length > 0
        ? statement.all(named)
        : statement.all()) as unknown as ResultSet['rows'][number][] // setReturnArrays
      return {
        columns: columns.map((name, at) => ({
          name,
          type: typeof rows[0]?.[at] === 'number' ? 'number' : 'text',
        })),
        rows: rows.slice(0, maxRows),
        isTruncated: rows.length > maxRows,
        milliseconds: performance.now() - started,
      }
    } catch (error) {
      throw new SourceError('failed', 'The statement failed.', { cause: error })
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.database.close()
  }
}

function flat(value: Statement['parameters'][number]) {
  return typeof value === 'boolean' ? Number(value) : value
}
