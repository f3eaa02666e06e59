import type { Lineage } from '../answer/artifacts.ts'
import type { Ontology } from '../ontology/ontology.ts'
import type { Cell, Dialect } from '../sources/source.ts'
import { toLineage } from './lineage.ts'
import { derivedColumns, type ColumnNames } from './output-columns.ts'
import { readParsed } from './parsed-lineage.ts'
import type { ParsedSelect } from './parsed-sql.ts'
import { parsePolyglot } from './polyglot-parser.ts'
import { parsePostgres } from './postgres-parser.ts'

export type { ColumnNames } from './output-columns.ts'

/** Lineage of any SELECT, read from its text by a parser that is not ours. With parameters, their values stand for them. */
export async function parseLineage(
  sql: string,
  dialect: Dialect,
  ontology: Ontology,
  {
    parameters = [],
    timeZone = 'UTC',
  }: { readonly parameters?: readonly Cell[]; readonly timeZone?: string } = {},
): Promise<Lineage> {
  return toLineage(readParsed(await parse(sql, dialect, parameters), ontology), ontology, timeZone)
}

/** Of each output column of any SELECT, whether it comes from a dataset. */
export async function parseDerivedColumns(sql: string, names: ColumnNames): Promise<readonly boolean[]> {
  return derivedColumns(await parse(sql, names.dialect, []), names)
}

async function parse(sql: string, dialect: Dialect, parameters: readonly Cell[]): Promise<ParsedSelect> {
  return dialect === 'postgres' ? parsePostgres(sql, parameters) : parsePolyglot(sql, dialect, parameters)
}
