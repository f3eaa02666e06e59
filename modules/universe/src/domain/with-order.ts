import type { GroupChild, GroupInput } from './group.ts'
import type { StarInput } from './star.ts'

interface Written {
  readonly stars?: Readonly<Record<string, StarInput>> | undefined
  readonly rootIds?: readonly string[] | undefined
  readonly groups?: Readonly<Record<string, GroupInput>> | undefined
  readonly rootGroupIds?: readonly string[] | undefined
}

/**
 * If a state does not give the order of siblings, it is that of its entries. It is written out as lists, because a
 * store may return the entries of an object in another order, and a log must read back to the same universe.
 */
export function withOrder<T extends Written>(state: T): T {
  const { stars = {}, groups = {} } = state
  const bodies = Map.groupBy(Object.keys(stars), (id) => stars[id]?.parentId ?? null)
  const parents = parentsOfGroups(groups)
  const inner = Map.groupBy(Object.keys(groups), (id) => parents.get(id) ?? null)
  return {
    ...state,
    stars: mapped(stars, (star, id) => ({ ...star, children: star.children ?? bodies.get(id) ?? [] })),
    rootIds: state.rootIds ?? bodies.get(null) ?? [],
    groups: mapped(groups, (group, id) => ({
      ...group,
      parentGroupId: parents.get(id) ?? null,
      children:
        group.children ?? (inner.get(id) ?? []).map((child): GroupChild => ({ id: child, type: 'group' })),
    })),
    rootGroupIds: state.rootGroupIds ?? inner.get(null) ?? [],
  }
}

/** By each group's own field; otherwise by the list of its parent. */
function parentsOfGroups(groups: Readonly<Record<string, GroupInput>>): ReadonlyMap<string, string | null> {
  const parents = new Map<string, string | null>()
  for (const [id, { children = [] }] of Object.entries(groups)) {
    for (const child of children) if (child.type === 'group') parents.set(child.id, id)
  }
  for (const [id, { parentGroupId }] of Object.entries(groups)) {
    if (parentGroupId !== undefined) parents.set(id, parentGroupId)
  }
  return parents
}

function mapped<V>(
  record: Readonly<Record<string, V>>,
  next: (value: V, id: string) => V,
): Record<string, V> {
  const result: Record<string, V> = Object.create(null)
  for (const [id, value] of Object.entries(record)) result[id] = next(value, id)
  return result
}
