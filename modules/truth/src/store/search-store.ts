import type { Db } from '@quipu/kit'
import { sql } from '@quipu/kit'
import type { SourceHead } from './log-store.ts'
import { sourceHeadColumns } from './log-store.ts'
import type { SnapshotRow } from './snapshot-row.ts'
import { snapshotColumns, snapshotFrom } from './snapshot-row.ts'
import type { Owner } from './tables.ts'
import { queries } from './tables.ts'

export interface SearchQuery {
  /** Folded, as in the index. The last one may be the beginning of a word. */
  readonly words: readonly string[]
  readonly entityType?: string | undefined
  readonly limit: number
}

/** If there are more matches, only those with the latest observations are ranked. */
const mostRanked = 1000

type Ranked = SnapshotRow & { score: number }

/** Finds by words and by similar names. Equal scores are ordered by id. */
export class SearchStore {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  async find(owner: Owner, query: SearchQuery) {
    const entities = await this.#found(owner, query)
    const sources = query.entityType === undefined ? await this.#sources(owner, query) : []
    return { entities, sources }
  }

  /** Similar names only if the words are not in enough entities: each candidate must be compared, and there are many. */
  async #found(owner: Owner, query: SearchQuery): Promise<readonly Ranked[]> {
    const exact = await this.#entities(owner, query, 'words')
    return exact.length < query.limit ? this.#entities(owner, query, 'words or names') : exact
  }

  async #entities(
    owner: Owner,
    { words, entityType, limit }: SearchQuery,
    by: 'words' | 'words or names',
  ): Promise<readonly Ranked[]> {
    const name = words.join(' ')
    const query = sql`to_tsquery('simple', ${prefixQuery(words)})`
    const found = queries
      .selectFrom('own_truth_snapshots')
      .select(['entity_id', 'name_folded', 'words'])
      .where('user_id', '=', owner.userId)
      .where(
        by === 'words'
          ? sql<boolean>`words @@ ${query}`
          : sql<boolean>`(words @@ ${query} or name_folded % ${name})`,
      )
      .$if(entityType !== undefined, (select) => select.where('entity_type', '=', entityType!))
      // The order of an index, so that a frequent word ends as soon as there are enough.
      .orderBy('last_observation_at', 'desc')
      .orderBy('entity_id', 'desc')
      .limit(mostRanked)
    const score = sql<number>`round((ts_rank(words::tsvector, ${query}) + similarity(name_folded, ${name}))::numeric, 4)::float8`
    const best = queries
      .selectFrom(found.as('found'))
      .select(['entity_id', score.as('score')])
      .orderBy('score', 'desc')
      .orderBy('entity_id')
      .limit(limit)
    const ranked = queries
      .selectFrom(best.as('best'))
      .innerJoin('truth_snapshots as s', 's.entity_id', 'best.entity_id')
      .select(snapshotColumns.map((column) => `s.${column}` as const))
      .select('best.score')
      .where('s.user_id', '=', owner.userId)
      .orderBy('best.score', 'desc')
      .orderBy('best.entity_id')
    return (await this.#db.query(owner, ranked)).map(snapshotFrom)
  }

  #sources(owner: Owner, { words, limit }: SearchQuery): Promise<(SourceHead & { score: number })[]> {
    const query = sql`to_tsquery('simple', ${prefixQuery(words)})`
    // Planned apart: joined with a table under row-level security, the words would come after its policy, without their index.
    const matching = queries.with(
      (cte) => cte('matching').materialized(),
      (db) =>
        db
          .selectFrom('own_truth_source_words')
          .select(['source_id', 'words'])
          .where('user_id', '=', owner.userId)
          .where(sql<boolean>`words @@ ${query}`),
    )
    const found = matching
      .selectFrom('matching as w')
      .innerJoin('truth_sources as s', 's.id', 'w.source_id')
      .select(sourceHeadColumns.map((column) => `s.${column}` as const))
      .select('w.words')
      .where('s.user_id', '=', owner.userId)
      .orderBy('s.created_at', 'desc')
      .orderBy('s.id')
      .limit(limit * 10)
    const ranked = queries
      .selectFrom(found.as('found'))
      .select(sourceHeadColumns)
      .select(sql<number>`round(ts_rank(words::tsvector, ${query})::numeric, 4)::float8`.as('score'))
      .orderBy('score', 'desc')
      .orderBy('id')
      .limit(limit)
    return this.#db.query(owner, ranked)
  }
}

/** Words contain only letters and digits, so none is an operator of the query parser. */
function prefixQuery(words: readonly string[]): string {
  return words.map((word, index) => (index === words.length - 1 ? `${word}:*` : word)).join(' & ')
}
