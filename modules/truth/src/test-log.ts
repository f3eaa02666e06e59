import { createHash } from 'node:crypto'
import type { Json, Module, Ports } from '@quipu/kit'
import { defineModule, sql } from '@quipu/kit'
import { canonicalText } from './model/ids.ts'
import { canonicalNameOf, keysOf } from './model/identity.ts'
import { packState } from './model/packed-state.ts'
import { provenanceOf, snapshotOf } from './model/reducer.ts'
import type { Entry } from './model/test-replay.ts'
import { worldOf } from './model/test-replay.ts'
import { eventsOf } from './model/timeline.ts'
import { schemaOf } from './model/schemas.ts'
import { LogStore } from './store/log-store.ts'
import { queries, type Owner } from './store/tables.ts'

const everyone = { everyone: true } as const

/** Reads the module's tables directly. */
export class Inspector {
  #ports: Ports | undefined

  readonly module: Module = defineModule({
    name: 'inspector',
    title: 'Inspector',
    permissions: {},
    tools: [],
    open: (ports) => {
      this.#ports = ports
      return ports
    },
  })

  get ports(): Ports {
    if (this.#ports === undefined) throw new Error('Open a host with this module first')
    return this.#ports
  }

  /** The differences between the stored state and what follows from the log. */
  async differencesFromLog(owner: Owner): Promise<readonly string[]> {
    const [kept, followed] = [await this.#kept(owner), await this.#followed(owner)]
    return Object.entries(followed).flatMap(([part, rows]) => {
      const other = kept[part as keyof typeof kept]
      return [
        ...rows.filter((row) => !other.includes(row)).map((row) => `${part} lacks ${row}`),
        ...other.filter((row) => !rows.includes(row)).map((row) => `${part} holds ${row}`),
      ]
    })
  }

  /** Sources without their file or with a wrong one, and runs without the observations that they count. */
  async tornSources(owner: Owner): Promise<readonly string[]> {
    const sources = await this.ports.db.query(
      everyone,
      queries.selectFrom('truth_sources').selectAll().where('user_id', '=', owner.userId),
    )
    const torn: string[] = []
    for (const { id, kind, content_hash } of sources) {
      if (kind !== 'file') continue
      const bytes = await this.ports.blobs.get(owner, content_hash)
      if (bytes === undefined) torn.push(`${id} has no file`)
      else if (createHash('sha256').update(bytes).digest('hex') !== content_hash)
        torn.push(`${id} has another file`)
    }
    const runs = await this.ports.db.query(
      everyone,
      queries
        .selectFrom('truth_runs as r')
        .select(['r.id', 'r.observations_created as said'])
        .select(
          sql<number>`(select count(*)::int from truth_observations o where o.user_id = r.user_id and o.run_id = r.id)`.as(
            'kept',
          ),
        )
        .where('r.user_id', '=', owner.userId),
    )
    return [...torn, ...runs.filter(({ said, kept }) => said !== kept).map(({ id }) => `run ${id} is torn`)]
  }

  async #kept({ userId }: Owner) {
    const { db } = this.ports
    const snapshots = await db.query(
      everyone,
      queries.selectFrom('truth_snapshots').selectAll().where('user_id', '=', userId),
    )
    const entities = await db.query(
      everyone,
      queries.selectFrom('truth_entities').selectAll().where('user_id', '=', userId),
    )
    const events = await db.query(
      everyone,
      queries.selectFrom('truth_events').selectAll().where('user_id', '=', userId),
    )
    const lookups = await db.query(
      everyone,
      queries.selectFrom('truth_lookups').selectAll().where('user_id', '=', userId),
    )
    const heads = new Set(snapshots.map(({ entity_id }) => entity_id))
    return {
      heads: entities
        .filter(({ head_id }) => heads.has(head_id))
        .map(({ id, head_id }) => `${id} → ${head_id}`),
      snapshots: snapshots.map((row) => {
        const last = row.last_observation_at.toISOString()
        // A state contains only texts, numbers and lists.
        const state = row.state as unknown as Json
        return canonicalText([row.entity_id, state, row.observation_count, last, row.canonical_name])
      }),
      events: events.map(({ id, at, source_id, field, value }) =>
        canonicalText([id, at.toISOString(), source_id, field, value]),
      ),
      lookups: lookups.map(({ lookup, entity_id }) => `${lookup} → ${entity_id}`),
    }
  }

  async #followed(owner: Owner) {
    const { headOf, observations, states } = worldOf(await this.#entries(owner), schemaOf)
    const all = [...observations.values()].flat()
    const sourceOf = new Map(all.map(({ id, sourceId }) => [id, sourceId]))
    return {
      heads: [...headOf].flatMap(([id, head]) => (states.has(head) ? [`${id} → ${head}`] : [])),
      snapshots: [...states].map(([head, state]) => {
        const said = observations.get(head)!
        const last = said
          .map(({ observedAt }) => observedAt)
          .toSorted()
          .at(-1)!
        const canonicalName = canonicalNameOf(schemaOf(said[0]!.entityType), snapshotOf(state))
        // A state contains only texts, numbers and lists.
        return canonicalText([head, packState(state) as unknown as Json, said.length, last, canonicalName])
      }),
      events: [...states].flatMap(([head, state]) => {
        const provenance = provenanceOf(state)
        const schema = schemaOf(observations.get(head)![0]!.entityType)
        const origin = (field: string) => sourceOf.get(provenance[field] ?? '') ?? ''
        return eventsOf(schema, head, snapshotOf(state), origin).map((event) =>
          canonicalText([event.id, event.timestamp, event.sourceId, event.field, event.value]),
        )
      }),
      lookups: [
        ...new Set(
          all.flatMap(({ entityId, entityType, fields }) =>
            keysOf(schemaOf(entityType), fields).lookups.map((lookup) => `${lookup} → ${entityId}`),
          ),
        ),
      ],
    }
  }

  /** The stored log: the newest successful run of each source, and the merges that count. */
  async #entries(owner: Owner): Promise<readonly Entry[]> {
    const { db } = this.ports
    const mine = sql<boolean>`user_id = ${owner.userId}`
    const runs = await db.query(
      everyone,
      queries
        .selectFrom('truth_runs')
        .selectAll()
        .where(mine)
        .where('status', '<>', 'failed')
        .orderBy('number'),
    )
    const ids = await db.query(everyone, queries.selectFrom('truth_observations').select('id').where(mine))
    const observations = await new LogStore(db).observationsById(
      owner,
      ids.map(({ id }) => id),
    )
    const byRun = Map.groupBy(observations, ({ runId }) => runId)
    const merges = await db.query(
      everyone,
      queries
        .selectFrom('truth_merges')
        .selectAll()
        .where(mine)
        .where('undone_at', 'is', null)
        .orderBy('number'),
    )
    return [
      ...runs.map(({ id, source_id }) => ({
        kind: 'run' as const,
        sourceId: source_id,
        observations: byRun.get(id) ?? [],
      })),
      ...merges.map(({ number, from_id, to_id }) => ({
        kind: 'merge' as const,
        id: Number(number),
        from: from_id,
        to: to_id,
      })),
    ]
  }
}
