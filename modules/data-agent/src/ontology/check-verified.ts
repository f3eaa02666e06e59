import type { ColumnNames } from '@quipu/query'
import { parseDerivedColumns } from '@quipu/query'
import { admit } from '../sources/admission/read-only.ts'
import { SourceError } from '../sources/source.ts'

/** The columns of the readable tables. */
export type CheckableModel = ColumnNames

/**
 * Why this SQL cannot answer a question, or null. It must be one SELECT over datasets that may be read, and each of its
 * columns must come from them: a column of constants would be an answer without data.
 */
export async function problemOfVerified(sql: string, model: CheckableModel): Promise<string | null> {
  let columns: readonly boolean[]
  try {
    await admit(
      sql,
      model.dialect,
      model.datasets.map(({ path }) => path),
    )
    columns = await parseDerivedColumns(sql, model)
  } catch (error) {
    if (error instanceof SourceError) return error.message
    return 'This is no SELECT that can be checked; write it more simply'
  }
  const invented = columns.indexOf(false)
  if (columns.length === 0) return 'It selects no column of a dataset'
  if (invented === -1) return null
  return `Column ${invented + 1} holds nothing of the data; each column must come from a column of a dataset or count its rows`
}
