import { type Changes, eachChange, type Entities, type Entity, type Table } from './changes.ts'

/**
 * What a step left behind, by table and id; null is gone. Bodies and groups come without `children`: the parent's
 * children are those that name it, in the order of their `order`.
 */
export type Parts = { readonly time?: number } & {
  readonly [T in Table]?: Readonly<Record<string, Entities[T] | null>>
}

export function partsOf(changes: Changes): Parts {
  const parts: Partial<Record<Table, Record<string, Entity | null>>> = {}
  for (const [table, id, , after] of eachChange(changes)) {
    const entries = (parts[table] ??= {})
    entries[id] = after
  }
  // Each table holds its own kind of entity, as in the changes.
  return { ...(changes.time && { time: changes.time[1] }), ...parts } as Parts
}
