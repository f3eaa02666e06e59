import type { Json, JsonObject } from '@quipu/kit'
import { canonicalText, entityIdOf, sha256 } from './ids.ts'
import { normalIdentifier, normalName } from './normal-forms.ts'
import type { ObservationKeys } from './observation.ts'
import type { EntitySchema, IdentifierRule } from './schema.ts'

/** The identity of the entity that one statement is about. */
export interface Keys {
  readonly entityId: string
  readonly keys: ObservationKeys
  /** Normalised identifiers, for looking the entity up. */
  readonly lookups: readonly string[]
}

/**
 * Strong identifiers first, then the canonical name, then the statement itself. It depends only on the statement, so the same
 * document gives the same keys whenever it arrives. `occurrence` counts equal statements of one source from 0.
 */
export function keysOf(schema: EntitySchema, fields: JsonObject, occurrence = 0): Keys {
  const { entityType } = schema
  const found = schema.identifiers.flatMap((rule) => identifiersOf(rule, fields))
  const identifiers = [...new Set(found.map(({ key }) => entityIdOf(entityType, key)))]
  const rule = nameRule(schema, fields)
  const nameKey = rule?.map((part) => normalPart(fields[part])).join(' ') ?? ''
  const nth = schema.isRepeatable && occurrence > 0 ? `#${occurrence + 1}` : ''
  const name = nameKey === '' ? undefined : entityIdOf(entityType, `${nameKey}${nth}`)
  const lookups = [
    ...new Set([...found.flatMap(({ lookup }) => lookup), ...(nameKey === '' ? [] : [nameKey])]),
  ]
  return {
    entityId:
      identifiers[0] ?? name ?? entityIdOf(entityType, `content:${sha256(canonicalText(fields))}${nth}`),
    keys: { identifiers, name },
    lookups,
  }
}

/** The name under which an entity is shown. */
export function canonicalNameOf(schema: EntitySchema, fields: JsonObject): string {
  const name =
    nameRule(schema, fields)
      ?.map((part) => textOf(fields[part]))
      .join(' ') ?? ''
  return shortened(name || schema.entityType)
}

function nameRule({ names }: EntitySchema, fields: JsonObject): readonly string[] | undefined {
  return names.find((parts) => parts.every((part) => hasText(fields[part])))
}

/** A key that stands for an entity until it is joined with others. */
export interface Node {
  readonly id: string
  /** A name joins keys only if nothing else distinguishes them. */
  readonly isName: boolean
}

/** Two keys of one observation: they mean the same entity. */
export interface Link {
  readonly from: string
  readonly to: string
}

/** Merges by people, in the order in which they were made: everything under `from` counts as `to`. */
export type Merge = Link

/**
 * Which entity each key belongs to: the id of the key that stands for it. Identifiers that occur together are one
 * entity. Merges join entities and decide which id stands for both. A name joins the one entity that carries it; a name
 * that several carry stands for itself, because it is ambiguous.
 */
export function headsOf(
  nodes: readonly Node[],
  links: readonly Link[],
  merges: readonly Merge[],
): ReadonlyMap<string, string> {
  const groups = new Groups(nodes)
  const names = new Set(nodes.filter(({ isName }) => isName).map(({ id }) => id))
  for (const { from, to } of links) if (!names.has(from) && !names.has(to)) groups.join(from, to)
  for (const { from, to } of merges) groups.join(from, to, groups.headOf(to))
  const merged = new Set(merges.flatMap(({ from, to }) => [from, to]))
  for (const [name, carriers] of carriersOf(names, links)) {
    const [owner, ...others] = new Set(carriers.map((carrier) => groups.headOf(carrier)))
    if (owner !== undefined && others.length === 0 && !merged.has(name)) groups.join(name, owner, owner)
  }
  return new Map(nodes.map(({ id }) => [id, groups.headOf(id)]))
}

/** The nodes and links of observations. */
export function graphOf(
  observations: Iterable<{ readonly entityId: string; readonly keys: ObservationKeys }>,
): {
  readonly nodes: readonly Node[]
  readonly links: readonly Link[]
} {
  const ids = new Set<string>()
  const names = new Set<string>()
  const strong = new Set<string>()
  const links = new Map<string, Link>()
  for (const { entityId, keys } of observations) {
    const { identifiers, name } = keys
    ids.add(entityId)
    for (const id of identifiers) strong.add(id)
    if (name !== undefined) names.add(name)
    const others = [...identifiers, ...(name === undefined ? [] : [name])].filter((id) => id !== entityId)
    for (const to of others) links.set(`${entityId} ${to}`, { from: entityId, to })
  }
  // A correction has a key without its kind, so all observations are read first.
  const all = new Set([...ids, ...strong, ...names])
  return {
    nodes: [...all].map((id) => ({ id, isName: names.has(id) && !strong.has(id) })),
    links: [...links.values()],
  }
}

class Groups {
  readonly #parents = new Map<string, string>()
  readonly #nodes: ReadonlyMap<string, Node>

  constructor(nodes: readonly Node[]) {
    this.#nodes = new Map(nodes.map((node) => [node.id, node]))
  }

  headOf(id: string): string {
    let head = id
    for (let parent = this.#parents.get(head); parent !== undefined; parent = this.#parents.get(head))
      head = parent
    if (head !== id) this.#parents.set(id, head)
    return head
  }

  /** Without a head, the identifier with the smallest id becomes the head, so that the order of joins does not matter. */
  join(a: string, b: string, head?: string): void {
    const [x, y] = [this.headOf(a), this.headOf(b)]
    if (x === y) return
    const winner = head ?? (this.#comesFirst(x, y) ? x : y)
    this.#parents.set(winner === x ? y : x, winner)
  }

  #comesFirst(x: string, y: string): boolean {
    const [nameX, nameY] = [this.#nodes.get(x)?.isName ?? false, this.#nodes.get(y)?.isName ?? false]
    return nameX === nameY ? x < y : nameY
  }
}

function carriersOf(
  names: ReadonlySet<string>,
  links: readonly Link[],
): ReadonlyMap<string, readonly string[]> {
  const carriers = new Map<string, string[]>()
  for (const { from, to } of links) {
    const [name, carrier] = names.has(to) ? [to, from] : names.has(from) ? [from, to] : []
    if (name === undefined || carrier === undefined) continue
    const known = carriers.get(name)
    if (known === undefined) carriers.set(name, [carrier])
    else known.push(carrier)
  }
  return carriers
}

function identifiersOf(
  rule: IdentifierRule,
  fields: JsonObject,
): readonly { readonly key: string; readonly lookup: readonly string[] }[] {
  const lists = rule.map(({ field, form, isOptional }) => {
    const value = fields[field] ?? null
    const values = Array.isArray(value) ? value : [value]
    const normal = values
      .map((item: Json) => normalIdentifier(form, item))
      .filter((item) => item !== undefined)
    return normal.length === 0 && isOptional ? [''] : normal
  })
  if (lists.some((list) => list.length === 0)) return []
  const name = rule.map(({ field, form }) => (form === 'email' ? 'email' : field)).join('+')
  if (lists.length === 1) return lists[0]!.map((value) => ({ key: `${name}=${value}`, lookup: [value] }))
  const values = lists.map((list) => list[0]!)
  // The first part of a composite identifier is the number that people use.
  return [{ key: `${name}=${JSON.stringify(values)}`, lookup: [values[0]!] }]
}

function normalPart(value: Json | undefined): string {
  if (typeof value === 'number') return String(value)
  const text = textOf(value)
  return normalName(text) || text.trim().toLowerCase()
}

function textOf(value: Json | undefined): string {
  if (Array.isArray(value)) return textOf(value[0])
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}

function hasText(value: Json | undefined): boolean {
  return textOf(value) !== ''
}

/** Names are shown in lists and indexed: a whole note is not a name. */
function shortened(name: string): string {
  const letters = Array.from(name.replace(/\s+/g, ' '))
  return letters.length <= 200 ? letters.join('') : `${letters.slice(0, 199).join('')}…`
}
