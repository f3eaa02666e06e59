import { defineRoute } from '@quipu/kit'
import { z } from 'zod'
import { PageQuery } from './audit-wire.ts'
import type { AccountServices } from './services.ts'
import type { SessionEntry, SessionsPort } from './sessions-port.ts'

type SessionsRead = Awaited<ReturnType<SessionsPort['list']>>

const Time = z.string().meta({ format: 'date-time' })
const Said = z.string().nullable()

const SessionWire = z.object({
  id: z.string(),
  user_id: z.string(),
  state: z.string(),
  endpoint: z.string().nullable(),
  transport: z.string().nullable(),
  protocol_version: z.string(),
  client_id: z.string().nullable(),
  client: z.object({ name: Said, version: Said, user_agent: Said, mcp_version: Said }),
  created_at: Time,
  last_activity: Time,
})

const SessionsPage = z.object({ sessions: z.array(SessionWire), next_cursor: z.string().nullable() })

const listOwnSessions = defineRoute({
  method: 'GET',
  path: '/api/account/sessions',
  summary: 'Open sessions of your MCP clients, newest first',
  needs: 'account:read',
  effect: 'read',
  query: z.strictObject(PageQuery),
  output: SessionsPage,
  run: async ({ mcpSessions }: AccountServices, { query }, { caller: { userId } }) =>
    pageWire(await mcpSessions.list({ userId }, query)),
})

const listSessions = defineRoute({
  method: 'GET',
  path: '/api/admin/sessions',
  summary: 'Open sessions of MCP clients, and who is connected with what; newest first',
  needs: 'sessions:read',
  effect: 'read',
  query: z.strictObject({ user_id: z.uuid().optional(), ...PageQuery }),
  output: SessionsPage,
  run: async ({ mcpSessions }: AccountServices, { query: { user_id: userId, limit, cursor } }) =>
    pageWire(await mcpSessions.list({ userId }, { limit, cursor })),
})

export const sessionRoutes = [listOwnSessions, listSessions]

function pageWire({ sessions, nextCursor }: SessionsRead): z.input<typeof SessionsPage> {
  return { sessions: sessions.map(sessionWire), next_cursor: nextCursor ?? null }
}

function sessionWire(session: SessionEntry): z.input<typeof SessionWire> {
  const { clientName, clientVersion, userAgent, mcpVersion } = session.clientInfo
  return {
    id: session.id,
    user_id: session.userId,
    state: session.state,
    endpoint: session.endpoint ?? null,
    transport: session.transport ?? null,
    protocol_version: session.protocolVersion,
    client_id: session.clientId ?? null,
    client: {
      name: clientName ?? null,
      version: clientVersion ?? null,
      user_agent: userAgent ?? null,
      mcp_version: mcpVersion ?? null,
    },
    created_at: session.createdAt.toISOString(),
    last_activity: session.lastActivity.toISOString(),
  }
}
