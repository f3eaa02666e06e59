import { sql } from '@quipu/kit'
import { inSample } from './samples.ts'
import type { Owner } from './tables.ts'
import { queries } from './tables.ts'

/** More entities than this in a sample of one in 64 are too many in all. */
const mostInSample = 4

/**
 * Entities that share both words of a block. Of a block that more than `most` share it selects `most + 1`, or none if a
 * sample shows it: to find all entities with two frequent words costs as much as there are entities with one of them.
 */
export function sharingBlocks({ userId }: Owner, blocks: readonly string[], most: number) {
  const holding = (query: ReturnType<typeof sql>) =>
    queries
      .selectFrom('own_truth_snapshots')
      .select('entity_id')
      .where('user_id', '=', userId)
      .where(sql<boolean>`words @@ ${query}`)
  const countInSample = (query: ReturnType<typeof sql>) => {
    const some = holding(query)
      .where(inSample('entity_id', 64))
      .limit(mostInSample + 1)
    return queries.selectFrom(some.as('some')).select(sql<number>`count(*)`.as('count'))
  }
  const words = [...new Set(blocks.flatMap((block) => block.split(' ')))]
  // Words contain only letters and digits, so none is an operator.
  const both = sql`replace(wanted.block, ' ', ' & ')::tsquery`
  const areFrequent = sql`split_part(wanted.block, ' ', 1) in (select word from frequent)
    and split_part(wanted.block, ' ', 2) in (select word from frequent)`
  return queries
    .with(
      (cte) => cte('frequent').materialized(),
      (db) =>
        db
          .selectFrom(sql<{ word: string }>`unnest(${words}::text[])`.as<'given'>(sql`given (word)`))
          .select('word')
          .where(countInSample(sql`word::tsquery`), '>', mostInSample),
    )
    .selectFrom(sql<{ block: string }>`unnest(${blocks}::text[])`.as<'wanted'>(sql`wanted (block)`))
    .innerJoinLateral(
      () =>
        queries
          .selectNoFrom(
            sql<number>`case when ${areFrequent} then (${countInSample(both)}) else 0 end`.as('count'),
          )
          .as('sample'),
      (join) => join.onTrue(),
    )
    .innerJoinLateral(
      () =>
        holding(both)
          .where(sql<number>`sample.count`, '<=', mostInSample)
          .limit(most + 1)
          .as('found'),
      (join) => join.onTrue(),
    )
    .select(['wanted.block', 'found.entity_id'])
}
