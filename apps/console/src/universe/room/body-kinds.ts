import type { BodyType } from '../../api/wire.ts'

/** The initial form values for each kind of body that can be added by hand. */
export interface BodyKind {
  readonly type: BodyType
  readonly words: string
  readonly color: string
  readonly mass: string
  readonly radius: string
  readonly distance: string
}

export const bodyKinds: readonly BodyKind[] = [
  { type: 'planet', words: 'Planet', color: '#6b93d6', mass: '1', radius: '6371', distance: '1' },
  { type: 'moon', words: 'Moon', color: '#b5b1aa', mass: '0.0123', radius: '1737', distance: '0.00257' },
  { type: 'star', words: 'Star', color: '#ffd75e', mass: '1', radius: '695700', distance: '0' },
  { type: 'asteroid', words: 'Asteroid', color: '#8b8680', mass: '0.0001', radius: '200', distance: '2.7' },
  { type: 'comet', words: 'Comet', color: '#a8d8ff', mass: '0', radius: '5', distance: '3' },
  { type: 'blackHole', words: 'Black hole', color: '#f0a050', mass: '10', radius: '30', distance: '0' },
]

export function kindNamed(type: string): BodyKind {
  // Safe: the list is never empty.
  return bodyKinds.find((kind) => kind.type === type) ?? (bodyKinds[0] as BodyKind)
}
