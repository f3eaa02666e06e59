import type { Db } from '@quipu/kit'
import { sql } from '@quipu/kit'
import type { SnapshotRow } from './entity-store.ts'
import type { SourceRow } from './log-store.ts'
import type { Owner } from './tables.ts'
import { queries } from './tables.ts'

export interface SearchWish {
  /** Folded, as the index has them. The last one may be the beginning of a word. */
  readonly words: readonly string[]
  readonly entityType?: string | undefined
  readonly limit: number
}

/** Of more matches than this, those with the latest observations are ranked. */
const mostRanked = 1000

/** Finds by words and by names that are spelled alike. Equal scores are ordered by id. */
export class SearchStore {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  async find(owner: Owner, wish: SearchWish) {
    const entities = await this.#entities(owner, wish)
    const sources = wish.entityType === undefined ? await this.#sources(owner, wish) : []
    return { entities, sources }
  }

  #entities(
    owner: Owner,
    { words, entityType, limit }: SearchWish,
  ): Promise<(SnapshotRow & { score: number })[]> {
    const name = words.join(' ')
    const query = sql`to_tsquery('simple', ${prefixQuery(words)})`
    const matches = sql<boolean>`(to_tsvector('simple', words) @@ ${query} or name_folded % ${name})`
    const found = queries
      .selectFrom('own_truth_snapshots')
      .selectAll()
      .where('user_id', '=', owner.userId)
      .where(matches)
      .$if(entityType !== undefined, (select) => select.where('entity_type', '=', entityType!))
      .orderBy('last_observation_at', 'desc')
      .orderBy('entity_id')
      .limit(mostRanked)
    const score = sql<number>`round((ts_rank(to_tsvector('simple', words), ${query}) + similarity(name_folded, ${name}))::numeric, 4)::float8`
    const ranked = queries
      .selectFrom(found.as('found'))
      .selectAll()
      .select(score.as('score'))
      .orderBy('score', 'desc')
      .orderBy('entity_id')
      .limit(limit)
    return this.#db.query(owner, ranked)
  }

  #sources(owner: Owner, { words, limit }: SearchWish): Promise<(SourceRow & { score: number })[]> {
    const query = sql`to_tsquery('simple', ${prefixQuery(words)})`
    const vector = sql`to_tsvector('simple', coalesce(text, ''))`
    const found = queries
      .selectFrom('own_truth_sources')
      .selectAll()
      .where('user_id', '=', owner.userId)
      .where(sql<boolean>`${vector} @@ ${query}`)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(limit * 10)
    const ranked = queries
      .selectFrom(found.as('found'))
      .selectAll()
      .select(sql<number>`round(ts_rank(${vector}, ${query})::numeric, 4)::float8`.as('score'))
      .orderBy('score', 'desc')
      .orderBy('id')
      .limit(limit)
    return this.#db.query(owner, ranked)
  }
}

/** Words hold letters and digits only, so none of them means anything to the parser of queries. */
function prefixQuery(words: readonly string[]): string {
  return words.map((word, index) => (index === words.length - 1 ? `${word}:*` : word)).join(' & ')
}
