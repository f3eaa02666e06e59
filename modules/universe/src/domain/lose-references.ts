import type { Table } from './changes.ts'
import type { Draft } from './draft.ts'
import { type Reference, withoutReference } from './references.ts'

/** Removes entities that cannot exist without the removed ones, and the references of all others to them. */
export function loseReferences(draft: Draft, to: Reference['to'], gone: ReadonlySet<string>): void {
  const goneBelts = new Set<string>()
  for (const id of gone) {
    for (const [table, from] of draft.referrersOf(to, id)) {
      if (lose(draft, table, from, to, gone) && table === 'belts') goneBelts.add(from)
    }
  }
  if (goneBelts.size > 0) loseReferences(draft, 'belts', goneBelts)
}

/** Whether it went altogether. */
function lose(
  draft: Draft,
  table: Table,
  id: string,
  to: Reference['to'],
  gone: ReadonlySet<string>,
): boolean {
  const entity = draft.get(table, id)
  if (!entity) return false
  const rest = withoutReference(table, entity, to, gone)
  // An entity of the table it came from.
  draft.set(table, id, rest as never)
  return rest === null
}
