import type { Waits } from '@quipu/kit'
import type { Truth } from './truth.ts'

/** Among those that were heard of last; to compare all would take long. */
const mostCompared = 100

/** Entities that may be the same. */
export const possibleDuplicates: Waits<Truth> = {
  needs: 'truth:read',
  list: async (truth, { caller }, most) => {
    const pairs = await truth.latestDuplicates(caller, mostCompared)
    return pairs.slice(0, most).map(({ entityId, name, otherName, at }) => ({
      kind: 'Possible duplicate',
      title: name === otherName ? name : `${name} · ${otherName}`,
      path: `/app/truth/${entityId}`,
      at,
    }))
  },
}
