import type { Statement } from '@quipu/query'
import { answerMs, answerRows } from '../sources/limits.ts'
import { SourceError, SourceGone } from '../sources/source.ts'
import type { QueryLimits, ResultSet, Source, SourceFailure } from '../sources/source.ts'

export type Execution =
  | { readonly status: 'done'; readonly result: ResultSet }
  | { readonly status: 'failed'; readonly failure: SourceFailure; readonly error: SourceError }

/** Runs one statement: at most 30 s, at most 10,000 rows, stopped on the database when the signal aborts. */
export async function execute(
  statement: Statement,
  source: Source,
  { signal, tables }: Pick<QueryLimits, 'signal' | 'tables'>,
): Promise<Execution> {
  try {
    const limits = {
      signal,
      maxRows: answerRows,
      timeoutMs: answerMs,
      ...(tables === undefined ? {} : { tables }),
    }
    return { status: 'done', result: await source.query(statement, limits) }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    return { status: 'failed', failure: error.failure, error: withNextStep(error) }
  }
}

function withNextStep(error: SourceError): SourceError {
  if (error instanceof SourceGone) return error
  const said = error.message.endsWith('.') ? error.message : `${error.message}.`
  const message = `${said} ${nextStep[error.failure]}`.trim()
  return new SourceError(error.failure, message, { cause: error })
}

const nextStep: Readonly<Record<SourceFailure, string>> = {
  unreachable: 'Check that the database is running, then ask again.',
  timeout: 'Ask for a shorter time or fewer groups.',
  cancelled: '',
  refused: 'Refresh the ontology, then ask again.',
  memory: 'Ask for a shorter time or fewer groups.',
  missing: 'The database has changed since its ontology was made: refresh the ontology, then ask again.',
  failed: 'Refresh the ontology if the database has changed, or ask in other words.',
}
