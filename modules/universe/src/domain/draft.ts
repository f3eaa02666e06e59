import { type Change, type Changes, type Entities, type Entity, type Table, tables } from './changes.ts'
import { type Place, placeOf } from './place.ts'
import type { Listing } from './public-state.ts'
import { referencesOf, type Reference } from './references.ts'
import { same } from './same.ts'

/** A universe with changes that are not made yet: commands write here, the model beneath stays as it is. */
export class Draft implements Listing {
  time: number
  order: number
  readonly #base: Listing
  readonly #touched: { [T in Table]?: Map<string, Entities[T] | null> } = {}
  readonly #grown: { [T in Table]?: number } = {}
  /** Entities that were added to or moved below a parent since; some may have left again. */
  readonly #moved: { [T in Place['tree']]?: Map<string | null, Set<string>> } = {}
  /** Entities that were written with a reference, by its target; some may have lost it again. */
  #referring: Map<string, Set<string>> | undefined

  constructor(base: Listing) {
    this.#base = base
    this.time = base.time
    this.order = base.order
  }

  get<T extends Table>(table: T, id: string): Entities[T] | undefined {
    const touched: Entities[T] | null | undefined = this.#touched[table]?.get(id)
    if (touched === null) return undefined
    return touched ?? this.#base.get(table, id)
  }

  has(table: Table, id: string): boolean {
    return this.get(table, id) !== undefined
  }

  size(table: Table): number {
    return this.#base.size(table) + (this.#grown[table] ?? 0)
  }

  *ids(table: Table): Generator<string> {
    const touched = this.#touched[table]
    for (const id of this.#base.ids(table)) if (touched?.get(id) !== null) yield id
    for (const [id, entity] of touched ?? []) if (entity && !this.#base.has(table, id)) yield id
  }

  set<T extends Table>(table: T, id: string, entity: Entities[T] | null): void {
    const step = (entity ? 1 : 0) - (this.has(table, id) ? 1 : 0)
    this.#grown[table] = (this.#grown[table] ?? 0) + step
    // The table's own map: the compiler does not follow the key through the assignment.
    const touched = (this.#touched[table] ??= new Map() as never) as Map<string, Entities[T] | null>
    touched.set(id, entity)
    if (!entity) return
    this.#noteMove(table, id, entity)
    for (const { to, id: target } of referencesOf(table, entity)) {
      add((this.#referring ??= new Map()), `${to} ${target}`, `${table} ${id}`)
    }
  }

  /** The number for a new last sibling. */
  last(): number {
    return this.order++
  }

  childrenOf(id: string | null): readonly string[] {
    if (!this.#touched.stars) return this.#base.childrenOf(id)
    return this.#merged('bodies', this.#base.childrenOf(id), id)
  }

  groupChildrenOf(id: string | null): readonly string[] {
    if (!this.#touched.groups && !this.#touched.members) return this.#base.groupChildrenOf(id)
    return this.#merged('groups', this.#base.groupChildrenOf(id), id)
  }

  referrersOf(to: Reference['to'], id: string): readonly (readonly [Table, string])[] {
    const untouched = this.#base
      .referrersOf(to, id)
      .filter(([table, from]) => !this.#touched[table]?.has(from))
    const noted = this.#referring?.get(`${to} ${id}`)
    if (!noted) return untouched
    const written = [...noted].map((each) => each.split(' ') as [Table, string])
    return [...untouched, ...written.filter(([table, from]) => this.#refers(table, from, to, id))]
  }

  /** Entities that were touched and have changed. */
  changes(): Changes {
    const result: Partial<Record<Table, Record<string, Change<Entity>>>> = {}
    for (const table of tables) {
      const touched: ReadonlyMap<string, Entity | null> | undefined = this.#touched[table]
      if (!touched) continue
      for (const [id, after] of touched) {
        const before = this.#base.get(table, id) ?? null
        if (same(before, after)) continue
        const entries = (result[table] ??= {})
        entries[id] = [before, after]
      }
    }
    // Each table contains only what was set in it.
    const changes: { time?: [number, number]; order?: [number, number]; tables: Changes['tables'] } = {
      tables: result as Changes['tables'],
    }
    if (this.time !== this.#base.time) changes.time = [this.#base.time, this.time]
    if (this.order !== this.#base.order) changes.order = [this.#base.order, this.order]
    return changes
  }

  #noteMove(table: Table, id: string, entity: Entity): void {
    const place = placeOf(table, entity)
    if (!place) return
    const before = this.#base.get(table, id)
    const was = before && placeOf(table, before)
    if (was?.parent === place.parent && was.order === place.order) return
    add((this.#moved[place.tree] ??= new Map()), place.parent, id)
  }

  #merged(tree: Place['tree'], base: readonly string[], parent: string | null): readonly string[] {
    const isHere = (id: string) => this.#placeIn(tree, id)?.parent === parent
    const moved = this.#moved[tree]?.get(parent)
    const stayed = base.filter(isHere)
    if (!moved) return stayed
    const ids = [...new Set([...stayed, ...moved])].filter(isHere)
    const order = (id: string) => this.#placeIn(tree, id)?.order ?? 0
    return ids.toSorted((a, b) => order(a) - order(b) || (a < b ? -1 : 1))
  }

  #placeIn(tree: Place['tree'], id: string): Place | undefined {
    for (const table of trees[tree]) {
      const entity = this.get(table, id)
      if (entity) return placeOf(table, entity)
    }
    return undefined
  }

  #refers(table: Table, from: string, to: Reference['to'], id: string): boolean {
    const entity = this.get(table, from)
    return (
      !!entity && referencesOf(table, entity).some((reference) => reference.to === to && reference.id === id)
    )
  }
}

const trees = { bodies: ['stars'], groups: ['groups', 'members'] } as const

function add<K>(index: Map<K, Set<string>>, key: K, value: string): void {
  const found = index.get(key)
  if (found) found.add(value)
  else index.set(key, new Set([value]))
}
