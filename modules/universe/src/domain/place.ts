import type { Entities, Entity, Table } from './changes.ts'

/** Where in its tree an entity stands: bodies in one, groups and their members in the other. */
export interface Place {
  readonly tree: 'bodies' | 'groups'
  readonly parent: string | null
  readonly order: number
}

/** Undefined for what stands in no tree. */
export function placeOf(table: Table, entity: Entity): Place | undefined {
  if (table === 'stars') {
    const { parentId, order } = entity as Entities['stars']
    return { tree: 'bodies', parent: parentId, order }
  }
  if (table === 'groups') {
    const { parentGroupId, order } = entity as Entities['groups']
    return { tree: 'groups', parent: parentGroupId, order }
  }
  if (table !== 'members') return undefined
  const { groupId, order } = entity as Entities['members']
  return { tree: 'groups', parent: groupId, order }
}
