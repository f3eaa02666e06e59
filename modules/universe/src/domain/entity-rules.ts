import type { Entities, Entity, Table } from './changes.ts'

export interface ShapeProblem {
  readonly path: string
  readonly message: string
}

/** Rules between several fields of one entity. */
export function shapeProblem(table: Table, entity: Entity): ShapeProblem | undefined {
  switch (table) {
    case 'stars':
      return ofBody(entity as Entities['stars'])
    case 'smallBodyFields':
    case 'protoplanetaryDisks':
    case 'belts': {
      const { innerRadius, outerRadius } = entity as Entities['belts']
      return innerRadius < outerRadius ? undefined : inverted('outerRadius', 'innerRadius')
    }
    case 'groups':
    case 'members':
    case 'nebulae':
      return undefined
  }
}

function ofBody({ id, ring, blackHole, lagrangePoint }: Entities['stars']): ShapeProblem | undefined {
  if (ring && ring.innerRadiusMultiplier >= ring.outerRadiusMultiplier) {
    return inverted('ring.outerRadiusMultiplier', 'innerRadiusMultiplier')
  }
  if (blackHole && blackHole.accretionInnerRadius >= blackHole.accretionOuterRadius) {
    return inverted('blackHole.accretionOuterRadius', 'accretionInnerRadius')
  }
  if (lagrangePoint && (lagrangePoint.primaryId === id || lagrangePoint.secondaryId === id)) {
    return { path: 'lagrangePoint.primaryId', message: 'a Lagrange point lies between two other bodies' }
  }
  return undefined
}

function inverted(path: string, inner: string): ShapeProblem {
  return { path, message: `must be greater than ${inner}` }
}
