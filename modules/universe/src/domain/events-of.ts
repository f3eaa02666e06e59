import { type Changes, eachChange, type Entities, type Entity, type Table } from './changes.ts'
import type { UniverseEvent } from './events.ts'

/** What changes amount to, in the words of events: for steps that no command describes. */
export function eventsOf(changes: Changes): UniverseEvent[] {
  const events: UniverseEvent[] = changes.time ? [{ type: 'timeSet', time: changes.time[1] }] : []
  const removedIds: string[] = []
  for (const [table, id, before, after] of eachChange(changes)) {
    if (table === 'stars' && !after) removedIds.push(id)
    else events.push(...eventOf(table, id, before, after))
  }
  const [id] = removedIds
  if (id !== undefined) events.push({ type: 'starRemoved', id, removedIds })
  return events
}

const one = {
  belts: 'belt',
  smallBodyFields: 'smallBodyField',
  protoplanetaryDisks: 'protoplanetaryDisk',
  nebulae: 'nebula',
} as const

function eventOf(table: Table, id: string, before: Entity | null, after: Entity | null): UniverseEvent[] {
  if (table === 'stars') return [ofBody(id, before as Entities['stars'] | null, after as Entities['stars'])]
  if (table === 'groups')
    return [ofGroup(id, before as Entities['groups'] | null, after as Entities['groups'] | null)]
  if (table === 'members') {
    return [
      {
        type: 'movedToGroup',
        childId: id,
        targetGroupId: (after as Entities['members'] | null)?.groupId ?? null,
      },
    ]
  }
  return [{ type: `${one[table]}${!before ? 'Added' : after ? 'Updated' : 'Removed'}`, id }]
}

function ofBody(id: string, before: Entities['stars'] | null, after: Entities['stars']): UniverseEvent {
  if (!before) return { type: 'starAdded', id }
  if (before.parentId === after.parentId) return { type: 'starUpdated', id }
  if (after.parentId === null) return { type: 'starDetached', childId: id }
  return { type: 'starAttached', childId: id, parentId: after.parentId }
}

function ofGroup(
  id: string,
  before: Entities['groups'] | null,
  after: Entities['groups'] | null,
): UniverseEvent {
  if (!after) return { type: 'groupRemoved', id, promotedIds: [] }
  if (!before) return { type: 'groupAdded', id }
  if (before.parentGroupId === after.parentGroupId) return { type: 'groupUpdated', id }
  return { type: 'movedToGroup', childId: id, targetGroupId: after.parentGroupId }
}
