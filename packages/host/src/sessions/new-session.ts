import { randomUUID } from 'node:crypto'
import type { Caller, ClientInfo, LogLevel } from '@quipu/kit'
import type { SessionLink, SessionStart } from './legacy-session.ts'
import { LegacySession } from './legacy-session.ts'
import type { Session, SessionTimes, SessionTransport } from './session.ts'
import { clientOf } from './session.ts'

export interface NewSession {
  readonly caller: Caller
  /** An id that the client chose. Default: a new UUID. */
  readonly id?: string | undefined
  readonly client: ClientInfo | undefined
  readonly userAgent: string | undefined
  readonly capabilities: Readonly<Record<string, unknown>>
  readonly protocolVersion: string
  readonly endpoint: string
  readonly times: SessionTimes
  readonly transport?: SessionTransport
  readonly requestId: string
}

/** Everything that is stored of it: small, and without the token. */
export function newRecord(
  wanted: NewSession,
  permissions: ReadonlySet<string>,
  home: string,
  at: Date,
): Session {
  const { caller, client, userAgent, protocolVersion } = wanted
  return {
    id: wanted.id ?? randomUUID(),
    token: `sha256:${caller.tokenHash}`,
    userContext: {
      userId: caller.userId,
      username: caller.username,
      permissions: [...permissions],
      validatedAt: at,
    },
    transport: wanted.transport ?? 'http-streamable',
    createdAt: at,
    lastActivity: at,
    clientInfo: clientOf({
      userAgent,
      mcpVersion: protocolVersion,
      clientName: client?.name,
      clientVersion: client?.version,
    }),
    state: 'created',
    times: wanted.times,
    endpoint: wanted.endpoint,
    clientId: caller.clientId,
    protocolVersion,
    capabilities: essential(wanted.capabilities),
    logLevel: 'info',
    home,
  }
}

/** Creates the part of a session that serves it at this instance from its stored part. */
export function revived(record: Session, link: SessionLink): LegacySession {
  const session = new LegacySession(startOf(record), record.id, link)
  session.logLevel = record.logLevel as LogLevel
  return session
}

export function startOf(record: Session): SessionStart {
  const { userContext, clientInfo, capabilities, protocolVersion, transport, endpoint } = record
  const { clientName, clientVersion } = clientInfo
  const isNamed = clientName !== undefined || clientVersion !== undefined
  return {
    userId: userContext.userId,
    client: isNamed ? { name: clientName ?? '', version: clientVersion ?? '' } : undefined,
    capabilities,
    protocolVersion,
    permissions: new Set(userContext.permissions),
    transport,
    endpoint,
  }
}

/** A session with the new description of its client. */
export function greeted(
  { clientInfo }: Session,
  { client, protocolVersion, capabilities }: Pick<NewSession, 'client' | 'protocolVersion' | 'capabilities'>,
): Pick<Session, 'clientInfo' | 'protocolVersion' | 'capabilities'> {
  const { name: clientName, version: clientVersion } = client ?? {}
  const said = clientOf({ mcpVersion: protocolVersion, clientName, clientVersion })
  return { clientInfo: { ...clientInfo, ...said }, protocolVersion, capabilities: essential(capabilities) }
}

const askable = ['elicitation', 'sampling', 'roots'] as const

/** The capabilities that let a client be asked; all others are dropped. */
function essential(capabilities: Readonly<Record<string, unknown>>): Record<string, Record<string, object>> {
  return Object.fromEntries(
    askable.flatMap((name) => {
      const declared = capabilities[name]
      if (declared === null || typeof declared !== 'object') return []
      const modes = ['form', 'url'].filter((mode) => isObject((declared as Record<string, unknown>)[mode]))
      return [[name, Object.fromEntries(modes.map((mode) => [mode, {}]))]]
    }),
  )
}

function isObject(value: unknown): boolean {
  return value !== null && typeof value === 'object'
}
