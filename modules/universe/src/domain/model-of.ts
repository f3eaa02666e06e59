import type { Entities, Entity } from './changes.ts'
import { withOrder } from './with-order.ts'
import type { Snapshot } from './model.ts'
import type { Listing } from './public-state.ts'
import { CommandInvalid } from './refusal.ts'
import { defined } from './shape.ts'
import { rootOf, type UniverseReader } from './universe-tables.ts'
import type { StateInput, UniverseState } from './universe-state.ts'
import { violations } from './violations.ts'

/**
 * The tables of a state. What stood at the same place of `previous` keeps its number, so that a state written back
 * with one body changed differs in that body alone.
 */
export function modelOf(state: UniverseState | StateInput, at: string, previous?: UniverseReader): Snapshot {
  const reading = new Reading(withOrder(state as StateInput), at, previous)
  reading.placeStars()
  reading.placeGroups()
  return reading.snapshot()
}

/** Throws `CommandInvalid` for the first thing that does not hold together. */
export function refuseInconsistent(model: Listing, state: UniverseState | StateInput, at: string): void {
  const [first] = violations(model)
  if (first) throw invalid(at, first.path, first.message)
  for (const [id, { systemId, hostStarId }] of Object.entries(state.smallBodyFields ?? {})) {
    refuseSystem(model, systemId, hostStarId, at, `smallBodyFields.${id}.systemId`)
  }
  for (const [id, { systemId, centralStarId }] of Object.entries(state.protoplanetaryDisks ?? {})) {
    refuseSystem(model, systemId, centralStarId, at, `protoplanetaryDisks.${id}.systemId`)
  }
}

/**
 * Numbers siblings from the roots down, list by list: the numbers follow from the lists alone, so that every reader of
 * a log finds the same.
 */
class Reading {
  readonly #state: StateInput
  readonly #at: string
  readonly #previous: UniverseReader | undefined
  #order: number
  readonly #stars: Record<string, Entities['stars']> = Object.create(null)
  readonly #groups: Record<string, Entities['groups']> = Object.create(null)
  readonly #members: Record<string, Entities['members']> = Object.create(null)

  constructor(state: StateInput, at: string, previous: UniverseReader | undefined) {
    this.#state = state
    this.#at = at
    this.#previous = previous
    this.#order = previous?.order ?? 0
  }

  placeStars(): void {
    const { stars = {}, rootIds = [] } = this.#state
    const byParent = Map.groupBy(Object.keys(stars), (id) => stars[id]?.parentId ?? null)
    const placed: (string | null)[] = [null]
    for (const parent of placed) {
      const listed = parent === null ? rootIds : (stars[parent]?.children ?? [])
      const path = parent === null ? 'rootIds' : `stars.${parent}.children`
      for (const id of this.#agreed(byParent.get(parent) ?? [], listed, path)) placed.push(id)
      this.#number(listed, 'stars', parent, (id, order) => {
        const { children: _, ...body } = stars[id] ?? unreachable(id)
        this.#stars[id] = { ...defined(body), id, order }
      })
    }
    for (const id of Object.keys(stars)) {
      if (!this.#stars[id]) throw this.#unplaced(stars, id, `stars.${id}.parentId`, stars[id]?.parentId)
    }
  }

  placeGroups(): void {
    const { groups = {}, rootGroupIds = [] } = this.#state
    const byParent = Map.groupBy(Object.keys(groups), (id) => groups[id]?.parentGroupId ?? null)
    const placed: (string | null)[] = [null]
    for (const parent of placed) {
      const children = parent === null ? [] : (groups[parent]?.children ?? [])
      const listed = parent === null ? rootGroupIds : children.map((child) => child.id)
      const path = parent === null ? 'rootGroupIds' : `groups.${parent}.children`
      const systems = children.filter(({ type }) => type === 'system').map((child) => child.id)
      const inner = byParent.get(parent) ?? []
      this.#agreed([...inner, ...systems], listed, path)
      for (const id of inner) placed.push(id)
      this.#numberGroups(listed, new Set(inner), parent)
    }
    for (const id of Object.keys(groups)) {
      if (!this.#groups[id])
        throw this.#unplaced(groups, id, `groups.${id}.parentGroupId`, groups[id]?.parentGroupId)
    }
  }

  snapshot(): Snapshot {
    const { belts = {}, nebulae = {}, smallBodyFields = {}, protoplanetaryDisks = {}, time } = this.#state
    return {
      time: time ?? this.#previous?.time ?? 0,
      order: this.#order,
      stars: this.#stars,
      groups: this.#groups,
      members: this.#members,
      belts: entries(belts, (belt) => belt),
      smallBodyFields: entries(smallBodyFields, withoutSystem),
      protoplanetaryDisks: entries(protoplanetaryDisks, withoutSystem),
      nebulae: entries(nebulae, (nebula) => nebula),
    }
  }

  #numberGroups(ids: readonly string[], inner: ReadonlySet<string>, parent: string | null): void {
    const { groups = {} } = this.#state
    const tableOf = (id: string) => (inner.has(id) ? 'groups' : 'members')
    this.#number(ids, tableOf, parent, (id, order) => {
      if (parent !== null && !inner.has(id)) {
        this.#member(id, parent, order)
        return
      }
      const { children: _, ...group } = groups[id] ?? unreachable(id)
      this.#groups[id] = { ...defined(group), id, parentGroupId: parent, order }
    })
  }

  #member(id: string, groupId: string, order: number): void {
    if (this.#members[id])
      throw invalid(this.#at, `groups.${groupId}.children`, `"${id}" is in another group too`)
    this.#members[id] = { groupId, type: 'system', order }
  }

  /** The given list, which must name each child of the parent once. */
  #agreed(found: readonly string[], listed: readonly string[], path: string): readonly string[] {
    const missing = new Set(found)
    for (const id of listed) {
      if (!missing.delete(id))
        throw invalid(this.#at, path, `"${id}" stands here twice or has another parent`)
    }
    for (const id of missing) throw invalid(this.#at, path, `"${id}" names this parent and is missing here`)
    return listed
  }

  /** What stood there before keeps its number while that still rises. */
  #number(
    ids: readonly string[],
    table: Placed | ((id: string) => Placed),
    parent: string | null,
    put: (id: string, order: number) => void,
  ): void {
    let last = -1
    for (const id of ids) {
      const was = this.#orderOf(typeof table === 'string' ? table : table(id), id, parent)
      last = was !== undefined && was > last ? was : this.#order++
      put(id, last)
    }
  }

  /** Not below a root: its parent is missing, or its ancestors form a cycle. */
  #unplaced(all: object, id: string, path: string, parent: string | null | undefined): CommandInvalid {
    const isThere = typeof parent === 'string' && Object.hasOwn(all, parent)
    return invalid(
      this.#at,
      path,
      isThere ? `the way up from "${id}" goes round in a circle` : `there is no "${parent}"`,
    )
  }

  #orderOf(table: Placed, id: string, parent: string | null): number | undefined {
    const entity = this.#previous?.get(table, id)
    return entity && parentOf(entity) === parent ? entity.order : undefined
  }
}

type Placed = 'stars' | 'groups' | 'members'

function parentOf(entity: Entities[Placed]): string | null {
  if ('parentGroupId' in entity) return entity.parentGroupId
  return 'groupId' in entity ? entity.groupId : entity.parentId
}

function entries<T extends object, E extends Entity>(
  record: Readonly<Record<string, T>>,
  entityOf: (entry: T) => Omit<E, 'id'> | E,
): Record<string, E> {
  const result: Record<string, E> = Object.create(null)
  // The entry of an id is complete with it.
  for (const [id, entry] of Object.entries(record)) result[id] = { ...defined(entityOf(entry)), id } as E
  return result
}

function withoutSystem<T extends { systemId?: string | undefined }>(entry: T): Omit<T, 'systemId'> {
  const { systemId: _, ...rest } = entry
  return rest
}

function refuseSystem(
  model: Listing,
  named: string | undefined,
  body: string,
  at: string,
  path: string,
): void {
  const root = rootOf(model, body)
  if (named !== undefined && named !== root)
    throw invalid(at, path, `must be "${root}", the root of "${body}", or left out`)
}

function invalid(at: string, path: string, message: string): CommandInvalid {
  const whole = at ? `${at}.${path}` : path
  return new CommandInvalid(`${whole}: ${message}.`, whole)
}

function unreachable(id: string): never {
  throw new Error(`"${id}" was listed and is not there`)
}
