import type { Entities } from './entities.ts'
import { sourceNotFound } from './errors.ts'
import type { Graph } from './graph.ts'
import type { FindStore } from './store/find-store.ts'
import type { LogStore } from './store/log-store.ts'
import type { Owner } from './store/tables.ts'
import { entityView, eventView, observationView, relationshipView, runView, sourceView } from './views.ts'

export interface Included {
  readonly relationships: boolean
  readonly sources: boolean
  readonly events: boolean
  readonly observations: boolean
}

/** Everything that is connected with one entity or one source. */
export class Neighborhoods {
  readonly #log: LogStore
  readonly #find: FindStore
  readonly #entities: Entities
  readonly #graph: Graph

  constructor(stores: { log: LogStore; find: FindStore }, entities: Entities, graph: Graph) {
    this.#log = stores.log
    this.#find = stores.find
    this.#entities = entities
    this.#graph = graph
  }

  async ofEntity(owner: Owner, nodeId: string, include: Included) {
    const { head, keys } = await this.#entities.keysOf(owner, nodeId)
    const row = await this.#entities.current(owner, nodeId)
    const walk = include.relationships
      ? await this.#graph.walk(owner, { entityId: head, direction: 'both', maxHops: 1 })
      : undefined
    const observations = await this.#log.observationPage(owner, keys, { limit: 100, offset: 0 })
    const sources = include.sources
      ? await this.#log.sources(owner, [...new Set(observations.map(({ sourceId }) => sourceId))])
      : []
    const events = include.events
      ? (await this.#find.events(owner, { entityIds: [head], limit: 100, offset: 0 })).rows
      : []
    const { snapshot, ...entity } = entityView(row, true)
    return {
      node_id: head,
      node_type: 'entity' as const,
      entity,
      entity_snapshot: snapshot,
      ...(walk === undefined
        ? {}
        : {
            relationships: walk.relationships.map(relationshipView),
            related_entities: walk.entities.map((one) => entityView(one, false)),
          }),
      ...(include.sources ? { related_sources: sources.map(sourceView) } : {}),
      ...(include.events ? { timeline_events: events.map(eventView) } : {}),
      ...(include.observations
        ? { observations: observations.map((one) => observationView(one, head)) }
        : {}),
      truncated: (walk?.isTruncated ?? false) || observations.length < row.observation_count,
    }
  }

  async ofSource(owner: Owner, nodeId: string, include: Included) {
    const source = await this.#log.source(owner, nodeId)
    if (source === undefined) throw sourceNotFound(nodeId)
    const newest = (await this.#log.runs(owner, nodeId)).at(-1)
    const keys = await this.#log.entitiesOfSource(owner, nodeId)
    const rows = await this.#entities.currentOf(owner, keys.slice(0, 100))
    const said = include.observations
      ? await this.#log.observationsOfSource(owner, nodeId, { limit: 100, offset: 0 })
      : []
    const events = include.events
      ? (await this.#find.events(owner, { sourceId: nodeId, limit: 100, offset: 0 })).rows
      : []
    return {
      node_id: nodeId,
      node_type: 'source' as const,
      source_material: sourceView(source),
      ...(newest === undefined ? {} : { interpretation: runView(newest) }),
      related_entities: rows.map((row) => entityView(row, false)),
      ...(include.events ? { timeline_events: events.map(eventView) } : {}),
      ...(include.observations
        ? { observations: said.map((one) => observationView(one, one.entityId)) }
        : {}),
      truncated: keys.length > 100,
    }
  }
}
