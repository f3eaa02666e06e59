import { type Changes, eachChange, type Entities, type Entity, type Table } from './changes.ts'

/**
 * The values after a step, by table and id; null for removed ones. Bodies and groups have no `children`: the children
 * of a parent are those that name it, sorted by their `order`.
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
