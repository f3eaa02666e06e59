import { type Entities, type Table, tables } from './changes.ts'
import type { Draft } from './draft.ts'
import type { UniverseEvent } from './events.ts'
import { Model } from './model.ts'
import { modelOf, refuseInconsistent } from './model-of.ts'
import type { StateInput } from './universe-state.ts'

/** Replaces the whole universe; the time stays unless it is given. */
export function replaceSnapshot(draft: Draft, snapshot: StateInput): UniverseEvent[] {
  const next = Model.restore(modelOf(snapshot, 'snapshot', draft))
  refuseInconsistent(next, snapshot, 'snapshot')
  for (const table of tables) replaceTable(draft, table, next)
  draft.time = next.time
  draft.order = next.order
  return [{ type: 'snapshotReplaced', stars: next.size('stars') }]
}

function replaceTable<T extends Table>(draft: Draft, table: T, next: Model): void {
  const all = [...draft.ids(table)]
  for (const id of all) if (!next.has(table, id)) draft.set(table, id, null)
  for (const id of next.ids(table)) {
    const entity: Entities[T] | undefined = next.get(table, id)
    if (entity) draft.set(table, id, entity)
  }
}
