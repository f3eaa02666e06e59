import type { Entities, Table } from './changes.ts'
import type { Reference } from './references.ts'

/** What rules read: a model, or a model with changes that are not made yet. */
export interface UniverseReader {
  readonly time: number
  /** The number that the next sibling gets. */
  readonly order: number
  get<T extends Table>(table: T, id: string): Entities[T] | undefined
  has(table: Table, id: string): boolean
  size(table: Table): number
  /** Of a body, in order; null for the roots. */
  childrenOf(id: string | null): readonly string[]
  /** Systems and groups of a group, in order; null for the groups at the top. */
  groupChildrenOf(id: string | null): readonly string[]
  /** The entities that refer to it, besides its children and members. */
  referrersOf(to: Reference['to'], id: string): readonly (readonly [Table, string])[]
}

/** The body and all below it, parents first. */
export function subtreeOf(universe: UniverseReader, id: string): string[] {
  const found = [id]
  for (let index = 0; index < found.length; index++) {
    for (const child of universe.childrenOf(found[index] ?? id)) found.push(child)
  }
  return found
}

/** The root of the system that a body is in. */
export function rootOf(universe: UniverseReader, id: string): string {
  let at = id
  for (let steps = universe.size('stars'); steps >= 0; steps--) {
    const parent = universe.get('stars', at)?.parentId
    if (parent === null || parent === undefined) return at
    at = parent
  }
  return at
}

/** Whether `id` is `from` or above it. */
export function isAbove(
  universe: UniverseReader,
  kind: 'stars' | 'groups',
  id: string,
  from: string,
): boolean {
  let at: string | null | undefined = from
  for (let steps = universe.size(kind); at !== null && at !== undefined && steps >= 0; steps--) {
    if (at === id) return true
    at = kind === 'stars' ? universe.get('stars', at)?.parentId : universe.get('groups', at)?.parentGroupId
  }
  return false
}
