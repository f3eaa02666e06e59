import type { Fields } from '../input/fields.ts'
import { metaKey } from './protocol.ts'

/** What an era adds to a serialised result. Everything else about a result is the same in both. */
export interface Wire {
  readonly era: 'modern' | 'legacy'
  complete(json: string, meta?: Fields): string
  cacheable(json: string, ttlMs: number, scope: 'public' | 'private'): string
  inputRequired(requests: Fields, state: string): string
}

export const legacyWire: Wire = {
  era: 'legacy',
  complete: (json, meta) => (meta === undefined ? json : append(json, `"_meta":${JSON.stringify(meta)}}`)),
  cacheable: (json) => json,
  inputRequired: () => {
    throw new Error('A legacy client is asked by a request of its own')
  },
}

export function modernWire(server: { readonly name: string; readonly version: string }): Wire {
  const identity = { [metaKey.serverInfo]: server }
  const plainTail = `"resultType":"complete","_meta":${JSON.stringify(identity)}}`
  return {
    era: 'modern',
    complete: (json, meta) =>
      append(
        json,
        meta === undefined
          ? plainTail
          : `"resultType":"complete","_meta":${JSON.stringify({ ...meta, ...identity })}}`,
      ),
    cacheable: (json, ttlMs, scope) => append(json, `"ttlMs":${ttlMs},"cacheScope":"${scope}",${plainTail}`),
    inputRequired: (requests, state) =>
      JSON.stringify({
        resultType: 'input_required',
        inputRequests: requests,
        requestState: state,
        _meta: identity,
      }),
  }
}

function append(json: string, tail: string): string {
  return json === '{}' ? `{${tail}` : `${json.slice(0, -1)},${tail}`
}
