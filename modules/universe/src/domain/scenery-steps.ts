import type { Entities } from './changes.ts'
import type { CommandOf } from './commands.ts'
import type { Draft } from './draft.ts'
import type { UniverseEvent } from './events.ts'
import { CommandRefused } from './refusal.ts'
import { defined, type Patch, patched } from './shape.ts'
import { bodyOf } from './star-steps.ts'
import { rootOf } from './universe-tables.ts'

type Scenery = 'smallBodyFields' | 'protoplanetaryDisks' | 'nebulae'
type Written =
  | CommandOf<'addSmallBodyField'>['field']
  | CommandOf<'addProtoplanetaryDisk'>['disk']
  | CommandOf<'addNebula'>['nebula']

const words = {
  smallBodyFields: {
    one: 'smallBodyField',
    said: 'small body field',
    set: 'smallBodyFieldsSet',
    field: 'fields',
  },
  protoplanetaryDisks: {
    one: 'protoplanetaryDisk',
    said: 'protoplanetary disk',
    set: 'protoplanetaryDisksSet',
    field: 'disks',
  },
  nebulae: { one: 'nebula', said: 'nebula', set: 'nebulaeSet', field: 'nebulae' },
} as const

export function addScenery(draft: Draft, table: Scenery, entry: Written): UniverseEvent[] {
  const { one, said } = words[table]
  const { id } = entry
  if (draft.has(table, id)) {
    const message = `There is a ${said} "${id}" already; choose another id.`
    throw new CommandRefused('idTaken', message, { path: `${pathOf(table)}.id`, ids: [id] })
  }
  put(draft, table, entry, pathOf(table))
  return [{ type: `${one}Added`, id }]
}

/** All that were there go; those given come. */
export function setScenery(
  draft: Draft,
  table: Scenery,
  entries: Readonly<Record<string, Written>>,
): UniverseEvent[] {
  const { set, field } = words[table]
  const all = [...draft.ids(table)]
  for (const id of all) if (!Object.hasOwn(entries, id)) draft.set(table, id, null)
  for (const [id, entry] of Object.entries(entries)) put(draft, table, { ...entry, id }, `${field}.${id}`)
  return [{ type: set, ids: Object.keys(entries) }]
}

export function updateScenery<T extends Scenery>(
  draft: Draft,
  table: T,
  id: string,
  patch: object,
): UniverseEvent[] {
  const next = patched(found(draft, table, id), patch as Patch<Entities[T]>)
  const body = bodyBelow(next)
  if (body) bodyOf(draft, body.id, `patch.${body.field}`)
  refuseLostGroups(draft, next, 'patch')
  draft.set(table, id, next)
  return [{ type: `${words[table].one}Updated`, id }]
}

export function removeScenery(draft: Draft, table: Scenery, id: string): UniverseEvent[] {
  found(draft, table, id)
  draft.set(table, id, null)
  return [{ type: `${words[table].one}Removed`, id }]
}

function put(draft: Draft, table: Scenery, entry: Written, path: string): void {
  const { systemId, ...entity } = { systemId: undefined, ...defined(entry) }
  const body = bodyBelow(entity)
  if (body) {
    bodyOf(draft, body.id, `${path}.${body.field}`)
    refuseOtherSystem(draft, systemId, body.id, `${path}.systemId`)
  }
  refuseLostGroups(draft, entity, path)
  // The entry was parsed by the schema of this table.
  draft.set(table, entity.id, entity as never)
}

function found<T extends Scenery>(draft: Draft, table: T, id: string): Entities[T] {
  const entity = draft.get(table, id)
  const { one, said } = words[table]
  if (!entity)
    throw new CommandRefused(`${one}NotFound`, `There is no ${said} "${id}".`, { path: 'id', ids: [id] })
  return entity
}

/** The body that it lies about. */
function bodyBelow(entity: object): { readonly id: string; readonly field: string } | undefined {
  if ('hostStarId' in entity) return { id: String(entity.hostStarId), field: 'hostStarId' }
  if ('centralStarId' in entity) return { id: String(entity.centralStarId), field: 'centralStarId' }
  return undefined
}

function refuseOtherSystem(draft: Draft, named: string | undefined, body: string, path: string): void {
  const root = rootOf(draft, body)
  if (named === undefined || named === root) return
  const message = `systemId must be "${root}", the root of "${body}"; leave it out.`
  throw new CommandRefused('invariantBroken', message, { path, ids: [named] })
}

function refuseLostGroups(draft: Draft, entity: object, path: string): void {
  if (!('associatedGroupIds' in entity) || !Array.isArray(entity.associatedGroupIds)) return
  entity.associatedGroupIds.forEach((id: string, index) => {
    if (draft.has('groups', id)) return
    const details = { path: `${path}.associatedGroupIds.${index}`, ids: [id] }
    throw new CommandRefused('groupNotFound', `There is no group "${id}".`, details)
  })
}

function pathOf(table: Scenery): string {
  return table === 'smallBodyFields' ? 'field' : table === 'protoplanetaryDisks' ? 'disk' : 'nebula'
}
