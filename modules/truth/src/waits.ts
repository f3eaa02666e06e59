import type { Waits } from '@quipu/kit'
import type { Truth } from './truth.ts'

/** Entities that may be the same. */
export const possibleDuplicates: Waits<Truth> = {
  needs: 'truth:read',
  list: async ({ browsing }, { caller }, most) => {
    const pairs = await browsing.latestDuplicates(caller)
    return pairs.slice(0, most).map(({ entity, other }) => ({
      kind: 'Possible duplicate',
      title:
        entity.canonical_name === other.canonical_name
          ? entity.canonical_name
          : `${entity.canonical_name} · ${other.canonical_name}`,
      path: `/app/truth/${entity.id}`,
      at: new Date(entity.last_observation_at),
    }))
  },
}
