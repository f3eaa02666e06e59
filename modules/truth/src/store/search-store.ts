import type { Db } from '@quipu/kit'
import { sql } from '@quipu/kit'
import { possibleIdentifiers } from '../model/normal-forms.ts'
import type { SourceHead } from './log-store.ts'
import { sourceHeadColumns } from './log-store.ts'
import type { Share } from './samples.ts'
import { inSample, mostProbed, probed, shareFor } from './samples.ts'
import type { SnapshotRow } from './snapshot-row.ts'
import { snapshotColumns, snapshotFrom } from './snapshot-row.ts'
import type { Owner } from './tables.ts'
import { among, queries } from './tables.ts'

export interface SearchQuery {
  /** Folded, as in the index. The last one may be the beginning of a word. */
  readonly words: readonly string[]
  readonly entityType?: string | undefined
  readonly limit: number
}

/** A query with the words that an entity must have, as text for the store. */
interface WordQuery extends SearchQuery {
  readonly text: string
}

/** How many matches are compared with the query, because each costs time: those with the words in their names, then the latest. */
const mostRanked = 200
/** How many of the latest entities are looked through if only a sample of the matches is read. */
const latestLookedAt = 300

/**
 * How similar a name must be, from 0 to 1. One typing error in a name of two words leaves about 0.7. The index has many
 * candidates for little similarity, so that is asked for only if nothing else was found.
 */
const closeSimilarity = 0.5
const looseSimilarity = 0.3

type Ranked = SnapshotRow & { score: number }
type FoundEntities = ReturnType<typeof entitiesOf>

/** Finds by words and by similar names. Of equal scores the latest come first. */
export class SearchStore {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  async find(owner: Owner, query: SearchQuery) {
    const entities = await this.#entities(owner, query)
    const sources = query.entityType === undefined ? await this.#sources(owner, query) : []
    return { entities, sources }
  }

  /**
   * Similar names only if the words are not in enough entities: each candidate must be compared, and there are many. With one
   * word misspelled, the others still find the entity, and for less than names with little similarity.
   */
  async #entities(owner: Owner, given: SearchQuery): Promise<readonly Ranked[]> {
    const query = { ...given, text: allOf(given.words) }
    const exact = await this.#withWords(owner, query)
    if (exact.length === query.limit) return exact
    const alike = await this.#alike(owner, query, closeSimilarity)
    if (alike.length > 0) return alike
    const most =
      query.words.length === 1 ? [] : await this.#withWords(owner, { ...query, text: allButOne(query.words) })
    return most.length > 0 ? most : this.#alike(owner, query, looseSimilarity)
  }

  /** Of many matches only some. */
  async #withWords(owner: Owner, query: WordQuery): Promise<readonly Ranked[]> {
    const share = await this.#shareOfEntities(owner, query)
    const sampled = share === 1 ? [] : await this.#rank(owner, query, sampleOf(owner, query, share))
    return sampled.length === query.limit
      ? sampled
      : this.#rank(owner, query, entitiesWithWords(owner, query))
  }

  /** With these words, or with a name at least as similar as that. */
  #alike(owner: Owner, query: WordQuery, similarity: number): Promise<readonly Ranked[]> {
    return this.#db.transaction(owner, async (tx) => {
      const setting = sql`set_config('pg_trgm.similarity_threshold', ${String(similarity)}, true)`
      await tx.query(queries.selectNoFrom(setting.as('set')))
      return (await tx.query(rankedOf(owner, query, withSimilarName(owner, query)))).map(snapshotFrom)
    })
  }

  async #shareOfEntities(owner: Owner, query: WordQuery): Promise<Share> {
    const some = entitiesWithWords(owner, query).where(inSample('entity_id', probed)).limit(mostProbed)
    const count = queries.selectFrom(some.as('some')).select(sql<number>`count(*)`.as('counted'))
    return shareFor((await this.#db.query(owner, count))[0]?.counted ?? 0)
  }

  async #rank(owner: Owner, query: WordQuery, found: FoundEntities): Promise<readonly Ranked[]> {
    return (await this.#db.query(owner, rankedOf(owner, query, found))).map(snapshotFrom)
  }

  async #sources(owner: Owner, given: SearchQuery): Promise<readonly (SourceHead & { score: number })[]> {
    const query = { ...given, text: allOf(given.words) }
    const some = sourcesWithWords(owner, query).where(inSample('source_id', probed)).limit(mostProbed)
    const count = queries.selectFrom(some.as('some')).select(sql<number>`count(*)`.as('counted'))
    const share = shareFor((await this.#db.query(owner, count))[0]?.counted ?? 0)
    const sampled = share === 1 ? [] : await this.#rankSources(owner, query, share)
    return sampled.length === query.limit ? sampled : this.#rankSources(owner, query, 1)
  }

  #rankSources(owner: Owner, query: WordQuery, share: Share): Promise<(SourceHead & { score: number })[]> {
    const { text, limit } = query
    // Planned apart: joined with a table under row-level security, the words would come after its policy, without their index.
    const matching = queries.with(
      (cte) => cte('matching').materialized(),
      () => sourcesWithWords(owner, query).where(inSample('source_id', share)),
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
      .select(sql<number>`round(ts_rank(words::tsvector, ${asQuery(text)})::numeric, 4)::float8`.as('score'))
      .orderBy('score', 'desc')
      .orderBy('id')
      .limit(limit)
    return this.#db.query(owner, ranked)
  }
}

function entitiesWithWords(owner: Owner, { text, entityType }: WordQuery) {
  return entitiesOf(owner, entityType).where(sql<boolean>`words @@ ${asQuery(text)}`)
}

function entitiesOf({ userId }: Owner, entityType: string | undefined) {
  return queries
    .selectFrom('own_truth_snapshots')
    .select(['entity_id', 'name_folded', 'words', 'last_observation_at'])
    .where('user_id', '=', userId)
    .$if(entityType !== undefined, (select) => select.where('entity_type', '=', entityType!))
}

/** A sample of the matches, with those that are among the latest entities, and those that have exactly this name. */
function sampleOf(owner: Owner, query: WordQuery, share: Share): FoundEntities {
  const latest = entitiesOf(owner, query.entityType)
    .orderBy('last_observation_at', 'desc')
    .orderBy('entity_id', 'desc')
    .limit(latestLookedAt)
  const named = queries
    .selectFrom('truth_lookups as l')
    .innerJoin('truth_entities as e', (join) =>
      join.onRef('e.user_id', '=', 'l.user_id').onRef('e.id', '=', 'l.entity_id'),
    )
    .select('e.head_id')
    .where('l.user_id', '=', owner.userId)
    .where('l.lookup', 'in', among(possibleIdentifiers(query.words.join(' '))))
    .limit(mostRanked)
  return entitiesWithWords(owner, query)
    .where(inSample('entity_id', share))
    .unionAll(
      queries
        .selectFrom(latest.as('latest'))
        .selectAll()
        .where(sql<boolean>`words::tsvector @@ ${asQuery(query.text)}`),
    )
    .unionAll(entitiesWithWords(owner, query).where('entity_id', 'in', named))
}

function withSimilarName(owner: Owner, { words, text, entityType }: WordQuery): FoundEntities {
  const name = words.join(' ')
  return entitiesOf(owner, entityType).where(
    sql<boolean>`(words @@ ${asQuery(text)} or name_folded % ${name})`,
  )
}

/** The best of those that were found. */
function rankedOf(owner: Owner, { words, text, limit }: WordQuery, found: FoundEntities) {
  const name = words.join(' ')
  const inName = sql<number>`${sql.join(
    words.map((word) => sql`(strpos(name_folded, ${word}) > 0)::int`),
    sql` + `,
  )}`
  const likely = queries
    .selectFrom(found.as('found'))
    .select(['entity_id', 'name_folded', 'words', 'last_observation_at'])
    .select(inName.as('in_name'))
    .orderBy('in_name', 'desc')
    .orderBy('last_observation_at', 'desc')
    .orderBy('entity_id')
    .limit(mostRanked)
  const score = sql<number>`round((ts_rank(words::tsvector, ${asQuery(text)}) + similarity(name_folded, ${name}))::numeric, 4)::float8`
  const best = queries
    .selectFrom(likely.as('likely'))
    .select(['entity_id', 'last_observation_at', score.as('score')])
    // The parts of a sample overlap.
    .distinct()
    .orderBy('score', 'desc')
    .orderBy('last_observation_at', 'desc')
    .orderBy('entity_id')
    .limit(limit)
  return queries
    .selectFrom(best.as('best'))
    .innerJoin('truth_snapshots as s', 's.entity_id', 'best.entity_id')
    .select(snapshotColumns.map((column) => `s.${column}` as const))
    .select('best.score')
    .where('s.user_id', '=', owner.userId)
    .orderBy('best.score', 'desc')
    .orderBy('best.last_observation_at', 'desc')
    .orderBy('best.entity_id')
}

function sourcesWithWords({ userId }: Owner, { text }: WordQuery) {
  return queries
    .selectFrom('own_truth_source_words')
    .select(['source_id', 'words'])
    .where('user_id', '=', userId)
    .where(sql<boolean>`words @@ ${asQuery(text)}`)
}

/** Words contain only letters and digits, so none is an operator of the query parser. */
function asQuery(text: string) {
  return sql`to_tsquery('simple', ${text})`
}

function allOf(words: readonly string[]): string {
  return marked(words).join(' & ')
}

function allButOne(words: readonly string[]): string {
  const each = marked(words)
  return each.map((_, at) => `(${each.toSpliced(at, 1).join(' & ')})`).join(' | ')
}

/** The last one may be the beginning of a word. */
function marked(words: readonly string[]): readonly string[] {
  return words.map((word, at) => (at === words.length - 1 ? `${word}:*` : word))
}
