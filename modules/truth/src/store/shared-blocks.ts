import { sql } from '@quipu/kit'
import { inSample } from './samples.ts'
import type { Owner } from './tables.ts'
import { queries } from './tables.ts'

/** A block, and the entities of the wanted types that share both of its words, separated by spaces. */
export interface SharedBlock {
  readonly block: string
  readonly entity_ids: string
}

/** More entities than this in a sample of one in 64 are too many in all. */
const mostInSample = 4

export interface WantedBlocks {
  readonly blocks: readonly string[]
  readonly entityTypes: readonly string[]
  /** A block that more entities share, of whatever type, is left out. */
  readonly most: number
}

/**
 * The blocks that few entities share. A sample is counted first: to find all entities with two frequent words
 * costs as much as there are entities with one of them.
 */
export function sharedBlocks({ userId }: Owner, { blocks, entityTypes, most }: WantedBlocks) {
  // Words contain only letters and digits, so none is an operator. The operator `@@` is written in full so that the store
  // prepares the statement: the words are in a table, so a plan cannot depend on them.
  const holders = sql`from own_truth_snapshots where user_id = ${userId}
    and words operator(pg_catalog.@@) replace(wanted.block, ' ', ' & ')::tsquery`
  const select = sql<SharedBlock>`
    select wanted.block, found.entity_ids from unnest(${blocks}::text[]) as wanted (block)
    cross join lateral (select count(*) as holders from (
      select ${holders} and ${inSample('entity_id', 64)} limit ${mostInSample + 1}) as sampled) as sample
    cross join lateral (
      select count(*) as holders, string_agg(entity_id, ' ') filter (where entity_type = any (${entityTypes})) as entity_ids
      from (select entity_id, entity_type ${holders} and sample.holders <= ${mostInSample} limit ${most + 1}) as held) as found
    where found.holders <= ${most} and found.entity_ids is not null`
  return { compile: () => select.compile(queries) }
}
