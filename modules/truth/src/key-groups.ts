import type { Link, Node } from './model/identity.ts'
import { headsOf } from './model/identity.ts'
import type { EntityRow, EntityStore } from './store/entity-store.ts'
import type { Owner } from './store/tables.ts'

/** Which keys mean the same entity, kept in the store and worked out anew around those that changed. */
export class KeyGroups {
  readonly #entities: EntityStore

  constructor(entities: EntityStore) {
    this.#entities = entities
  }

  /**
   * Groups the keys around these anew. With `canClear`, a name that several entities carried may have become clear: after
   * a merge, an erasure or a newer run.
   */
  async regroup(
    owner: Owner,
    ids: readonly string[],
    newKeys: ReadonlySet<string>,
    canClear: boolean,
  ): Promise<Regrouped> {
    const around = await this.#surroundings(owner, ids, newKeys, canClear)
    const { headOf, changes } = await this.#headsAfter(owner, around)
    await this.#entities.setHeads(owner, changes)
    return { before: around.rows, headOf, changes }
  }

  /** Every key of every entity that these keys belong to, and the links between them. */
  async #surroundings(
    owner: Owner,
    ids: readonly string[],
    newKeys: ReadonlySet<string>,
    canClear: boolean,
  ): Promise<Surroundings> {
    const found = await this.#entities.nodes(owner, ids)
    const heads = [...new Set(found.filter(({ id }) => !newKeys.has(id)).map(({ head_id }) => head_id))]
    const members = heads.length === 0 ? [] : await this.#entities.members(owner, heads)
    const rows = byId([...found, ...members])
    const contested = [...rows.values()].filter(({ is_contested }) => is_contested)
    const links = await this.#entities.links(
      owner,
      [...rows.keys()],
      contested.map(({ id }) => id),
    )
    // A name that several entities carry becomes clear again only by a merge, an erasure or a newer run.
    if (!canClear) return { rows: [...rows.values()], bystanders: [], links }
    return this.#withContestedNames(owner, rows, contested, links)
  }

  async #withContestedNames(
    owner: Owner,
    rows: ReadonlyMap<string, EntityRow>,
    contested: readonly EntityRow[],
    links: readonly Link[],
  ): Promise<Surroundings> {
    const outside = endsOf(links).filter((id) => !rows.has(id))
    const outsideNames = (await this.#entities.nodes(owner, outside)).filter(({ is_name }) => is_name)
    const names = byId([...contested, ...outsideNames])
    const nameLinks =
      names.size === 0 ? [] : await this.#entities.linksToNames(owner, [...names.keys()], mostCarriers)
    const all = byId([...rows.values(), ...names.values()])
    const carriers = endsOf(nameLinks).filter((id) => !all.has(id))
    const bystanders = carriers.length === 0 ? [] : await this.#entities.nodes(owner, carriers)
    return { rows: [...all.values()], bystanders, links: [...links, ...nameLinks] }
  }

  async #headsAfter(owner: Owner, { rows, bystanders, links }: Surroundings): Promise<HeadsAfter> {
    const merges = await this.#entities.merges(
      owner,
      rows.map(({ id }) => id),
    )
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
      const isContested = heads === undefined ? is_contested : heads.size > 1
      return head === head_id && isContested === is_contested
        ? []
        : [{ id, head_id: head, is_contested: isContested }]
    })
    return { headOf, changes }
  }
}

export interface Regrouped extends HeadsAfter {
  /** The keys around, as they stood before. */
  readonly before: readonly EntityRow[]
}

interface Surroundings {
  readonly rows: readonly EntityRow[]
  /** Keys of other entities that carry the same names. They stay as they are. */
  readonly bystanders: readonly EntityRow[]
  readonly links: readonly Link[]
}

/** A name that more keys than this carry stays contested, whatever is merged. */
export const mostCarriers = 500

interface HeadsAfter {
  readonly headOf: ReadonlyMap<string, string>
  readonly changes: readonly {
    readonly id: string
    readonly head_id: string
    readonly is_contested: boolean
  }[]
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

function byId(rows: readonly EntityRow[]): ReadonlyMap<string, EntityRow> {
  return new Map(rows.map((row) => [row.id, row]))
}

function endsOf(links: readonly Link[]): readonly string[] {
  return [...new Set(links.flatMap(({ from, to }) => [from, to]))]
}
