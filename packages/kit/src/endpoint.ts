import type { JsonObject } from './json.ts'
import type { LimitPolicy } from './tool.ts'

/** What a module's contract says about its own MCP endpoint, `/api/<name>/mcp`. */
export interface EndpointRules {
  /** Permissions without which the endpoint does not open. Default: none. */
  readonly needs?: readonly string[]
  readonly sessions?: SessionRules
  /**
   * How many requests of any method it takes; the next one is answered with 429. Counts beside the limit over all
   * endpoints. Default: none.
   */
  readonly limit?: LimitPolicy
  /**
   * Whoever asks for authorization and names no resource means this endpoint. At most one module may say so.
   * Default: false; if no module says so, they mean the whole installation.
   */
  readonly isDefaultResource?: boolean
  /** How long a message may be for callers that hold the permission. Default: as the installation says, 4 MiB. */
  readonly bodyLimit?: { readonly bytes: number; readonly needs: string }
  /** Also serve the transport of 2024-11-05, at `/api/<name>/sse` and `/api/<name>/messages`. Default: false. */
  readonly sse?: boolean
}

/** How the sessions of legacy clients begin and end at an endpoint. */
export interface SessionRules {
  /** What becomes of a session id that the caller does not have: a new session of that id, or 404. Default: 'refuse'. */
  readonly unknown?: 'create' | 'refuse'
  /** The body of the answer when a client has ended its session. Default: `{ ok: true }`. */
  readonly ended?: JsonObject
  /** How long a session lives without a word. Default: as the installation says, 60. */
  readonly ttlMinutes?: number
  /** How long a session outlives its lost connection. Default: for good; only its silence ends it. */
  readonly orphanSeconds?: number
  /** How often those that have run out are looked for, at the latest. Default: as the installation says, 15. */
  readonly sweepMinutes?: number
}
