import { parseLineage, sameLineage, type BuiltQuery, type Lineage, type Ontology } from '@quipu/query'
import { notRun, passed, wrong } from './prober.ts'
import type { Finding } from './prober.ts'

/** The shown lineage must equal the one that another parser finds in the SQL that ran. */
export async function checkLineage(
  { statement, lineage }: BuiltQuery,
  ontology: Ontology,
  timeZone: string,
): Promise<Finding> {
  let parsed: Lineage
  try {
    parsed = await parseLineage(statement.sql, ontology.dialect, ontology, {
      parameters: statement.parameters,
      timeZone,
    })
  } catch {
    return notRun(
      'lineage',
      'Whether the lineage is that of the SQL',
      'the second parser does not know this statement',
    )
  }
  if (sameLineage(lineage, parsed))
    return passed('lineage', 'The lineage is what a second parser reads out of the SQL.')
  return wrong(
    'lineage',
    'failed',
    'The lineage shown differs from what a second parser reads out of the SQL.',
  )
}
