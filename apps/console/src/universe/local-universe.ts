import type {
  Belt,
  Body,
  Disk,
  Group,
  Membership,
  Nebula,
  Parts,
  SmallBodyField,
  StateGroup,
  TableName,
  Tables,
  UniverseState,
} from '../api/wire.ts'

/** The entities that a step touched, by table. */
export type Touched = Partial<Record<TableName, readonly string[]>> & { readonly time?: boolean }

/**
 * The universe as this page holds it: one table per kind, each body with its parent. So a step that touches one body
 * costs one write, however many bodies there are.
 */
export class LocalUniverse {
  readonly bodies = new Map<string, Body>()
  readonly groups = new Map<string, Group>()
  readonly members = new Map<string, Membership>()
  readonly belts = new Map<string, Belt>()
  readonly smallBodyFields = new Map<string, SmallBodyField>()
  readonly protoplanetaryDisks = new Map<string, Disk>()
  readonly nebulae = new Map<string, Nebula>()
  time = 0

  readonly #children = new Map<string, Set<string>>()
  readonly #sorted = new Map<string, readonly string[]>()

  static of(state: UniverseState): LocalUniverse {
    const universe = new LocalUniverse()
    universe.time = state.time
    for (const [id, { children: _, ...body }] of Object.entries(state.stars)) universe.#put(id, body)
    universe.#order(state.rootIds)
    for (const { children = [] } of Object.values(state.stars)) universe.#order(children)
    universe.#takeGroups(Object.values(state.groups), state.rootGroupIds)
    for (const name of matterTables)
      for (const [id, matter] of Object.entries(state[name])) universe.#set(name, id, matter)
    return universe
  }

  /** Applies the entities that a step changed. */
  follow(parts: Parts): Touched {
    const { time, ...tables } = parts
    const touched: { -readonly [Name in keyof Touched]: Touched[Name] } = {}
    if (time !== undefined) {
      this.time = time
      touched.time = true
    }
    for (const name of tableNames) {
      const rows = tables[name]
      if (rows === undefined) continue
      touched[name] = Object.keys(rows)
      for (const [id, row] of Object.entries(rows)) this.#set(name, id, row)
    }
    return touched
  }

  /** In order; for null, the bodies without a parent. */
  childrenOf(id: string | null): readonly string[] {
    const key = id ?? ''
    const known = this.#sorted.get(key)
    if (known !== undefined) return known
    const sorted = [...(this.#children.get(key) ?? [])].toSorted((a, b) => this.#place(a) - this.#place(b))
    this.#sorted.set(key, sorted)
    return sorted
  }

  /** The body and everything below it, each after its parent. */
  subtreeOf(id: string): string[] {
    // Not recursive: a universe may be a chain of ten thousand bodies.
    const found = [id]
    for (let at = 0; at < found.length; at++) {
      for (const child of this.childrenOf(found[at] ?? '')) found.push(child)
    }
    return found
  }

  /** From the root down to the parent. */
  ancestorsOf(id: string): string[] {
    const path: string[] = []
    let at = this.bodies.get(id)?.parentId ?? null
    while (at !== null && path.length < this.bodies.size) {
      path.unshift(at)
      at = this.bodies.get(at)?.parentId ?? null
    }
    return path
  }

  nameOf(id: string): string {
    const matter = this.matter(id)
    const label = matter !== undefined && 'regionLabel' in matter ? matter.regionLabel : undefined
    return this.bodies.get(id)?.name ?? this.groups.get(id)?.name ?? matter?.name ?? (label || id)
  }

  matter(id: string): Belt | SmallBodyField | Disk | Nebula | undefined {
    for (const name of matterTables) {
      const found = this[name].get(id)
      if (found !== undefined) return found
    }
    return undefined
  }

  /** Whether time 0 is J2000, so that a moment has a date. */
  get hasCalendar(): boolean {
    for (const body of this.bodies.values()) if (body.keplerianElements) return true
    return false
  }

  #set<Name extends TableName>(name: Name, id: string, row: Tables[Name] | null): void {
    if (name === 'stars') {
      this.#drop(id)
      // Safe: `Name` is 'stars' here, but the compiler does not narrow the row.
      if (row !== null) this.#put(id, row as Body)
      return
    }
    // Safe: each table holds rows of its own type, but only their union is known here.
    const table = this[name as Exclude<TableName, 'stars'>] as Map<string, unknown>
    if (row === null) table.delete(id)
    else table.set(id, row)
  }

  #put(id: string, body: Body): void {
    this.bodies.set(id, body)
    const key = body.parentId ?? ''
    const siblings = this.#children.get(key)
    if (siblings === undefined) this.#children.set(key, new Set([id]))
    else siblings.add(id)
    this.#sorted.delete(key)
  }

  #drop(id: string): void {
    const body = this.bodies.get(id)
    if (body === undefined) return
    this.bodies.delete(id)
    this.#children.get(body.parentId ?? '')?.delete(id)
    this.#sorted.delete(body.parentId ?? '')
  }

  #takeGroups(groups: readonly StateGroup[], rootGroupIds: readonly string[]): void {
    const places = new Map(rootGroupIds.map((id, order) => [id, order]))
    for (const { id, children = [] } of groups)
      for (const [order, child] of children.entries()) {
        if (child.type === 'group') places.set(child.id, order)
        else this.members.set(child.id, { groupId: id, type: 'system', order })
      }
    for (const { children: _, ...group } of groups)
      this.groups.set(group.id, { ...group, order: places.get(group.id) ?? 0 })
  }

  #order(ids: readonly string[]): void {
    for (const [order, id] of ids.entries()) {
      const body = this.bodies.get(id)
      if (body !== undefined && body.order === undefined) this.bodies.set(id, { ...body, order })
    }
  }

  #place(id: string): number {
    return this.bodies.get(id)?.order ?? Number.MAX_SAFE_INTEGER
  }
}

export const matterTables = ['belts', 'smallBodyFields', 'protoplanetaryDisks', 'nebulae'] as const

const tableNames = ['stars', 'groups', 'members', ...matterTables] as const
