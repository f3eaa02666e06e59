import type { Link, Node } from './model/identity.ts'
import { headsOf } from './model/identity.ts'
import type { EntityRow, EntityStore, Lookup, MovedKey } from './store/entity-store.ts'
import type { Owner } from './store/tables.ts'

/** Which keys mean the same entity, kept in the store and computed again around the keys that changed. */
export class KeyGroups {
  readonly #entities: EntityStore

  constructor(entities: EntityStore) {
    this.#entities = entities
  }

  /**
   * Groups the keys around these again, with the keys of new observations. With `canClear`, a contested name may have
   * become unambiguous: after a merge, an erasure or a newer run. It may also if the keys themselves join
   * two entities.
   */
  async regroup(
    owner: Owner,
    ids: readonly string[],
    given: GivenKeys,
    canClear: boolean,
  ): Promise<Regrouped> {
    const all = [...ids, ...given.nodes.map(({ id }) => id)]
    const near = await this.#grouped(owner, all, given, canClear)
    const wide = !canClear && near.joins ? await this.#grouped(owner, all, given, true) : near
    const { around, headOf, changes } = await this.#withReached(owner, all, given, wide)
    const { newKeys, knownLinks } = around
    const changed = new Map(changes.map((change) => [change.id, change]))
    await this.#entities.changeKeys(owner, {
      added: around.rows
        .filter(({ id }) => newKeys.has(id))
        .map((row) => ({ ...row, ...changed.get(row.id) })),
      moved: changes.filter(({ id }) => !newKeys.has(id)),
      links: given.links.filter((link) => !knownLinks.has(nameOf(link))),
      lookups: given.lookups,
    })
    return { before: around.rows, headOf, changes, newKeys }
  }

  /** A name that became unambiguous joins an entity outside of the group: that one is grouped again too. */
  async #withReached(
    owner: Owner,
    ids: readonly string[],
    given: GivenKeys,
    grouped: Grouped,
  ): Promise<Grouped> {
    const known = new Set(grouped.around.rows.map(({ id }) => id))
    const reached = [...new Set([...known].map((id) => grouped.headOf.get(id) ?? id))].filter(
      (head) => !known.has(head),
    )
    if (reached.length === 0) return grouped
    const more = [...ids, ...reached]
    return this.#withReached(owner, more, given, await this.#grouped(owner, more, given, true))
  }

  async #grouped(
    owner: Owner,
    ids: readonly string[],
    given: GivenKeys,
    canClear: boolean,
  ): Promise<Grouped> {
    const around = await this.#surroundings(owner, ids, given, canClear)
    const { headOf, changes } = await this.#headsAfter(owner, around)
    const moved = new Set(changes.map(({ id }) => id))
    const joins = around.rows.some(({ id, is_name }) => !is_name && !around.newKeys.has(id) && moved.has(id))
    return { around, headOf, changes, joins }
  }

  /** Every key of every entity that these keys belong to, and the links between them. */
  async #surroundings(
    owner: Owner,
    ids: readonly string[],
    given: GivenKeys,
    canClear: boolean,
  ): Promise<Surroundings> {
    const known = byId(await this.#entities.around(owner, ids))
    const added = given.nodes.filter(({ id }) => !known.has(id)).map((node) => newRow(node, given.at))
    const rows = byId([...known.values(), ...added])
    const contested = new Set(
      [...known.values()].filter(({ is_contested }) => is_contested).map(({ id }) => id),
    )
    const stored =
      known.size === 0 ? [] : await this.#entities.links(owner, [...known.keys()], [...contested])
    const knownLinks = new Set(stored.map(nameOf))
    const fresh = given.links.filter((link) => !knownLinks.has(nameOf(link)))
    const around = {
      newKeys: new Set(added.map(({ id }) => id)),
      knownLinks,
      rows: [...rows.values()],
      bystanders: [],
      hasAllCarriers: false,
      links: [...stored, ...fresh.filter(({ to }) => !contested.has(to))],
    }
    return canClear ? this.#withContestedNames(owner, around, fresh) : around
  }

  async #withContestedNames(
    owner: Owner,
    around: Surroundings,
    fresh: readonly Link[],
  ): Promise<Surroundings> {
    const rows = byId(around.rows)
    const contested = around.rows.filter(({ is_contested }) => is_contested)
    const outside = endsOf(around.links).filter((id) => !rows.has(id))
    const outsideNames = (await this.#entities.nodes(owner, outside)).filter(({ is_name }) => is_name)
    const names = byId([...contested, ...outsideNames])
    const nameLinks =
      names.size === 0 ? [] : await this.#entities.linksToNames(owner, [...names.keys()], mostCarriers)
    const all = byId([...around.rows, ...names.values()])
    const links = [...around.links, ...nameLinks, ...fresh.filter(({ to }) => names.has(to))]
    const carriers = endsOf(links).filter((id) => !all.has(id))
    const bystanders = carriers.length === 0 ? [] : await this.#entities.nodes(owner, carriers)
    return { ...around, rows: [...all.values()], bystanders, links, hasAllCarriers: true }
  }

  async #headsAfter(owner: Owner, around: Surroundings): Promise<HeadsAfter> {
    const { rows, bystanders, links, newKeys, hasAllCarriers } = around
    const known = rows.filter(({ id }) => !newKeys.has(id)).map(({ id }) => id)
    const merges = known.length === 0 ? [] : await this.#entities.merges(owner, known)
    const nodes = new Map<string, Node>(rows.map(({ id, is_name }) => [id, { id, isName: is_name }]))
    for (const { id, head_id } of bystanders)
      for (const known of [id, head_id]) if (!nodes.has(known)) nodes.set(known, { id: known, isName: false })
    const inner = links.filter(({ from, to }) => nodes.has(from) && nodes.has(to))
    const toHeads = bystanders.map(({ id, head_id }) => ({ from: id, to: head_id }))
    const headOf = headsOf(
      [...nodes.values()],
      [...inner, ...toHeads],
      merges.map(({ from_id, to_id }) => ({ from: from_id, to: to_id })),
    )
    const carriers = carrierHeads(rows, inner, headOf)
    const changes = rows.flatMap(({ id, head_id, is_contested }) => {
      const head = headOf.get(id) ?? id
      const heads = carriers.get(id)
      const isContested = heads === undefined ? is_contested && !hasAllCarriers : heads.size > 1
      return head === head_id && isContested === is_contested
        ? []
        : [{ id, head_id: head, is_contested: isContested }]
    })
    return { headOf, changes }
  }
}

/** The keys of new observations. */
export interface GivenKeys {
  readonly nodes: readonly (Node & { readonly entityType: string })[]
  readonly links: readonly Link[]
  readonly lookups: readonly Lookup[]
  /** When they were recorded. */
  readonly at: Date
}

export interface Regrouped extends HeadsAfter {
  /** The keys around, as they were before. A new key stood for itself. */
  readonly before: readonly EntityRow[]
  readonly newKeys: ReadonlySet<string>
}

interface Surroundings {
  readonly newKeys: ReadonlySet<string>
  /** The ids of stored links. */
  readonly knownLinks: ReadonlySet<string>
  readonly rows: readonly EntityRow[]
  /** Keys of other entities with the same names. They stay as they are. */
  readonly bystanders: readonly EntityRow[]
  readonly links: readonly Link[]
  /** Whether the links to contested names are among them, up to a bound. */
  readonly hasAllCarriers: boolean
}

/** A name that more keys carry stays contested, whatever is merged. */
export const mostCarriers = 500

interface Grouped extends HeadsAfter {
  readonly around: Surroundings
  /** Two existing entities become one. */
  readonly joins: boolean
}

interface HeadsAfter {
  readonly headOf: ReadonlyMap<string, string>
  readonly changes: readonly MovedKey[]
}

function newRow({ id, isName, entityType }: GivenKeys['nodes'][number], at: Date): EntityRow {
  return {
    id,
    head_id: id,
    entity_type: entityType,
    is_name: isName,
    is_contested: false,
    created_at: at,
  }
}

function carrierHeads(
  rows: readonly EntityRow[],
  links: readonly Link[],
  headOf: ReadonlyMap<string, string>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Set(rows.filter(({ is_name }) => is_name).map(({ id }) => id))
  const carriers = new Map<string, Set<string>>()
  for (const { from, to } of links) {
    if (!names.has(to)) continue
    const heads = carriers.get(to) ?? new Set()
    heads.add(headOf.get(from) ?? from)
    carriers.set(to, heads)
  }
  return carriers
}

function nameOf({ from, to }: Link): string {
  return `${from} ${to}`
}

function byId(rows: readonly EntityRow[]): ReadonlyMap<string, EntityRow> {
  return new Map(rows.map((row) => [row.id, row]))
}

function endsOf(links: readonly Link[]): readonly string[] {
  return [...new Set(links.flatMap(({ from, to }) => [from, to]))]
}
