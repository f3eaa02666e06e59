import type { Entities, Entity, Table } from './changes.ts'

/** A reference from one entity to another, besides the parents that make the trees. */
export interface Reference {
  readonly to: 'stars' | 'groups' | 'belts'
  readonly id: string
  /** Where in the entity. */
  readonly path: string
}

/** Empty for most: bodies rarely refer to anything but their parent. */
export function referencesOf(table: Table, entity: Entity): readonly Reference[] {
  switch (table) {
    case 'stars':
      return ofBody(entity as Entities['stars'])
    case 'smallBodyFields':
      return [{ to: 'stars', id: (entity as Entities['smallBodyFields']).hostStarId, path: 'hostStarId' }]
    case 'protoplanetaryDisks':
      return [
        { to: 'stars', id: (entity as Entities['protoplanetaryDisks']).centralStarId, path: 'centralStarId' },
      ]
    case 'nebulae':
      return ofNebula(entity as Entities['nebulae'])
    case 'belts':
      return ofBelt(entity as Entities['belts'])
    case 'groups':
    case 'members':
      return none
  }
}

/** The entity after its target was removed: null if it cannot exist without it. */
export function withoutReference(
  table: Table,
  entity: Entity,
  to: Reference['to'],
  gone: ReadonlySet<string>,
): Entity | null {
  const lost = referencesOf(table, entity).filter(
    (reference) => reference.to === to && gone.has(reference.id),
  )
  if (lost.length === 0) return entity
  if (lost.some(({ path }) => essential.has(`${table}.${path}`))) return null
  const rest: Record<string, unknown> = { ...entity }
  for (const { path, id } of lost) {
    const field = path.split('.')[0] ?? path
    const list = rest[field]
    if (Array.isArray(list)) rest[field] = list.filter((each) => each !== id)
    else delete rest[field]
  }
  // Only optional fields and members of lists were left out.
  return rest as unknown as Entity
}

const none: readonly Reference[] = []
const essential = new Set([
  'smallBodyFields.hostStarId',
  'protoplanetaryDisks.centralStarId',
  'belts.parentId',
])

function ofBody(body: Entities['stars']): readonly Reference[] {
  const { lagrangePoint, lagrangeHostId, parentBeltId } = body
  if (!lagrangePoint && lagrangeHostId === undefined && parentBeltId === undefined) return none
  const found: Reference[] = []
  if (lagrangePoint) {
    found.push({ to: 'stars', id: lagrangePoint.primaryId, path: 'lagrangePoint.primaryId' })
    found.push({ to: 'stars', id: lagrangePoint.secondaryId, path: 'lagrangePoint.secondaryId' })
  }
  if (lagrangeHostId !== undefined) found.push({ to: 'stars', id: lagrangeHostId, path: 'lagrangeHostId' })
  if (parentBeltId !== undefined) found.push({ to: 'belts', id: parentBeltId, path: 'parentBeltId' })
  return found
}

function ofNebula({ associatedGroupIds = [] }: Entities['nebulae']): readonly Reference[] {
  return associatedGroupIds.map((id, index) => ({ to: 'groups', id, path: `associatedGroupIds.${index}` }))
}

function ofBelt({ parentId, asteroidIds }: Entities['belts']): readonly Reference[] {
  const asteroids = asteroidIds.map((id, index): Reference => ({
    to: 'stars',
    id,
    path: `asteroidIds.${index}`,
  }))
  return [{ to: 'stars', id: parentId, path: 'parentId' }, ...asteroids]
}
