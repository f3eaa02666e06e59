import type { Lineage } from '../answer/artifacts.ts'
import type { Ontology } from '../ontology/ontology.ts'
import type { Cell, Dialect } from '../sources/source.ts'
import { toLineage } from './lineage.ts'
import { readParsed } from './parsed-lineage.ts'
import { parsePolyglot } from './polyglot-parser.ts'
import { parsePostgres } from './postgres-parser.ts'

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
  const parsed =
    dialect === 'postgres'
      ? await parsePostgres(sql, parameters)
      : await parsePolyglot(sql, dialect, parameters)
  return toLineage(readParsed(parsed, ontology), ontology, timeZone)
}
