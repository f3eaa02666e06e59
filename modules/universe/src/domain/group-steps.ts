import type { CommandOf } from './commands.ts'
import type { Draft } from './draft.ts'
import type { UniverseEvent } from './events.ts'
import type { GroupChild, GroupEntity } from './group.ts'
import { loseReferences } from './lose-references.ts'
import { CommandRefused } from './refusal.ts'
import { defined, patched } from './shape.ts'
import { bodyOf, refuseTaken } from './star-steps.ts'
import { isAbove } from './universe-tables.ts'

export function addGroup(draft: Draft, { id, payload }: CommandOf<'addGroup'>): UniverseEvent[] {
  refuseTaken(draft, id)
  const { children, ...group } = defined(payload)
  if (group.parentGroupId !== null) groupOf(draft, group.parentGroupId, 'payload.parentGroupId')
  draft.set('groups', id, { ...group, id, order: draft.last() })
  children.forEach((child, index) => putInto(draft, id, child, `payload.children.${index}`))
  return [{ type: 'groupAdded', id }]
}

export function updateGroup(draft: Draft, { id, payload }: CommandOf<'updateGroup'>): UniverseEvent[] {
  draft.set('groups', id, patched<GroupEntity>(groupOf(draft, id, 'id'), payload))
  return [{ type: 'groupUpdated', id }]
}

/** Its members move to its parent, in the same order. */
export function removeGroup(draft: Draft, { id }: CommandOf<'removeGroup'>): UniverseEvent[] {
  const { parentGroupId } = groupOf(draft, id, 'id')
  const promotedIds = draft.groupChildrenOf(id)
  for (const child of promotedIds) place(draft, child, parentGroupId)
  draft.set('groups', id, null)
  loseReferences(draft, 'groups', new Set([id]))
  return [{ type: 'groupRemoved', id, promotedIds }]
}

export function addToGroup(draft: Draft, { groupId, child }: CommandOf<'addToGroup'>): UniverseEvent[] {
  groupOf(draft, groupId, 'groupId')
  putInto(draft, groupId, child, 'child')
  return [{ type: 'childAddedToGroup', groupId, childId: child.id }]
}

export function removeFromGroup(
  draft: Draft,
  { groupId, childId }: CommandOf<'removeFromGroup'>,
): UniverseEvent[] {
  groupOf(draft, groupId, 'groupId')
  if (groupOfChild(draft, childId) !== groupId) {
    const message = `"${childId}" is not in the group "${groupId}".`
    throw new CommandRefused('childNotInGroup', message, { path: 'childId', ids: [childId] })
  }
  place(draft, childId, null)
  return [{ type: 'childRemovedFromGroup', groupId, childId }]
}

export function moveToGroup(draft: Draft, command: CommandOf<'moveToGroup'>): UniverseEvent[] {
  const { childId, childType, targetGroupId } = command
  refuseOther(draft, { id: childId, type: childType }, 'childId')
  if (targetGroupId !== null) {
    groupOf(draft, targetGroupId, 'targetGroupId')
    refuseCycle(draft, childId, targetGroupId, 'targetGroupId')
  }
  if (targetGroupId !== null || groupOfChild(draft, childId) !== null) place(draft, childId, targetGroupId)
  return [{ type: 'movedToGroup', childId, targetGroupId }]
}

function putInto(draft: Draft, groupId: string, child: GroupChild, path: string): void {
  refuseOther(draft, child, `${path}.id`)
  const current = groupOfChild(draft, child.id)
  if (current !== null) {
    const message = `"${child.id}" is in the group "${current}" already; use moveToGroup.`
    throw new CommandRefused('childAlreadyInGroup', message, { path: `${path}.id`, ids: [child.id, current] })
  }
  refuseCycle(draft, child.id, groupId, `${path}.id`)
  place(draft, child.id, groupId)
}

/** Last among the children of its group; null is the top for a group and no group at all for a system. */
function place(draft: Draft, childId: string, groupId: string | null): void {
  const group = draft.get('groups', childId)
  if (group) draft.set('groups', childId, { ...group, parentGroupId: groupId, order: draft.last() })
  else if (groupId === null) draft.set('members', childId, null)
  else draft.set('members', childId, { groupId, type: 'system', order: draft.last() })
}

function groupOfChild(draft: Draft, id: string): string | null {
  return draft.get('groups', id)?.parentGroupId ?? draft.get('members', id)?.groupId ?? null
}

function groupOf(draft: Draft, id: string, path: string): GroupEntity {
  const group = draft.get('groups', id)
  if (!group) throw new CommandRefused('groupNotFound', `There is no group "${id}".`, { path, ids: [id] })
  return group
}

/** A child must have the type that is given for it. */
function refuseOther(draft: Draft, { id, type }: GroupChild, path: string): void {
  if (type === 'group') {
    groupOf(draft, id, path)
    return
  }
  const { parentId } = bodyOf(draft, id, path)
  if (parentId === null) return
  const message = `"${id}" belongs to "${parentId}"; only a body without parent is a system.`
  throw new CommandRefused('moveToGroupFailed', message, { detail: 'notASystem', path, ids: [id] })
}

function refuseCycle(draft: Draft, childId: string, groupId: string, path: string): void {
  if (!draft.has('groups', childId) || !isAbove(draft, 'groups', childId, groupId)) return
  const message = `"${groupId}" is "${childId}" or inside it; a group cannot hold itself.`
  throw new CommandRefused('moveToGroupFailed', message, { detail: 'cycle', path, ids: [childId] })
}
