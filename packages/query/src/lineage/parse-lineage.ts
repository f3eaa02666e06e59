import type { Lineage } from '../model/built-query.ts'
import type { Ontology } from '../model/ontology.ts'
import type { Cell, Dialect } from '../model/statement.ts'
import { toLineage } from './lineage.ts'
import { derivedColumns, type ColumnNames } from './output-columns.ts'
import { readParsed } from './parsed-lineage.ts'
import type { ParsedSelect } from './parsed-sql.ts'

/** Finds the lineage of any SELECT with an independent parser. Parameters are replaced with their values. */
export async function parseLineage(
  sql: string,
  dialect: Dialect,
  ontology: Ontology,
  {
    parameters = [],
    timeZone = 'UTC',
  }: { readonly parameters?: readonly Cell[]; readonly timeZone?: string } = {},
): Promise<Lineage> {
  const parsed = await parse(sql, dialect, parameters)
  return toLineage(readParsed(parsed, ontology), ontology, timeZone)
}

/** Of each output column of any SELECT, whether it comes from a dataset. */
export async function parseDerivedColumns(sql: string, names: ColumnNames): Promise<readonly boolean[]> {
  return derivedColumns(await parse(sql, names.dialect, []), names)
}

/** Loaded on first use: the parsers are large, and only answers need them. */
async function parse(sql: string, dialect: Dialect, parameters: readonly Cell[]): Promise<ParsedSelect> {
  if (dialect === 'postgres') {
    const { parsePostgres } = await import('./postgres-parser.ts')
    return parsePostgres(sql, parameters)
  }
  const { parsePolyglot } = await import('./polyglot-parser.ts')
  return parsePolyglot(sql, dialect, parameters)
}
