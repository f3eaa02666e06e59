import type { Table } from './changes.ts'
import type { Group, GroupChild } from './group.ts'
import type { ProtoplanetaryDisk, SmallBodyField } from './scenery.ts'
import type { Star } from './star.ts'
import { rootOf, type UniverseReader } from './universe-tables.ts'
import type { UniverseState } from './universe-state.ts'

/** The reader and the ids of all that it holds. */
export interface Listing extends UniverseReader {
  ids(table: Table): Iterable<string>
}

/** The shape that clients see; roots and groups at the top are those without parent. */
export function publicState(universe: Listing): UniverseState {
  return {
    stars: record(universe.ids('stars'), (id) => starOf(universe, id)),
    rootIds: [...universe.childrenOf(null)],
    groups: record(universe.ids('groups'), (id) => groupOf(universe, id)),
    rootGroupIds: [...universe.groupChildrenOf(null)],
    belts: record(universe.ids('belts'), (id) => universe.get('belts', id)),
    smallBodyFields: record(universe.ids('smallBodyFields'), (id) => fieldOf(universe, id)),
    protoplanetaryDisks: record(universe.ids('protoplanetaryDisks'), (id) => diskOf(universe, id)),
    nebulae: record(universe.ids('nebulae'), (id) => universe.get('nebulae', id)),
    time: universe.time,
  }
}

function starOf(universe: UniverseReader, id: string): Star | undefined {
  const body = universe.get('stars', id)
  if (!body) return undefined
  const { order: _, ...star } = body
  return { ...star, children: [...universe.childrenOf(id)] }
}

function groupOf(universe: UniverseReader, id: string): Group | undefined {
  const entity = universe.get('groups', id)
  if (!entity) return undefined
  const { order: _, ...group } = entity
  const children = universe
    .groupChildrenOf(id)
    .map((child): GroupChild => ({ id: child, type: universe.has('groups', child) ? 'group' : 'system' }))
  return { ...group, children }
}

function fieldOf(universe: UniverseReader, id: string): SmallBodyField | undefined {
  const field = universe.get('smallBodyFields', id)
  return field && { ...field, systemId: rootOf(universe, field.hostStarId) }
}

function diskOf(universe: UniverseReader, id: string): ProtoplanetaryDisk | undefined {
  const disk = universe.get('protoplanetaryDisks', id)
  return disk && { ...disk, systemId: rootOf(universe, disk.centralStarId) }
}

function record<T>(ids: Iterable<string>, entry: (id: string) => T | undefined): Record<string, T> {
  const result: Record<string, T> = Object.create(null)
  for (const id of ids) {
    const found = entry(id)
    if (found) result[id] = found
  }
  return result
}
