import type { Group, Star, UniverseState } from '../domain/universe-state.ts'
import type { Model } from '../domain/model.ts'
import type { UniverseInfo } from '../service/universe-service.ts'

/** Of the tops of trees, so that a universe of any size is summarised in some 400 tokens. */
const roomForTops = 700
const longestName = 40

/** What is in a universe, without the details of each entity. */
export function summaryOf(universe: UniverseInfo & { readonly model: Model }) {
  const { id, name, revision, role } = universe
  const state = universe.model.state()
  const below = descendants(state)
  const roots = state.rootIds.map((each) => rootLine(state.stars[each], below))
  const groups = state.rootGroupIds.map((each) => groupLine(state.groups[each]))
  const { shown, left } = fitting(roots.filter(isThere), roomForTops)
  const fewer = fitting(groups.filter(isThere), roomForTops - JSON.stringify(shown).length)
  return {
    view: 'summary' as const,
    id,
    name: short(name),
    revision,
    role,
    time: state.time,
    counts: countsOf(state),
    bodyTypes: typesOf(state),
    roots: shown,
    ...(left > 0 ? { rootsLeftOut: left } : {}),
    ...(fewer.shown.length > 0 ? { groups: fewer.shown } : {}),
    ...(fewer.left > 0 ? { groupsLeftOut: fewer.left } : {}),
    next: 'view subtree with bodyId, or full',
  }
}

/** Largest first as long as there is room; how many are left out. */
function fitting<Line extends { readonly size: number }>(lines: readonly Line[], room: number) {
  const shown: Omit<Line, 'size'>[] = []
  let used = 0
  for (const { size: _, ...line } of lines.toSorted((a, b) => b.size - a.size)) {
    used += JSON.stringify(line).length
    if (used > room) break
    shown.push(line)
  }
  return { shown, left: lines.length - shown.length }
}

function rootLine(star: Star | undefined, below: ReadonlyMap<string, number>) {
  if (star === undefined) return undefined
  const size = below.get(star.id) ?? 0
  return { id: star.id, name: short(star.name), type: star.bodyType ?? 'star', below: size, size }
}

function groupLine(group: Group | undefined) {
  if (group === undefined) return undefined
  const size = group.children.length
  return { id: group.id, name: short(group.name), members: size, size }
}

/** How many bodies are below each, however deep the trees are. */
function descendants({ stars, rootIds }: UniverseState): ReadonlyMap<string, number> {
  const order = [...rootIds]
  for (let at = 0; at < order.length; at++) order.push(...(stars[order[at] ?? '']?.children ?? []))
  const below = new Map<string, number>()
  for (const id of order.toReversed()) {
    const parentId = stars[id]?.parentId ?? null
    if (parentId !== null) below.set(parentId, (below.get(parentId) ?? 0) + (below.get(id) ?? 0) + 1)
  }
  return below
}

function countsOf(state: UniverseState): Readonly<Record<string, number>> {
  const { stars, groups, belts, smallBodyFields, protoplanetaryDisks, nebulae } = state
  const parts = { stars, groups, belts, smallBodyFields, protoplanetaryDisks, nebulae }
  const counted = Object.entries(parts).map(([part, record]) => [part, Object.keys(record).length] as const)
  return Object.fromEntries(counted.filter(([part, number]) => number > 0 || part === 'stars'))
}

function typesOf({ stars }: UniverseState): Readonly<Record<string, number>> {
  const types: Record<string, number> = {}
  for (const { bodyType = 'star' } of Object.values(stars)) types[bodyType] = (types[bodyType] ?? 0) + 1
  return types
}

function short(name: string): string {
  return name.length <= longestName ? name : `${name.slice(0, longestName - 1).toWellFormed()}…`
}

function isThere<Line>(line: Line | undefined): line is Line {
  return line !== undefined
}
