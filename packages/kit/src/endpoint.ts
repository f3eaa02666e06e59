import type { JsonObject } from './json.ts'
import type { LimitPolicy } from './tool.ts'

/** What a module declares about its own MCP endpoint, `/api/<name>/mcp`. */
export interface EndpointRules {
  /** Permissions that every request to the endpoint needs. Default: none. */
  readonly needs?: readonly string[]
  readonly sessions?: SessionRules
  /**
   * How many requests of any method it accepts; the next one is answered with 429. Counts in addition to the limit over
   * all endpoints. Default: none.
   */
  readonly limit?: LimitPolicy
  /**
   * A request for authorization that names neither scope nor resource gets the scopes of this endpoint. Its token is for
   * the whole installation. At most one module may declare this. Default: false; if none does, it gets the scopes of all tools.
   */
  readonly isDefaultResource?: boolean
  /** The size limit of messages from callers with the permission. Default: that of the installation, 4 MiB. */
  readonly bodyLimit?: { readonly bytes: number; readonly needs: string }
  /** Also serve the transport of 2024-11-05, at `/api/<name>/sse` and `/api/<name>/messages`. Default: false. */
  readonly sse?: boolean
}

/** How the sessions of legacy clients begin and end at an endpoint. */
export interface SessionRules {
  /** What an unknown session id leads to: a new session with that id, or 404. Default: 'refuse'. */
  readonly unknown?: 'create' | 'refuse'
  /** The body of the answer when a client has ended its session. Default: `{ ok: true }`. */
  readonly ended?: JsonObject
  /** How long a session lives without activity. Default: the setting of the installation, 60. */
  readonly ttlMinutes?: number
  /** How long a session outlives its lost connection. Default: no limit; only inactivity ends it. */
  readonly orphanSeconds?: number
  /** How often expired sessions are searched for, at least. Default: the setting of the installation, 15. */
  readonly sweepMinutes?: number
}
