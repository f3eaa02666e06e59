import type { IncomingHttpHeaders } from 'node:http'
import type { Shower } from './shown.ts'
import type { World } from './world.ts'

export type Generation = 'v1' | 'v2'

/** One request, known to be allowed. */
export interface Asked {
  readonly world: World
  readonly generation: Generation
  readonly user: number
  readonly show: Shower
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: unknown
  readonly maxItemsPerPage: number
  /** What the caller wants to be shown beside the task itself. */
  readonly expand: readonly string[]
  id(param: string): number
}

export interface Answer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Of a list: the server pages it, each generation in its own way. `show` is called for what is on the page only. */
  readonly items?: { readonly all: readonly unknown[]; readonly show: (item: never) => unknown }
  readonly file?: { readonly type: string; readonly bytes: Uint8Array }
}

export interface Route {
  readonly generation: Generation
  readonly method: string
  /** With `:name` for parameters. */
  readonly path: string
  readonly isPublic: boolean
  /** Since this version of Vikunja. */
  readonly since: number
  readonly run: (asked: Asked) => Answer
}

type Place = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`

/** The same handler at its place in each generation. */
export function both(
  v1: Place | null,
  v2: Place | null,
  run: Route['run'],
  more: { readonly isPublic?: boolean; readonly since?: number } = {},
): Route[] {
  const { isPublic = false, since = 0 } = more
  return (['v1', 'v2'] as const).flatMap((generation) => {
    const place = generation === 'v1' ? v1 : v2
    if (place === null) return []
    const [method = '', path = ''] = place.split(' ')
    return [{ generation, method, path, isPublic, since, run }]
  })
}

export function listed<Item>(all: readonly Item[], show: (item: Item) => unknown): Answer {
  return { items: { all, show } }
}

/** What was made: v1 and v2 both say 201. */
export function made(body: unknown): Answer {
  return { status: 201, body }
}

/** v1 says that it is gone, v2 says nothing. */
export function gone({ generation }: Asked): Answer {
  return generation === 'v1' ? { body: { message: 'Successfully deleted.' } } : { status: 204 }
}
