import type { Bus, Caller, Change } from '@quipu/kit'
import { changeTopic } from '@quipu/kit'
import type { View } from './exchange.ts'
import type { Fields } from './protocol.ts'
import { code, isFields, RpcError } from './protocol.ts'

/** What one client wants to hear of, as far as it may. */
export interface Filter {
  readonly toolsListChanged?: true
  readonly promptsListChanged?: true
  readonly resourcesListChanged?: true
  readonly resourceSubscriptions?: readonly string[]
}

export const mostUris = 1000

/** The part of a wish that is honoured: known kinds, and resources that the caller may read. */
export function honoured(wish: unknown, view: View, caller: Caller): Filter {
  if (!isFields(wish)) throw new RpcError(code.invalidParams, 'notifications must be an object')
  const uris = wish['resourceSubscriptions']
  if (uris !== undefined && (!Array.isArray(uris) || uris.length > mostUris)) {
    throw new RpcError(
      code.invalidParams,
      `resourceSubscriptions must be a list of at most ${mostUris} addresses`,
    )
  }
  const allowed = (uris ?? []).filter(
    (uri): uri is string => typeof uri === 'string' && mayWatch(uri, view, caller),
  )
  return {
    ...(wish['toolsListChanged'] === true ? { toolsListChanged: true } : {}),
    ...(wish['promptsListChanged'] === true ? { promptsListChanged: true } : {}),
    ...(wish['resourcesListChanged'] === true ? { resourcesListChanged: true } : {}),
    ...(uris === undefined ? {} : { resourceSubscriptions: allowed }),
  }
}

export function mayWatch(uri: string, view: View, caller: Caller): boolean {
  const found = view.profile.resource(uri)
  return found !== undefined && found.offer.thing.needs.every((need) => caller.permissions.has(need))
}

export interface Heard {
  readonly method: string
  readonly params: Fields
}

/** Calls back for each change that the filter lets through and that this user may know of. */
export function listen(
  bus: Bus,
  userId: string,
  filter: () => Filter,
  heard: (notice: Heard) => void,
): () => void {
  return bus.subscribe(changeTopic, (message) => {
    // Only `catalogueChanged` and `resourceChanged` publish on this topic.
    const notice = noticeOf(message as Change, filter(), userId)
    if (notice !== undefined) heard(notice)
  })
}

function noticeOf(change: Change, filter: Filter, userId: string): Heard | undefined {
  if (change.kind === 'resource') {
    const isTheirs = change.userId === undefined || change.userId === userId
    if (!isTheirs || filter.resourceSubscriptions?.includes(change.uri) !== true) return undefined
    return { method: 'notifications/resources/updated', params: { uri: change.uri } }
  }
  if (filter[`${change.kind}ListChanged`] !== true) return undefined
  return { method: `notifications/${change.kind}/list_changed`, params: {} }
}
