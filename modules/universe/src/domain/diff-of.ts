import { type Change, type Changes, type Entity, type Table, tables } from './changes.ts'
import type { Model } from './model.ts'
import { same } from './same.ts'

/** What lies between two models, as if one step had done it: for steps whose changes were too large to keep. */
export function diffOf(before: Model, after: Model): Changes {
  const result: Partial<Record<Table, Record<string, Change<Entity>>>> = {}
  for (const table of tables) {
    const entries: Record<string, Change<Entity>> = Object.create(null)
    for (const id of new Set([...before.ids(table), ...after.ids(table)])) {
      const was = before.get(table, id) ?? null
      const is = after.get(table, id) ?? null
      if (!same(was, is)) entries[id] = [was, is]
    }
    if (Object.keys(entries).length > 0) result[table] = entries
  }
  return {
    ...(before.time !== after.time && { time: [before.time, after.time] as const }),
    ...(before.order !== after.order && { order: [before.order, after.order] as const }),
    // Each table holds its own kind of entity.
    tables: result as Changes['tables'],
  }
}
