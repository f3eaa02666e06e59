import { z } from 'zod'

export const sessionStates = ['created', 'active', 'orphaned', 'terminated'] as const
export type SessionState = (typeof sessionStates)[number]

export const triggers = [
  'authenticate',
  'auth_failure',
  'activity',
  'disconnect',
  'idle_timeout',
  'connection_lost',
  'cleanup_timeout',
] as const
export type Trigger = (typeof triggers)[number]

export const transports = ['http-streamable', 'sse'] as const
export type SessionTransport = (typeof transports)[number]

/** How long a session lives without activity, and without a connection. */
export interface SessionTimes {
  readonly idleMs: number
  /** None: a lost connection alone ends nothing. */
  readonly orphanMs?: number | undefined
}

/** The client, as it describes itself. */
export interface SessionClient {
  readonly userAgent?: string | undefined
  readonly mcpVersion?: string | undefined
  readonly clientName?: string | undefined
  readonly clientVersion?: string | undefined
}

/** What a legacy client agreed on at its `initialize`, and how long that is valid. */
export interface Session {
  readonly id: string
  /** `sha256:` and the hash of the credential that began it. */
  readonly token: string
  readonly userContext: {
    readonly userId: string
    readonly username: string
    /** The permissions of the account when the session began. */
    readonly permissions: readonly string[]
    readonly validatedAt: Date
  }
  readonly transport: SessionTransport
  readonly createdAt: Date
  readonly lastActivity: Date
  readonly clientInfo: SessionClient
  readonly state: SessionState
  readonly orphanedAt?: Date | undefined
  readonly times: SessionTimes
  /** The path of its endpoint. */
  readonly endpoint: string
  readonly clientId: string
  readonly protocolVersion: string
  readonly capabilities: Readonly<Record<string, unknown>>
  readonly logLevel: string
  /** The stream for messages that belong to no request; its name contains the instance that keeps it. */
  readonly home: string
}

/** The session after the trigger, or undefined if its state does not allow the trigger. */
export function after(session: Session, trigger: Trigger, at: Date): Session | undefined {
  const next = transitions[session.state][trigger]
  if (next === undefined) return undefined
  const isSeen = trigger === 'activity' || trigger === 'authenticate'
  return {
    ...session,
    state: next,
    lastActivity: isSeen ? later(session.createdAt, at) : session.lastActivity,
    orphanedAt: next === 'orphaned' ? at : undefined,
  }
}

/** The session after the time that has passed. */
export function due({ state, lastActivity, orphanedAt, times }: Session, now: Date): Trigger | undefined {
  if (state === 'terminated') return undefined
  if (now.getTime() - lastActivity.getTime() > times.idleMs) return 'idle_timeout'
  if (state !== 'orphaned' || orphanedAt === undefined || times.orphanMs === undefined) return undefined
  return now.getTime() - orphanedAt.getTime() > times.orphanMs ? 'cleanup_timeout' : undefined
}

/** When it ends without further activity. */
export function endsAtMs({ lastActivity, orphanedAt, times }: Session): number {
  const idle = lastActivity.getTime() + times.idleMs
  if (orphanedAt === undefined || times.orphanMs === undefined) return idle
  return Math.min(idle, orphanedAt.getTime() + times.orphanMs)
}

/** If a clock was set back, a session from the future would live until then: it was active now at the latest. */
export function settled(session: Session, now: Date): Session {
  if (session.lastActivity.getTime() - now.getTime() <= clockToleranceMs) return session
  const createdAt = session.createdAt > now ? now : session.createdAt
  return { ...session, createdAt, lastActivity: now }
}

/** Smaller differences between the clocks of instances are accepted. */
const clockToleranceMs = 60_000

const transitions: Readonly<Record<SessionState, Partial<Record<Trigger, SessionState>>>> = {
  created: { authenticate: 'active', auth_failure: 'terminated', idle_timeout: 'terminated' },
  active: {
    activity: 'active',
    disconnect: 'terminated',
    idle_timeout: 'terminated',
    connection_lost: 'orphaned',
  },
  // A client that reconnects finds its session: that is what resuming a stream is for.
  orphaned: {
    activity: 'active',
    disconnect: 'terminated',
    idle_timeout: 'terminated',
    cleanup_timeout: 'terminated',
  },
  terminated: {},
}

function later(one: Date, other: Date): Date {
  return one > other ? one : other
}

/** Ids that clients choose: 1 to 200 visible ASCII characters. */
export function isSessionId(id: string): boolean {
  return /^[\x21-\x7e]{1,200}$/.test(id)
}

/** The client's description of itself, shortened and made storable; unusual values are not refused. */
export function clientOf(said: { readonly [Key in keyof SessionClient]?: unknown }): SessionClient {
  const entries = Object.entries(longest).flatMap(([name, length]) => {
    const value = said[name as keyof SessionClient]
    return typeof value === 'string' && value !== '' ? [[name, cut(value, length)]] : []
  })
  return Object.fromEntries(entries) as SessionClient
}

const longest = { userAgent: 500, mcpVersion: 100, clientName: 100, clientVersion: 100 } as const

function cut(text: string, length: number): string {
  return text.slice(0, length).toWellFormed().replaceAll('\0', '')
}

const Time = z.iso.datetime().transform((text) => new Date(text))
const Milliseconds = z
  .number()
  .int()
  .positive()
  .max(366 * 86_400_000)

const Stored = z
  .object({
    id: z.string().refine(isSessionId),
    token: z.string().regex(/^sha256:[0-9a-f]{64}$/),
    userContext: z.object({
      userId: z.string().min(1).max(200),
      username: z.string().max(500),
      permissions: z.array(z.string().max(200)).max(1_000),
      validatedAt: Time,
    }),
    transport: z.enum(transports),
    createdAt: Time,
    lastActivity: Time,
    clientInfo: z.object({
      userAgent: z.string().max(longest.userAgent).optional(),
      mcpVersion: z.string().max(longest.mcpVersion).optional(),
      clientName: z.string().max(longest.clientName).optional(),
      clientVersion: z.string().max(longest.clientVersion).optional(),
    }),
    state: z.enum(sessionStates),
    orphanedAt: Time.optional(),
    times: z.object({ idleMs: Milliseconds, orphanMs: Milliseconds.optional() }),
    endpoint: z.string().max(200),
    clientId: z.string().max(2_000),
    protocolVersion: z.string().max(100),
    capabilities: z.record(z.string(), z.unknown()),
    logLevel: z.string().max(20),
    home: z.string().max(200),
  })
  .refine(({ createdAt, lastActivity }) => lastActivity >= createdAt)

/** The stored session; undefined for anything that is not one. */
export function readSession(value: unknown): Session | undefined {
  return Stored.safeParse(value).data
}
