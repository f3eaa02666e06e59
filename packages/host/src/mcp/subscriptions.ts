import type { Bus, Caller, Change } from '@quipu/kit'
import { changeTopic } from '@quipu/kit'
import type { Fields } from '../input/fields.ts'
import { isFields } from '../input/fields.ts'
import type { View } from './exchange.ts'
import { code, RpcError } from './protocol.ts'

/** What one client is notified of, as far as it may. */
export interface Filter {
  readonly toolsListChanged?: true
  readonly promptsListChanged?: true
  readonly resourcesListChanged?: true
  readonly resourceSubscriptions?: readonly string[]
}

export const mostUris = 1000
const longestUri = 2_048

/** The part of a request that is accepted: known kinds, and resources that the caller may read. */
export function honoured(requested: unknown, view: View, caller: Caller): Filter {
  if (!isFields(requested)) throw new RpcError(code.invalidParams, 'notifications must be an object')
  const uris = requested['resourceSubscriptions']
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
    ...(requested['toolsListChanged'] === true ? { toolsListChanged: true } : {}),
    ...(requested['promptsListChanged'] === true ? { promptsListChanged: true } : {}),
    ...(requested['resourcesListChanged'] === true ? { resourcesListChanged: true } : {}),
    ...(uris === undefined ? {} : { resourceSubscriptions: allowed }),
  }
}

function mayWatch(uri: string, view: View, caller: Caller): boolean {
  return neededToWatch(uri, view, caller) !== undefined
}

/** The permissions that reading the resource needs; undefined if the caller lacks one, or if it does not exist. */
export function neededToWatch(uri: string, view: View, caller: Caller): readonly string[] | undefined {
  if (uri.length > longestUri) return undefined
  const needs = view.profile.resource(uri)?.offer.thing.needs
  return needs?.every((need) => caller.permissions.has(need)) === true ? needs : undefined
}

export interface Heard {
  readonly method: string
  readonly params: Fields
}

/** Calls back for each change that passes the filter and that this user may know of. */
export function listen(
  bus: Bus,
  userId: string,
  interest: Interest,
  heard: (notice: Heard) => void,
): () => void {
  return bus.subscribe(changeTopic, (message) => {
    if (!isChange(message)) return
    const notice = noticeOf(message, interest, userId)
    if (notice !== undefined) heard(notice)
  })
}

/** The notifications of a client that is notified of every list and watches these resources. */
export function allNotices(uris: Iterable<string>): readonly Heard[] {
  return [...lists.map(listNotice), ...Array.from(uris, resourceNotice)]
}

/** What a client is notified of, evaluated at each change. */
export interface Interest {
  hasList(kind: List): boolean
  watches(uri: string): boolean
}

function noticeOf(change: Change, interest: Interest, userId: string): Heard | undefined {
  if (change.kind === 'resource') {
    const isTheirs = change.userId === undefined || change.userId === userId
    if (!isTheirs || !interest.watches(change.uri)) return undefined
    return resourceNotice(change.uri)
  }
  if (!interest.hasList(change.kind)) return undefined
  return listNotice(change.kind)
}

const lists = ['tools', 'prompts', 'resources'] as const
type List = (typeof lists)[number]

function listNotice(list: List): Heard {
  return { method: `notifications/${list}/list_changed`, params: {} }
}

function resourceNotice(uri: string): Heard {
  return { method: 'notifications/resources/updated', params: { uri } }
}

/** The bus may carry messages that no module has sent: others can write to Redis too. */
function isChange(message: unknown): message is Change {
  if (!isFields(message)) return false
  const { kind, uri, userId } = message
  if (kind === 'tools' || kind === 'prompts' || kind === 'resources') return true
  return (
    kind === 'resource' &&
    typeof uri === 'string' &&
    (userId === undefined || userId === null || typeof userId === 'string')
  )
}
