import { typeOf } from '../display-scale.ts'
import { matterTables, type LocalUniverse } from '../local-universe.ts'
import type { BodyType } from '../../api/wire.ts'

export type RowKind = BodyType | 'group' | 'matter' | 'heading'

/** One visible line of the tree, with the position that assistive technology needs. */
export interface Row {
  /** Unique in the tree. Differs from `id` when one body is shown twice. */
  readonly key: string
  readonly id: string
  readonly name: string
  readonly kind: RowKind
  readonly color: string | undefined
  /** From 1. */
  readonly level: number
  readonly position: number
  readonly siblings: number
  /** Undefined for a leaf. */
  readonly isOpen: boolean | undefined
  readonly parentKey: string | null
}

export interface Look {
  /** Keys of rows that differ from their initial state. Initially, roots and groups are open and all others closed. */
  readonly turned: ReadonlySet<string>
  readonly search: string
}

/** The visible rows from top to bottom: groups, then systems without a group, then everything that is not a body. */
export function visibleRows(universe: LocalUniverse, look: Look): Row[] {
  const rows: Row[] = []
  const search = look.search.trim().toLowerCase()
  const wanted = search === '' ? undefined : matching(rootsOf(universe), search)
  show(rootsOf(universe), 1, null, { rows, turned: look.turned, wanted })
  return rows
}

/** The keys to toggle so that the body's row becomes visible. */
export function turnedToShow(
  universe: LocalUniverse,
  id: string,
  turned: ReadonlySet<string>,
): ReadonlySet<string> {
  const missing = universe
    .ancestorsOf(id)
    .filter(
      (ancestor) => isOpenIn({ key: ancestor, opensAtFirst: isRoot(universe, ancestor) }, turned) === false,
    )
  if (missing.length === 0) return turned
  const next = new Set(turned)
  for (const key of missing) if (!next.delete(key)) next.add(key)
  return next
}

interface Node {
  readonly key: string
  readonly id: string
  readonly name: string
  readonly kind: RowKind
  readonly color: string | undefined
  readonly opensAtFirst: boolean
  readonly hasChildren: boolean
  children(): Node[]
}

interface Shown {
  readonly rows: Row[]
  readonly turned: ReadonlySet<string>
  /** Keys that match the search or lead to a match. */
  readonly wanted: ReadonlySet<string> | undefined
}

function show(nodes: readonly Node[], level: number, parentKey: string | null, shown: Shown): void {
  const { wanted } = shown
  const kept = wanted === undefined ? nodes : nodes.filter(({ key }) => wanted.has(key))
  for (const [index, node] of kept.entries()) {
    const { key, id, name, kind, color } = node
    const isOpen = node.hasChildren ? wanted !== undefined || isOpenIn(node, shown.turned) : undefined
    const place = { level, position: index + 1, siblings: kept.length }
    shown.rows.push({ key, id, name, kind, color, ...place, isOpen, parentKey })
    if (isOpen === true) show(node.children(), level + 1, key, shown)
  }
}

/** Keys of the matches and of all their ancestors. */
function matching(roots: readonly Node[], search: string): Set<string> {
  const all = roots.map((node) => ({ node, above: -1, isWanted: false }))
  for (let at = 0; at < all.length; at++)
    for (const node of all[at]?.node.children() ?? []) all.push({ node, above: at, isWanted: false })
  const found = new Set<string>()
  for (const each of all.toReversed()) {
    const { node } = each
    const isMatch = node.kind !== 'heading' && node.name.toLowerCase().includes(search)
    if (!isMatch && !each.isWanted) continue
    found.add(node.key)
    const above = all[each.above]
    if (above !== undefined) above.isWanted = true
  }
  return found
}

function isOpenIn(
  { key, opensAtFirst }: Pick<Node, 'key' | 'opensAtFirst'>,
  turned: ReadonlySet<string>,
): boolean {
  return turned.has(key) ? !opensAtFirst : opensAtFirst
}

function rootsOf(universe: LocalUniverse): Node[] {
  const inside = groupContents(universe)
  const loose = universe.childrenOf(null).filter((id) => !universe.members.has(id))
  return [
    ...(inside.get('') ?? []).map(({ id }) => groupNode(universe, id, inside)),
    ...loose.flatMap((id) => bodyNode(universe, id, true)),
    ...matterNodes(universe),
  ]
}

interface Content {
  readonly id: string
  readonly isGroup: boolean
  readonly order: number
}

/** The contents of each group, in order. '' holds the groups that are in no group. */
function groupContents(universe: LocalUniverse): Map<string, Content[]> {
  const inside = new Map<string, Content[]>()
  const put = (groupId: string, content: Content) => {
    const contents = inside.get(groupId)
    if (contents === undefined) inside.set(groupId, [content])
    else contents.push(content)
  }
  for (const { id, parentGroupId, order = 0 } of universe.groups.values())
    put(parentGroupId ?? '', { id, isGroup: true, order })
  for (const [id, { groupId, order = 0 }] of universe.members) put(groupId, { id, isGroup: false, order })
  for (const contents of inside.values()) contents.sort((a, b) => a.order - b.order)
  return inside
}

function groupNode(
  universe: LocalUniverse,
  id: string,
  inside: ReadonlyMap<string, readonly Content[]>,
): Node {
  const group = universe.groups.get(id)
  const contents = inside.get(id) ?? []
  return {
    key: `group:${id}`,
    id,
    name: group?.name ?? id,
    kind: 'group',
    color: group?.color,
    opensAtFirst: true,
    hasChildren: contents.length > 0,
    children: () =>
      contents.flatMap((child) =>
        child.isGroup ? groupNode(universe, child.id, inside) : bodyNode(universe, child.id, true),
      ),
  }
}

function bodyNode(universe: LocalUniverse, id: string, opensAtFirst: boolean): Node[] {
  const body = universe.bodies.get(id)
  if (body === undefined) return []
  return [
    {
      key: id,
      id,
      name: body.name,
      kind: typeOf(body),
      color: body.color,
      opensAtFirst,
      hasChildren: universe.childrenOf(id).length > 0,
      children: () => universe.childrenOf(id).flatMap((child) => bodyNode(universe, child, false)),
    },
  ]
}

function matterNodes(universe: LocalUniverse): Node[] {
  const all = matterTables.flatMap((name) => [...universe[name].values()])
  if (all.length === 0) return []
  const leaves = all.map((matter) => ({
    key: `matter:${matter.id}`,
    id: matter.id,
    name: universe.nameOf(matter.id),
    kind: 'matter' as const,
    color: undefined,
    opensAtFirst: false,
    hasChildren: false,
    children: () => [],
  }))
  const heading = 'Belts, disks and nebulae'
  return [
    {
      key: 'matter:',
      id: 'matter:',
      name: heading,
      kind: 'heading',
      color: undefined,
      opensAtFirst: true,
      hasChildren: true,
      children: () => leaves,
    },
  ]
}

function isRoot(universe: LocalUniverse, id: string): boolean {
  return universe.bodies.get(id)?.parentId === null
}
