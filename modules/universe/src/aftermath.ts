import { type Changes, eachChange, type Entity } from './domain/changes.ts'
import { Model, type Snapshot } from './domain/model.ts'
import type { Held } from './models.ts'
import type { Applied, Counts, Entry } from './service/universe-service.ts'

/** How many there are after a step, from how many there were. */
export function countsAfter(counts: Counts, changes: Changes): Counts {
  const next: Record<string, number> = { ...counts }
  for (const [table, , before, after] of eachChange(changes)) {
    const were = next[table]
    if (were !== undefined) next[table] = were + (after === null ? 0 : 1) - (before === null ? 0 : 1)
  }
  // The same fields with other numbers.
  return next as unknown as Counts
}

/** A model after a step that it has not followed yet. */
export function snapshotAfter(model: Model, changes: Changes): Snapshot {
  const snapshot = model.snapshot()
  for (const [table, id, , after] of eachChange(changes)) {
    // `snapshot()` made these records for this caller.
    const entities = snapshot[table] as Record<string, Entity>
    if (after === null) delete entities[id]
    else entities[id] = after
  }
  return {
    ...snapshot,
    time: changes.time?.[1] ?? snapshot.time,
    order: changes.order?.[1] ?? snapshot.order,
  }
}

/** What came of a step. Its model is a copy, made when someone asks for it, since most do not. */
export class After implements Applied {
  readonly entry: Entry
  readonly #held: Held
  readonly #changes: Changes
  #model: Model | undefined

  constructor(entry: Entry, held: Held, changes: Changes) {
    this.entry = entry
    this.#held = held
    this.#changes = changes
  }

  get model(): Model {
    if (this.#model !== undefined) return this.#model
    if (this.#held.revision !== this.entry.revision - 1)
      throw new Error('The model of a step is read within the call that took it')
    return (this.#model = Model.restore(snapshotAfter(this.#held.model, this.#changes)))
  }
}
