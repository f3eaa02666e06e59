import { type Change, type Changes, type Entities, type Entity, type Table, tables } from './changes.ts'
import { modelOf, refuseInconsistent } from './model-of.ts'
import { type Listing, publicState } from './public-state.ts'
import { placeOf } from './place.ts'
import { referencesOf, type Reference } from './references.ts'
import { Siblings } from './siblings.ts'
import type { StateInput, UniverseState } from './universe-state.ts'

/** All of a model, as JSON. */
export type Snapshot = { readonly time: number; readonly order: number } & {
  readonly [T in Table]: Readonly<Record<string, Entities[T]>>
}

/**
 * A universe in memory, indexed. Applying a step takes time in proportion to what the step changed. Returned values are
 * read-only.
 */
export class Model implements Listing {
  time = 0
  order = 0
  readonly #tables: { readonly [T in Table]: Map<string, Entities[T]> } = {
    stars: new Map(),
    groups: new Map(),
    members: new Map(),
    belts: new Map(),
    smallBodyFields: new Map(),
    protoplanetaryDisks: new Map(),
    nebulae: new Map(),
  }
  readonly #children: Index = new Map()
  readonly #groupChildren: Index = new Map()
  readonly #referrers = new Map<string, Set<string>>()

  static empty(): Model {
    return new Model()
  }

  /** Throws `CommandInvalid` with the path, below `at`, of what does not hold together. */
  static of(state: UniverseState | StateInput, at = ''): Model {
    const model = Model.restore(modelOf(state, at))
    refuseInconsistent(model, state, at)
    return model
  }

  static restore(snapshot: Snapshot): Model {
    const model = new Model()
    for (const table of tables) {
      const entities: Readonly<Record<string, Entity>> = snapshot[table]
      for (const id in entities) model.#put(table, id, entities[id] ?? null)
    }
    model.time = snapshot.time
    model.order = snapshot.order
    return model
  }

  snapshot(): Snapshot {
    const entries = tables.map((table) => [table, Object.fromEntries<Entity>(this.#tables[table])])
    // One record for each table, of that table's entities.
    return { time: this.time, order: this.order, ...(Object.fromEntries(entries) as Pick<Snapshot, Table>) }
  }

  state(): UniverseState {
    return publicState(this)
  }

  /** Makes the changes of a step that was evaluated against exactly this state. */
  follow(changes: Changes): void {
    if (changes.time) this.time = changes.time[1]
    if (changes.order) this.order = changes.order[1]
    for (const table of tables) {
      const entries: Readonly<Record<string, Change<Entity>>> | undefined = changes.tables[table]
      for (const id in entries) this.#put(table, id, entries[id]?.[1] ?? null)
    }
  }

  get<T extends Table>(table: T, id: string): Entities[T] | undefined {
    return this.#tables[table].get(id)
  }

  has(table: Table, id: string): boolean {
    return this.#tables[table].has(id)
  }

  size(table: Table): number {
    return this.#tables[table].size
  }

  ids(table: Table): IterableIterator<string> {
    return this.#tables[table].keys()
  }

  childrenOf(id: string | null): readonly string[] {
    return this.#children.get(id)?.ids() ?? nobody
  }

  groupChildrenOf(id: string | null): readonly string[] {
    return this.#groupChildren.get(id)?.ids() ?? nobody
  }

  referrersOf(to: Reference['to'], id: string): readonly (readonly [Table, string])[] {
    const found = this.#referrers.get(`${to} ${id}`)
    if (!found) return []
    // Written below as table and id.
    return [...found].map((each) => each.split(' ') as [Table, string])
  }

  counts() {
    return {
      stars: this.size('stars'),
      groups: this.size('groups'),
      smallBodyFields: this.size('smallBodyFields'),
      protoplanetaryDisks: this.size('protoplanetaryDisks'),
      nebulae: this.size('nebulae'),
    }
  }

  #put(table: Table, id: string, after: Entity | null): void {
    const entries = this.#tables[table] as Map<string, Entity>
    const before = entries.get(id)
    if (after) entries.set(id, after)
    else entries.delete(id)
    if (table === 'stars') this.#place(this.#children, table, id, before, after)
    else if (table === 'groups' || table === 'members')
      this.#place(this.#groupChildren, table, id, before, after)
    if (before)
      for (const { to, id: target } of referencesOf(table, before))
        this.#unlink(`${to} ${target}`, `${table} ${id}`)
    if (after)
      for (const { to, id: target } of referencesOf(table, after))
        this.#link(`${to} ${target}`, `${table} ${id}`)
  }

  #place(index: Index, table: Table, id: string, before: Entity | undefined, after: Entity | null): void {
    const was = before && placeOf(table, before)
    const is = after && placeOf(table, after)
    if (was && was.parent !== is?.parent) remove(index, was.parent, id)
    if (!is) return
    let siblings = index.get(is.parent)
    if (!siblings) index.set(is.parent, (siblings = new Siblings()))
    siblings.put(id, is.order)
  }

  #link(target: string, from: string): void {
    const found = this.#referrers.get(target)
    if (found) found.add(from)
    else this.#referrers.set(target, new Set([from]))
  }

  #unlink(target: string, from: string): void {
    const found = this.#referrers.get(target)
    found?.delete(from)
    if (found?.size === 0) this.#referrers.delete(target)
  }
}

type Index = Map<string | null, Siblings>

const nobody: readonly string[] = []

function remove(index: Index, parent: string | null, id: string): void {
  const siblings = index.get(parent)
  siblings?.delete(id)
  if (siblings?.size === 0) index.delete(parent)
}
