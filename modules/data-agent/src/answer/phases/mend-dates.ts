import type { Ontology } from '@quipu/query'
import { datesToCheck, type Reading } from '@quipu/reading'
import type { ResultSet } from '../../sources/source.ts'
import type { Runner } from '../steps/runner.ts'

/**
 * The reading with another date, where nothing was found because no row has the date that was taken. Null where the result stands: rows
 * were found, or some have the date and none in this period.
 */
export async function withDateThatIsSet(
  reading: Reading,
  result: ResultSet,
  question: string,
  ontology: Ontology,
  run: Runner,
): Promise<Reading | null> {
  if (!isNothing(result)) return null
  for (const { probe, instead } of datesToCheck(reading, question, ontology)) {
    const [counts] = instead.length === 0 ? [] : ((await run(probe))?.rows ?? [])
    const [all, set] = (counts ?? []).map(Number)
    if (all === undefined || all === 0 || set !== 0) continue
    for (const other of instead) {
      const found = await run(other.query)
      if (found !== undefined && !isNothing(found)) return other
    }
  }
  return null
}

/** No rows, or one row of nothing but zeros and empty cells. */
function isNothing({ rows }: ResultSet): boolean {
  const [first, ...more] = rows
  return first === undefined || (more.length === 0 && first.every((cell) => cell === null || cell === 0))
}
