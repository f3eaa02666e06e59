import { sql } from '@quipu/kit'

/**
 * Ids are hashes, so the rows whose id is below a bound are a fair sample. Each of these samples has an index of words of its
 * own, made by migration 005. An index of words gives all its matches at once, however few are wanted.
 */
const samples = [
  { share: 8, entity_id: 'ent_2', source_id: '20000000-0000-0000-0000-000000000000' },
  { share: 64, entity_id: 'ent_04', source_id: '04000000-0000-0000-0000-000000000000' },
  { share: 512, entity_id: 'ent_008', source_id: '00800000-0000-0000-0000-000000000000' },
  { share: 4096, entity_id: 'ent_001', source_id: '00100000-0000-0000-0000-000000000000' },
] as const

export type Share = 1 | (typeof samples)[number]['share']

/** The condition of the sample that has one in so many rows. Written out, so that the plan can use the sample's index. */
export function inSample(id: 'entity_id' | 'source_id', share: Share) {
  const sample = samples.find((one) => one.share === share)
  return sample === undefined ? sql<boolean>`true` : sql<boolean>`${sql.ref(id)} < ${sql.lit(sample[id])}`
}

/** The sample in which matches are counted, and how many are counted there. */
export const probed = 512
export const mostProbed = 400

/** The smallest sample that has enough of the matches, of which so many were counted in the probed one. */
export function shareFor(counted: number): Share {
  if (counted >= mostProbed) return 4096
  const matches = counted * probed
  return samples.findLast(({ share }) => matches / share >= enough)?.share ?? 1
}

const enough = 100
