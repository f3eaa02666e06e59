import type { ServerResponse } from 'node:http'
import type { TransportLimit } from '../limits/transport-policies.ts'
import type { Standing } from '../limits/windows.ts'

/** The names of the fields, for pages of other sites that may read them. */
export const limitFieldNames =
  'ratelimit-limit, ratelimit-remaining, ratelimit-reset, ratelimit-policy, ratelimit'

/**
 * The header fields of one limit, as a flat list ready for `writeHead`: the three that most clients know, and the two
 * of the current draft (draft-ietf-httpapi-ratelimit-headers).
 */
export class LimitFields {
  readonly #limit: string
  readonly #policy: string
  readonly #name: string

  constructor({ name, policy: { points, seconds } }: TransportLimit) {
    this.#limit = String(points)
    this.#name = `"${name}"`
    this.#policy = `"${name}";q=${points};w=${seconds}`
  }

  of({ remaining, resetSeconds }: Standing): readonly string[] {
    return [
      'ratelimit-limit',
      this.#limit,
      'ratelimit-remaining',
      String(remaining),
      'ratelimit-reset',
      String(resetSeconds),
      'ratelimit-policy',
      this.#policy,
      'ratelimit',
      `${this.#name};r=${remaining};t=${resetSeconds}`,
    ]
  }
}

export function setFields(response: Pick<ServerResponse, 'setHeader'>, fields: readonly string[] = []): void {
  for (let at = 0; at < fields.length; at += 2) response.setHeader(fields[at] ?? '', fields[at + 1] ?? '')
}
