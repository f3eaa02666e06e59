import type { CommandOf } from './commands.ts'
import type { Draft } from './draft.ts'
import type { UniverseEvent } from './events.ts'
import { loseReferences } from './lose-references.ts'
import { parseWith } from './parse-with.ts'
import { CommandRefused } from './refusal.ts'
import { defined, patched } from './shape.ts'
import { type Body, type StarPart, starParts } from './star.ts'
import { isAbove, subtreeOf } from './universe-tables.ts'

export function addStar(draft: Draft, { id, payload }: CommandOf<'addStar'>): UniverseEvent[] {
  refuseTaken(draft, id)
  const { parentId } = payload
  if (parentId !== null && !draft.has('stars', parentId)) {
    const message = `There is no body "${parentId}" to be the parent; add it first or give null.`
    throw new CommandRefused('parentNotFound', message, { path: 'payload.parentId', ids: [parentId] })
  }
  draft.set('stars', id, { ...defined(payload), id, order: draft.last() })
  return [{ type: 'starAdded', id }]
}

export function updateStar(draft: Draft, { id, payload }: CommandOf<'updateStar'>): UniverseEvent[] {
  const body = bodyOf(draft, id, 'id')
  const { ring, comet, lagrangePoint, blackHole, roguePlanet, ...plain } = payload
  // A patch of the body's own fields; null leaves an optional one out.
  let next: Body = patched(body, plain as never)
  const parts = { ring, comet, lagrangePoint, blackHole, roguePlanet }
  for (const part of partNames) {
    const patch = parts[part]
    if (patch !== undefined) next = withPart(next, part, patch, `payload.${part}`)
  }
  draft.set('stars', id, next)
  return [{ type: 'starUpdated', id }]
}

export function removeStar(draft: Draft, { id }: CommandOf<'removeStar'>): UniverseEvent[] {
  bodyOf(draft, id, 'id')
  const removedIds = subtreeOf(draft, id)
  const gone = new Set(removedIds)
  for (const each of removedIds) {
    draft.set('stars', each, null)
    if (draft.has('members', each)) draft.set('members', each, null)
  }
  loseReferences(draft, 'stars', gone)
  return [{ type: 'starRemoved', id, removedIds }]
}

export function attachStar(draft: Draft, { childId, parentId }: CommandOf<'attachStar'>): UniverseEvent[] {
  const child = draft.get('stars', childId)
  if (!child) throw attachFailed('notFound', `There is no body "${childId}".`, 'childId', childId)
  if (!draft.has('stars', parentId)) {
    throw attachFailed('notFound', `There is no body "${parentId}".`, 'parentId', parentId)
  }
  if (isAbove(draft, 'stars', childId, parentId)) {
    throw attachFailed(
      'cycle',
      `"${parentId}" is "${childId}" or below it; a body cannot orbit itself.`,
      'parentId',
      parentId,
    )
  }
  draft.set('stars', childId, { ...child, parentId, order: draft.last() })
  const left = draft.get('members', childId)
  if (!left) return [{ type: 'starAttached', childId, parentId }]
  draft.set('members', childId, null)
  return [{ type: 'starAttached', childId, parentId, leftGroupId: left.groupId }]
}

export function detachStar(draft: Draft, { childId }: CommandOf<'detachStar'>): UniverseEvent[] {
  const child = bodyOf(draft, childId, 'childId')
  if (child.parentId === null) {
    const details = { detail: 'notAttached', path: 'childId', ids: [childId] } as const
    throw new CommandRefused('detachFailed', `"${childId}" has no parent already.`, details)
  }
  draft.set('stars', childId, { ...child, parentId: null, order: draft.last() })
  return [{ type: 'starDetached', childId }]
}

export function updateRing(draft: Draft, { planetId, patch }: CommandOf<'updateRing'>): UniverseEvent[] {
  draft.set('stars', planetId, withPart(bodyOf(draft, planetId, 'planetId'), 'ring', patch, 'patch'))
  return [{ type: 'ringUpdated', planetId }]
}

export function removeRing(draft: Draft, { planetId }: CommandOf<'removeRing'>): UniverseEvent[] {
  const { ring, ...rest } = bodyOf(draft, planetId, 'planetId')
  if (!ring)
    throw new CommandRefused('ringNotFound', `"${planetId}" has no ring.`, {
      path: 'planetId',
      ids: [planetId],
    })
  draft.set('stars', planetId, rest)
  return [{ type: 'ringRemoved', planetId }]
}

/** Bodies and groups share one space of ids, so that a group's child is named by its id alone. */
export function refuseTaken(draft: Draft, id: string): void {
  const kind = draft.has('stars', id) ? 'body' : draft.has('groups', id) ? 'group' : undefined
  if (kind)
    throw new CommandRefused('idTaken', `There is a ${kind} "${id}" already; choose another id.`, {
      path: 'id',
      ids: [id],
    })
}

export function bodyOf(draft: Draft, id: string, path: string): Body {
  const body = draft.get('stars', id)
  if (!body) throw new CommandRefused('starNotFound', `There is no body "${id}".`, { path, ids: [id] })
  return body
}

const partNames = Object.keys(starParts) as readonly StarPart[]

/** A new part gets its defaults; an existing one keeps the fields that the patch does not name. */
function withPart(body: Body, part: StarPart, patch: object | null, path: string): Body {
  const { [part]: current, ...rest } = body
  if (patch === null) return rest
  const merged = patched<object>(current ?? {}, patch)
  return { ...body, [part]: parseWith<object>(starParts[part], merged, path) }
}

function attachFailed(
  detail: 'notFound' | 'cycle',
  message: string,
  path: string,
  id: string,
): CommandRefused {
  return new CommandRefused('attachFailed', message, { detail, path, ids: [id] })
}
