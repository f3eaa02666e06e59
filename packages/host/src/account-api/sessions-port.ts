import { ToolError } from '@quipu/kit'

/** The public part of a session: nothing that gives access to it. */
export interface SessionEntry {
  readonly id: string
  readonly userId: string
  readonly state: string
  readonly protocolVersion: string
  readonly createdAt: Date
  readonly lastActivity: Date
  /** As the client describes itself. */
  readonly clientInfo: {
    readonly clientName?: string | undefined
    readonly clientVersion?: string | undefined
    readonly userAgent?: string | undefined
    readonly mcpVersion?: string | undefined
  }
  readonly endpoint?: string | undefined
  readonly transport?: string | undefined
  readonly clientId?: string | undefined
}

export interface SessionsPort {
  list(
    filter: { readonly userId?: string | undefined },
    page: { readonly limit: number; readonly cursor?: string | undefined },
  ): Promise<{ readonly sessions: readonly SessionEntry[]; readonly nextCursor: string | undefined }>
}

/**
 * Pages of a complete list: there are at most thousands of sessions. Sorted by their beginning, which does not change.
 */
export function pagedSessions(
  listAll: (userId: string | undefined) => Promise<readonly SessionEntry[]>,
): SessionsPort {
  return {
    list: async ({ userId }, { limit, cursor }) => {
      const after = cursor === undefined ? undefined : keyOf(cursor)
      const all = (await listAll(userId)).toSorted((one, other) => order(placeOf(one), placeOf(other)))
      const rest = after === undefined ? all : all.filter((session) => order(placeOf(session), after) > 0)
      const sessions = rest.slice(0, limit)
      const last = rest.length > limit ? sessions.at(-1) : undefined
      return { sessions, nextCursor: last && cursorOf(placeOf(last)) }
    },
  }
}

interface Place {
  readonly at: number
  readonly key: string
}

function placeOf({ createdAt, userId, id }: SessionEntry): Place {
  return { at: createdAt.getTime(), key: `${userId} ${id}` }
}

/** Newest first. */
function order(one: Place, other: Place): number {
  if (one.at !== other.at) return other.at - one.at
  if (one.key === other.key) return 0
  return one.key < other.key ? -1 : 1
}

function cursorOf({ at, key }: Place): string {
  return Buffer.from(`${at} ${key}`).toString('base64url')
}

function keyOf(cursor: string): Place {
  const [, at, key] = /^(\d{1,15}) (.+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (at !== undefined && key !== undefined) return { at: Number(at), key }
  throw new ToolError(
    'VALIDATION_ERROR',
    'cursor must be the next_cursor of an earlier page, to the letter',
    {
      parameter: 'cursor',
    },
  )
}
