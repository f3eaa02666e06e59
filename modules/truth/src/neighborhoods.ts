import type { Asked, Next } from './default-reply.ts'
import { pageOf, sharesOf } from './default-reply.ts'
import type { Entities } from './entities.ts'
import { sourceNotFound } from './errors.ts'
import type { Graph, Step, Walk } from './graph.ts'
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

  async ofEntity(owner: Owner, nodeId: string, include: Included, asked: Asked) {
    const { head, keys } = await this.#entities.keysOf(owner, nodeId)
    const row = await this.#entities.current(owner, nodeId)
    const walk = include.relationships
      ? await this.#graph.walk(owner, { entityId: head, direction: 'both', maxHops: 1 })
      : undefined
    const observations = await this.#log.observationPage(owner, keys, mostOfEach)
    const sources = include.sources
      ? await this.#log.sources(owner, [...new Set(observations.map(({ sourceId }) => sourceId))])
      : []
    const events = include.events
      ? await this.#find.events(owner, { entityIds: [head], ...mostOfEach })
      : undefined
    const { snapshot, ...entity } = entityView(row, true)
    const isCut =
      (walk?.isTruncated ?? false) ||
      observations.length < row.observation_count ||
      (events !== undefined && events.rows.length < events.total)
    const lists = {
      steps: walk?.steps ?? [],
      sources,
      events: events?.rows ?? [],
      observations: include.observations ? observations : [],
    }
    return pageOfLists(asked, lists, (page, next) => ({
      node_id: head,
      node_type: 'entity' as const,
      entity,
      entity_snapshot: snapshot,
      ...(include.relationships
        ? {
            relationships: edgesOf(page.steps).map(relationshipView),
            related_entities: entitiesOf(page.steps).map((one) => entityView(one, false)),
          }
        : {}),
      ...(include.sources ? { related_sources: page.sources.map(sourceView) } : {}),
      ...(include.events ? { timeline_events: page.events.map(eventView) } : {}),
      ...(include.observations
        ? { observations: page.observations.map((one) => observationView(one, head)) }
        : {}),
      truncated: isCut || next.next_offset !== undefined,
      ...next,
    }))
  }

  async ofSource(owner: Owner, nodeId: string, include: Included, asked: Asked) {
    const source = await this.#log.source(owner, nodeId)
    if (source === undefined) throw sourceNotFound(nodeId)
    const newest = (await this.#log.runs(owner, nodeId)).at(-1)
    const keys = await this.#log.entitiesOfSource(owner, nodeId)
    const entities = await this.#entities.currentOf(owner, keys.slice(0, mostOfEach.limit))
    const said = include.observations
      ? await this.#log.observationsOfSource(owner, nodeId, mostOfEach)
      : undefined
    const events = include.events
      ? await this.#find.events(owner, { sourceId: nodeId, ...mostOfEach })
      : undefined
    const isCut =
      keys.length > mostOfEach.limit || (events !== undefined && events.rows.length < events.total)
    const lists = { entities, events: events?.rows ?? [], said: said ?? [] }
    return pageOfLists(asked, lists, (page, next) => ({
      node_id: nodeId,
      node_type: 'source' as const,
      source_material: sourceView(source),
      ...(newest === undefined ? {} : { interpretation: runView(newest) }),
      related_entities: page.entities.map((row) => entityView(row, false)),
      ...(include.events ? { timeline_events: page.events.map(eventView) } : {}),
      ...(include.observations
        ? { observations: page.said.map((one) => observationView(one, one.entityId)) }
        : {}),
      truncated: isCut || next.next_offset !== undefined,
      ...next,
    }))
  }

  /** The entities that a walk reaches, and the relationships that lead to them. */
  async related(owner: Owner, walk: RelatedWalk, asked: Asked) {
    const { steps, hops, isTruncated } = await this.#graph.walk(owner, walk)
    const totals = {
      total_entities: entitiesOf(steps).length,
      total_relationships: edgesOf(steps).length,
      hops_traversed: hops,
    }
    return pageOf(asked, steps.length, (from, to, next) => {
      const page = steps.slice(from, to)
      return {
        entities: entitiesOf(page).map((row) => entityView(row, walk.withEntities)),
        relationships: edgesOf(page).map(relationshipView),
        ...totals,
        truncated: isTruncated || next.next_offset !== undefined,
        ...next,
      }
    })
  }
}

export interface RelatedWalk extends Walk {
  /** With the snapshots of the entities. */
  readonly withEntities: boolean
}

/** A neighborhood has at most so many rows of each kind. */
const mostOfEach = { limit: 100, offset: 0 }

/** A page of several lists that give one row each in turn, so that the first page has something of each. */
function pageOfLists<Lists extends Readonly<Record<string, readonly unknown[]>>, Answer extends object>(
  asked: Asked,
  lists: Lists,
  answerOf: (page: Lists, next: Next) => Answer,
): Answer {
  const lengths = Object.values(lists).map(({ length }) => length)
  const total = lengths.reduce((sum, length) => sum + length, 0)
  return pageOf(asked, total, (from, to, next) => {
    const [before, after] = [sharesOf(lengths, from), sharesOf(lengths, to)]
    const parts = Object.entries(lists).map(([name, rows], at) => [name, rows.slice(before[at], after[at])])
    // Each list keeps its name and the type of its rows.
    return answerOf(Object.fromEntries(parts) as Lists, next)
  })
}

function entitiesOf(steps: readonly Step[]) {
  return steps.flatMap(({ entities }) => entities)
}

function edgesOf(steps: readonly Step[]) {
  return steps.flatMap(({ relationships }) => relationships)
}
