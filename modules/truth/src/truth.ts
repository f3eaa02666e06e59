import type { Caller, Json, JsonObject, Ports } from '@quipu/kit'
import { resourceChanged } from '@quipu/kit'
import { Browsing } from './browsing.ts'
import { Changes } from './changes.ts'
import { cursorOf, positionOf } from './cursor.ts'
import type { Asked } from './default-reply.ts'
import { allRows, defaultRows, nextOf, pageOf, replyOf, sharesOf } from './default-reply.ts'
import { Entities } from './entities.ts'
import { Erasures } from './erasures.ts'
import { TruthError, sourceNotFound } from './errors.ts'
import { isUuid } from './fields.ts'
import type { GivenBounds } from './given-bounds.ts'
import { boundsOf, checked } from './given-bounds.ts'
import type { Files } from './files.ts'
import { wordsIn } from './model/folded-words.ts'
import { Graph } from './graph.ts'
import { Lists } from './lists.ts'
import type { Included, RelatedWalk } from './neighborhoods.ts'
import { Neighborhoods } from './neighborhoods.ts'
import { erasureReceiptOf, receiptOf } from './receipt.ts'
import type { Effects } from './recorder.ts'
import { Recorder } from './recorder.ts'
import { OwnEntities } from './own-entities.ts'
import { openFiles } from './open-files.ts'
import type { FileInput, StructuredInput } from './sources.ts'
import { Sources } from './sources.ts'
import { BrowseStore } from './store/browse-store.ts'
import { EntityStore } from './store/entity-store.ts'
import type { EventSelection, Selection } from './store/find-store.ts'
import { FindStore } from './store/find-store.ts'
import { LogStore } from './store/log-store.ts'
import { MergeStore } from './store/merge-store.ts'
import { SearchStore } from './store/search-store.ts'
import { traceView } from './trace-view.ts'
import { Transfer } from './transfer.ts'
import type { Direction } from './store/relationship-store.ts'
import { RelationshipStore } from './store/relationship-store.ts'
import type { Uploads } from './uploads.ts'
import { entityView, eventView, relationshipView, sourceView } from './views.ts'

type Owner = Pick<Caller, 'userId'>

/** What one person knows: every action of the contract, for tools and routes. */
export class Truth {
  /** The data of the pages for people, beyond the actions. */
  readonly browsing: Browsing
  readonly lists: Lists
  readonly own: OwnEntities
  readonly transfer: Transfer
  readonly #bus: Ports['bus']
  readonly #log: LogStore
  readonly #find: FindStore
  readonly #sources: Sources
  readonly #entities: Entities
  readonly #graph: Graph
  readonly #changes: Changes
  readonly #neighborhoods: Neighborhoods
  readonly #search: SearchStore
  readonly files: Files
  readonly uploads: Uploads

  constructor(ports: Ports) {
    const { db } = ports
    this.lists = new Lists(ports)
    this.transfer = new Transfer(ports)
    const entities = new EntityStore(db)
    this.#bus = ports.bus
    this.#log = new LogStore(db)
    this.#find = new FindStore(db)
    this.#search = new SearchStore(db)
    this.own = new OwnEntities(this.#find, this.#log)
    const recorder = new Recorder(this.#log, entities)
    const opened = openFiles(ports, (owner, effects) => this.#notifyOfChanges(owner, effects))
    this.files = opened.files
    this.uploads = opened.uploads
    this.#sources = new Sources(this.#log, recorder, opened.sourcePorts)
    this.#entities = new Entities(this.#log, entities, this.#find)
    this.#graph = new Graph(
      { log: this.#log, entities, relationships: new RelationshipStore(db) },
      this.#entities,
      ports,
    )
    this.#neighborhoods = new Neighborhoods({ log: this.#log, find: this.#find }, this.#entities, this.#graph)
    const merges = new MergeStore(db)
    this.browsing = new Browsing(
      { log: this.#log, find: this.#find, entities, merges, browse: new BrowseStore(db) },
      this.#entities,
    )
    this.#changes = new Changes(
      { log: this.#log, merges },
      this.#entities,
      recorder,
      new Erasures(this.#log, ports),
      ports,
    )
  }

  async ingestEntities(owner: Owner, input: StructuredInput) {
    const { effects, answer } = await this.#sources.ingestEntities(owner, input)
    if (effects !== undefined) this.#notifyOfChanges(owner, effects)
    return answer
  }

  async ingestFile(owner: Owner, input: FileInput) {
    const { effects, answer } = await this.#sources.ingestFile(owner, input)
    if (effects !== undefined) this.#notifyOfChanges(owner, effects)
    return answer
  }

  async reinterpret(owner: Owner, sourceId: string, config: JsonObject) {
    const { effects, answer } = await this.#sources.reinterpret(owner, sourceId, config)
    if (effects !== undefined) this.#notifyOfChanges(owner, effects)
    const { interpretation, receipt, job_id } = answer
    return {
      run_id: interpretation?.run_id,
      ...(job_id === undefined ? {} : { job_id }),
      entities_created: interpretation?.entities_created ?? 0,
      observations_created: interpretation?.observations_created ?? 0,
      source_id: sourceId,
      ...(receipt === undefined ? {} : { receipt }),
    }
  }

  snapshot(owner: Owner, id: string, bounds: GivenBounds) {
    return this.#entities.snapshot(owner, id, boundsOf(bounds))
  }

  observations(owner: Owner, id: string, asked: Asked) {
    return this.#entities.observations(owner, id, asked)
  }

  async fieldProvenance(owner: Owner, id: string, field: string) {
    return traceView(await this.#entities.fieldProvenance(owner, id, field))
  }

  async entities(
    owner: Owner,
    request: Omit<Selection, 'after' | 'limit'> & {
      limit?: number | undefined
      cursor?: string | undefined
      withSnapshots: boolean
    },
  ) {
    const after = request.cursor === undefined ? undefined : positionOf(request.cursor)
    const limit = request.limit ?? defaultRows
    const found = await this.#find.entities(owner, { ...request, limit, after })
    return replyOf(request.limit, found.rows.length, (count) => {
      const rows = found.rows.slice(0, count)
      const last = count < found.rows.length || count === limit ? rows.at(-1) : undefined
      return {
        entities: rows.map((row) => ({
          ...entityView(row, request.withSnapshots),
          ...(row.merged_into === null ? {} : { merged_into: row.merged_into }),
        })),
        total: found.total,
        ...(found.totalIsLowerBound ? { total_is_lower_bound: true } : {}),
        excluded_merged: !request.includeMerged,
        next_cursor: last === undefined ? null : cursorOf(last),
      }
    })
  }

  async byIdentifier(owner: Owner, identifier: string, entityType: string | undefined, asked: Asked) {
    const found = await this.#entities.byIdentifier(owner, identifier, entityType)
    return pageOf(asked, found.length, (from, to, next) => ({
      entities: found.slice(from, to),
      total: found.length,
      ...next,
    }))
  }

  related(owner: Owner, walk: RelatedWalk, asked = allRows) {
    return this.#neighborhoods.related(owner, walk, asked)
  }

  async neighborhood(
    owner: Owner,
    nodeId: string,
    nodeType: 'entity' | 'source',
    include: Included,
    asked = allRows,
  ) {
    if (nodeType === 'source' && !isUuid(nodeId))
      throw new TruthError('VALIDATION_ERROR', 'node_id must be a UUID where node_type is source')
    return nodeType === 'entity'
      ? this.#neighborhoods.ofEntity(owner, nodeId, include, asked)
      : this.#neighborhoods.ofSource(owner, nodeId, include, asked)
  }

  async events(owner: Owner, request: Omit<EventSelection, 'entityIds' | 'limit'> & Asked) {
    const { limit, offset } = request
    const selection = {
      ...request,
      limit: limit ?? defaultRows,
      after: checked('after_date', request.after),
      before: checkedEnd('before_date', request.before),
    }
    const found = await this.#find.events(owner, selection)
    return replyOf(limit, found.rows.length, (rows) => ({
      events: found.rows.slice(0, rows).map(eventView),
      total: found.total,
      ...(found.totalIsLowerBound ? { total_is_lower_bound: true } : {}),
      ...nextOf(offset + rows, rows > 0 && (found.totalIsLowerBound || offset + rows < found.total)),
    }))
  }

  async correct(owner: Owner, request: { entityId: string; entityType: string; field: string; value: Json }) {
    const { observation, value, effects } = await this.#changes.correct(owner, request)
    if (effects !== undefined) this.#notifyOfChanges(owner, effects, [request.entityId])
    return {
      observation_id: observation.id,
      entity_id: request.entityId,
      field: request.field,
      value,
      message:
        effects === undefined
          ? 'This correction was already made'
          : 'Correction saved; it counts above every source',
      ...(effects === undefined
        ? {}
        : {
            receipt: receiptOf(
              effects,
              `erase_source {"source_id":"${observation.sourceId}"} takes the correction back`,
            ),
          }),
    }
  }

  async merge(owner: Owner, fromId: string, toId: string, reason: string | undefined) {
    const { from, to, moved, mergedAt, effects } = await this.#changes.merge(
      owner,
      fromId,
      toId,
      reason ?? null,
    )
    this.#notifyOfChanges(owner, effects, [from, to])
    return {
      from_entity_id: from,
      to_entity_id: to,
      observations_moved: moved,
      merged_at: mergedAt.toISOString(),
      ...(reason === undefined ? {} : { merge_reason: reason }),
      receipt: receiptOf(effects, `unmerge_entities {"entity_id":"${from}"}`),
    }
  }

  async unmerge(owner: Owner, fromId: string) {
    const { from, to, unmergedAt, effects } = await this.#changes.unmerge(owner, fromId)
    this.#notifyOfChanges(owner, effects, [from, to])
    return {
      from_entity_id: from,
      to_entity_id: to,
      unmerged_at: unmergedAt.toISOString(),
      receipt: receiptOf(effects, `merge_entities {"from_entity_id":"${from}","to_entity_id":"${to}"}`),
    }
  }

  async keepApart(owner: Owner, oneId: string, otherId: string) {
    await this.#changes.keepApart(owner, oneId, otherId)
    return this.#judged(owner, oneId, otherId)
  }

  async suggestAgain(owner: Owner, oneId: string, otherId: string) {
    await this.#changes.suggestAgain(owner, oneId, otherId)
    return this.#judged(owner, oneId, otherId)
  }

  #judged(owner: Owner, oneId: string, otherId: string) {
    for (const id of [oneId, otherId]) this.#changed(owner, id)
    return { entity_id: oneId, other_entity_id: otherId }
  }

  async eraseSource(owner: Owner, sourceId: string) {
    const { effects, observations } = await this.#changes.eraseSource(owner, sourceId)
    this.#notifyOfChanges(owner, effects)
    return {
      source_id: sourceId,
      observations_erased: observations,
      message: 'Erased here. Backups that were made before still hold it.',
      receipt: erasureReceiptOf(effects, 'Erasing cannot be undone: ingest the source again'),
    }
  }

  async relate(
    owner: Owner,
    type: string,
    ends: { source: string; target: string },
    metadata: JsonObject | undefined,
  ) {
    const { row, isNew } = await this.#graph.relate(owner, type, ends, metadata ?? null)
    if (isNew) for (const id of [ends.source, ends.target]) this.#changed(owner, id)
    return { ...relationshipView(row), deduplicated: !isNew }
  }

  async relationship(owner: Owner, id: string) {
    return relationshipView(await this.#graph.relationship(owner, id))
  }

  async relationships(
    owner: Owner,
    entityId: string,
    direction: Direction,
    type: string | undefined,
    { limit, offset }: Asked,
  ) {
    const page = { limit: limit ?? defaultRows, offset }
    const found = await this.#graph.list(owner, entityId, direction, type, page)
    return replyOf(limit, found.rows.length, (rows) => ({
      relationships: found.rows.slice(0, rows).map(relationshipView),
      total: found.total,
      limit: rows < found.rows.length ? rows : page.limit,
      offset,
      ...nextOf(offset + rows, rows > 0 && offset + rows < found.total),
    }))
  }

  async source(owner: Owner, id: string) {
    const source = await this.#log.source(owner, id)
    if (source === undefined) throw sourceNotFound(id)
    return sourceView(source)
  }

  /** Entities and sources that contain these words, best first. */
  async search(
    owner: Owner,
    query: string,
    { entityType, limit }: { entityType?: string | undefined; limit?: number | undefined },
  ) {
    const words = wordsIn(query, query.length)
    if (words.length === 0) throw new TruthError('VALIDATION_ERROR', 'query must hold a letter or a digit')
    const search = { words: words.slice(0, 20), entityType, limit: limit ?? defaultMatches }
    const { entities, sources } = await this.#search.find(owner, search)
    const total = entities.length + sources.length
    return replyOf(limit, total, (rows) => {
      const [ofEntities = 0, ofSources = 0] = sharesOf([entities.length, sources.length], rows)
      return {
        entities: entities
          .slice(0, ofEntities)
          .map((row) => ({ ...entityView(row, true), score: row.score })),
        sources: sources.slice(0, ofSources).map((row) => ({ ...sourceView(row), score: row.score })),
        total,
        truncated: rows < total,
      }
    })
  }

  /** Ids of this person that begin with the typed text, for completion. */
  entityIdsStarting(owner: Owner, typed: string): Promise<readonly string[]> {
    return this.#find.idsStarting(owner, 'truth_snapshots', typed)
  }

  sourceIdsStarting(owner: Owner, typed: string): Promise<readonly string[]> {
    return this.#find.idsStarting(owner, 'truth_sources', typed)
  }

  #notifyOfChanges(owner: Owner, { created, changes, joined }: Effects, more: readonly string[] = []): void {
    const ids = new Set([
      ...created,
      ...changes.map(({ entityId }) => entityId),
      ...joined.map(({ into }) => into),
      ...more,
    ])
    for (const id of [...ids].slice(0, 100)) this.#changed(owner, id)
    if (ids.size > 0) resourceChanged(this.#bus, timelineUri, owner)
  }

  #changed(owner: Owner, entityId: string): void {
    resourceChanged(this.#bus, `truth://entities/${entityId}`, owner)
  }
}

/** A search without a limit finds at most so many entities and so many sources. */
const defaultMatches = 10

export const timelineUri = 'truth://timeline'

/** A date as the end of a range includes the whole day. */
function checkedEnd(name: string, moment: string | undefined): string | undefined {
  const isDay = moment !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(moment)
  return checked(name, isDay ? `${moment}T23:59:59.999Z` : moment)
}
