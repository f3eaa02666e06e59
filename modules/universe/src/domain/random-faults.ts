import type { Seeded } from './seeded.ts'

/** The command with one fault that its schema must see. */
export function spoiled(command: Record<string, unknown>, random: Seeded): Record<string, unknown> {
  switch (random.below(7)) {
    case 0:
      return { ...command, type: 'explode' }
    case 1:
      return { ...command, surprise: 1 }
    case 2:
      return { type: 'tick', dt: random.pick(['1', Number.NaN, Number.POSITIVE_INFINITY, null]) }
    case 3:
      return { type: 'removeStar', id: random.pick(['__proto__', 'constructor', '', 'a b', 7]) }
    case 4:
      return {
        type: 'updateStar',
        id: 'body-1',
        payload: random.pick([{ parentId: 'body-2' }, { id: 'x' }, { children: [] }]),
      }
    case 5:
      return { type: 'addStar', id: 'body-1' }
    default:
      return {
        type: 'updateStar',
        id: 'body-1',
        payload: { mass: random.pick(['heavy', -1, Number.NaN, [1]]) },
      }
  }
}
