import { type Change, type Changes, type Entities, type Entity, type Table, tables } from './changes.ts'
import { shapeProblem } from './entity-rules.ts'
import { limits } from './limits.ts'
import type { Listing } from './public-state.ts'
import { referencesOf } from './references.ts'
import { Id } from './scalars.ts'
import type { UniverseReader } from './universe-tables.ts'

export interface Violation {
  /** Such as `stars.earth.parentId`. */
  readonly path: string
  readonly message: string
  /** The id of the inconsistent entity. */
  readonly ids: readonly string[]
  readonly isLimit?: boolean
}

/** Everything that must hold of a universe, looked at in full. Empty when it does. */
export function violations(universe: Listing): Violation[] {
  const found: Violation[] = []
  findOverLimits(universe, found)
  const rooted = { stars: new Set<string>(), groups: new Set<string>() }
  for (const table of tables) {
    for (const id of universe.ids(table)) {
      const entity = universe.get(table, id)
      if (!entity) continue
      if (!Id.safeParse(id).success) found.push(at(table, id, 'id', 'is not a valid id'))
      findProblems(universe, table, id, entity, found)
      if ((table === 'stars' || table === 'groups') && !isRooted(universe, table, id, rooted[table])) {
        found.push(at(table, id, parentField[table], 'is below itself'))
      }
    }
  }
  return found
}

/** The same, looked at where the changes touched it, in a universe that has them. */
export function violationsOf(universe: UniverseReader, changes: Changes): Violation[] {
  const found: Violation[] = []
  findOverLimits(universe, found)
  for (const table of tables) {
    const entries: Readonly<Record<string, Change<Entity>>> | undefined = changes.tables[table]
    if (!entries) continue
    const rooted = new Set<string>()
    for (const id in entries) {
      const [before = null, after = null] = entries[id] ?? []
      if (!after) {
        findLeftBehind(universe, table, id, found)
        continue
      }
      findProblems(universe, table, id, after, found)
      if (table !== 'stars' && table !== 'groups') continue
      if (before && parentIn(table, before) === parentIn(table, after)) continue
      if (isLeaf(universe, table, id) || isRooted(universe, table, id, rooted)) continue
      found.push(at(table, id, parentField[table], 'is below itself'))
    }
  }
  return found
}

const parentField = { stars: 'parentId', groups: 'parentGroupId' } as const

function findProblems(
  universe: UniverseReader,
  table: Table,
  id: string,
  entity: Entity,
  found: Violation[],
): void {
  if (table === 'stars') findInBody(universe, id, entity as Entities['stars'], found)
  if (table === 'groups') findInGroup(universe, id, entity as Entities['groups'], found)
  if (table === 'members') findInMember(universe, id, entity as Entities['members'], found)
  for (const reference of referencesOf(table, entity)) {
    if (!universe.has(reference.to, reference.id)) {
      found.push(at(table, id, reference.path, `there is no "${reference.id}" in ${reference.to}`))
    }
  }
  const problem = shapeProblem(table, entity)
  if (problem) found.push(at(table, id, problem.path, problem.message))
}

function findInBody(universe: UniverseReader, id: string, body: Entities['stars'], found: Violation[]): void {
  if (body.parentId !== null && !universe.has('stars', body.parentId)) {
    found.push(at('stars', id, 'parentId', `there is no body "${body.parentId}"`))
  }
  const member = body.parentId === null ? undefined : universe.get('members', id)
  if (member) found.push(inGroup(member, id, 'has a parent: only a root is a system'))
  if (universe.has('groups', id)) found.push(at('stars', id, 'id', 'is the id of a group too'))
}

function findInGroup(
  universe: UniverseReader,
  id: string,
  group: Entities['groups'],
  found: Violation[],
): void {
  if (group.parentGroupId !== null && !universe.has('groups', group.parentGroupId)) {
    found.push(at('groups', id, 'parentGroupId', `there is no group "${group.parentGroupId}"`))
  }
  if (universe.has('stars', id)) found.push(at('groups', id, 'id', 'is the id of a body too'))
}

function findInMember(
  universe: UniverseReader,
  id: string,
  member: Entities['members'],
  found: Violation[],
): void {
  if (!universe.has('groups', member.groupId))
    found.push(inGroup(member, id, 'is in a group that is not there'))
  const body = universe.get('stars', id)
  if (!body) found.push(inGroup(member, id, 'is no body'))
  else if (body.parentId !== null) found.push(inGroup(member, id, 'has a parent: only a root is a system'))
}

/** What still hangs on something that is gone. */
function findLeftBehind(universe: UniverseReader, table: Table, id: string, found: Violation[]): void {
  if (table !== 'stars' && table !== 'groups' && table !== 'belts') return
  const children =
    table === 'stars' ? universe.childrenOf(id) : table === 'groups' ? universe.groupChildrenOf(id) : []
  if (children.length > 0) {
    found.push({ ...at(table, id, 'children', 'would be gone while others are below it'), ids: children })
  }
  const member = table === 'stars' ? universe.get('members', id) : undefined
  if (member) found.push(inGroup(member, id, 'would be gone'))
  for (const [from, referrer] of universe.referrersOf(table, id)) {
    found.push(at(from, referrer, 'id', `refers to "${id}", which would be gone`))
  }
}

function findOverLimits(universe: UniverseReader, found: Violation[]): void {
  const scenery =
    universe.size('smallBodyFields') +
    universe.size('protoplanetaryDisks') +
    universe.size('nebulae') +
    universe.size('belts')
  if (universe.size('stars') > limits.bodies) found.push(beyond('stars', `${limits.bodies} bodies`))
  if (universe.size('groups') > limits.groups) found.push(beyond('groups', `${limits.groups} groups`))
  if (scenery > limits.scenery) {
    found.push(beyond('smallBodyFields', `${limits.scenery} fields, disks, nebulae and belts`))
  }
  if (!(Math.abs(universe.time) <= limits.time))
    found.push(beyond('time', `${limits.time} seconds from time 0`))
}

/** Walks up to a root; stops at an entity that is known to reach one. */
function isRooted(
  universe: UniverseReader,
  kind: 'stars' | 'groups',
  id: string,
  known: Set<string>,
): boolean {
  const walked = new Set<string>()
  let at: string | null | undefined = id
  while (at !== null && at !== undefined && !known.has(at)) {
    if (walked.has(at)) return false
    walked.add(at)
    at = kind === 'stars' ? universe.get('stars', at)?.parentId : universe.get('groups', at)?.parentGroupId
  }
  for (const each of walked) known.add(each)
  return true
}

function isLeaf(universe: UniverseReader, kind: 'stars' | 'groups', id: string): boolean {
  return (kind === 'stars' ? universe.childrenOf(id) : universe.groupChildrenOf(id)).length === 0
}

function parentIn(kind: 'stars' | 'groups', entity: Entity): string | null {
  return kind === 'stars'
    ? (entity as Entities['stars']).parentId
    : (entity as Entities['groups']).parentGroupId
}

function at(table: Table, id: string, field: string, message: string): Violation {
  return { path: `${table}.${id}.${field}`, message, ids: [id] }
}

/** A system is reported by its group, where clients see it. */
function inGroup({ groupId }: Entities['members'], id: string, message: string): Violation {
  return { path: `groups.${groupId}.children`, message: `"${id}" ${message}`, ids: [id] }
}

function beyond(path: string, most: string): Violation {
  return { path, message: `a universe holds at most ${most}`, ids: [], isLimit: true }
}
