import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Session, SessionState, Trigger } from './session.ts'
import { after, clientOf, due, endsAtMs, isSessionId, readSession, settled, triggers } from './session.ts'

const idleMs = 1_800_000
const orphanMs = 60_000
const start = Date.parse('2026-11-01T08:00:00.000Z')

/** The state machine as it is written down, in its simplest form. */
class Model {
  state: SessionState = 'created'
  seenAt = start
  lostAt: number | undefined

  /** Whether the state knows the trigger. */
  feel(trigger: Trigger, at: number): boolean {
    const known: Record<SessionState, readonly Trigger[]> = {
      created: ['authenticate', 'auth_failure', 'idle_timeout'],
      active: ['activity', 'disconnect', 'idle_timeout', 'connection_lost'],
      orphaned: ['activity', 'disconnect', 'idle_timeout', 'cleanup_timeout'],
      terminated: [],
    }
    if (!known[this.state].includes(trigger)) return false
    if (trigger === 'authenticate' || trigger === 'activity') {
      this.state = 'active'
      this.seenAt = Math.max(start, at)
      this.lostAt = undefined
    } else if (trigger === 'connection_lost') {
      this.state = 'orphaned'
      this.lostAt = at
    } else this.state = 'terminated'
    return true
  }

  isOver(at: number): boolean {
    if (this.state === 'terminated') return false
    return at - this.seenAt > idleMs || (this.lostAt !== undefined && at - this.lostAt > orphanMs)
  }
}

const step = fc.oneof(
  fc.record({ kind: fc.constant('trigger' as const), trigger: fc.constantFrom(...triggers) }),
  // Clocks jump, also backwards.
  fc.record({ kind: fc.constant('time' as const), by: fc.integer({ min: -600_000, max: 2_400_000 }) }),
  fc.record({ kind: fc.constant('look' as const) }),
)

test('[N4] [H760] a session goes through its states as the model does, whatever happens and however clocks jump', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const model = new Model()
      let session = newSession()
      let now = start
      for (const one of steps) {
        if (one.kind === 'time') now += one.by
        const over = due(session, new Date(now))
        const trigger = one.kind === 'trigger' ? one.trigger : one.kind === 'look' ? over : undefined
        const next = trigger && after(session, trigger, new Date(now))
        expect(over !== undefined).toBe(model.isOver(now))
        expect(next !== undefined).toBe(trigger !== undefined && model.feel(trigger, now))
        session = next ?? session
        expect(session.state).toBe(model.state)
        expect(session.lastActivity.getTime()).toBe(model.seenAt)
        expect(session.lastActivity >= session.createdAt).toBe(true)
        expect(readSession(JSON.parse(JSON.stringify(session)))).toEqual(session)
      }
    }),
    { numRuns: 2_000 },
  )
})

test('[N4] a terminated session never changes', () => {
  const ended = after({ ...newSession(), state: 'active' }, 'disconnect', new Date(start))
  for (const trigger of triggers) expect(ended && after(ended, trigger, new Date(start))).toBeUndefined()
})

test('[N4] [H761] an orphan ends after its own time, an idle session after that of the idle', () => {
  const active = { ...newSession(), state: 'active' as const }
  const orphan = after(active, 'connection_lost', new Date(start + 1_000))!

  expect(due(orphan, new Date(start + 61_000))).toBeUndefined()
  expect(due(orphan, new Date(start + 61_001))).toBe('cleanup_timeout')
  expect(endsAtMs(orphan)).toBe(start + 61_000)
  expect(due(active, new Date(start + idleMs + 1))).toBe('idle_timeout')
  expect(due({ ...orphan, times: { idleMs } }, new Date(start + 90_000))).toBeUndefined()
})

test('[N10] a session from the future was seen now', () => {
  const session = { ...newSession(), lastActivity: new Date(start + 86_400_000) }

  expect(settled(session, new Date(start))).toMatchObject({ lastActivity: new Date(start) })
  expect(settled(session, new Date(start + 86_390_000))).toBe(session)
})

test('[N5] the client’s description of itself is shortened and stored, never refused', () => {
  expect(
    clientOf({
      userAgent: 'u'.repeat(900),
      mcpVersion: '2025-11-25',
      clientName: `n\0\ud800${'n'.repeat(200)}`,
    }),
  ).toEqual({ userAgent: 'u'.repeat(500), mcpVersion: '2025-11-25', clientName: `n\ufffd${'n'.repeat(97)}` })
  expect(clientOf({ userAgent: 7, clientName: null, clientVersion: {} })).toEqual({})
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 700 }), fc.anything(), (text, thing) => {
      const clientInfo = clientOf({
        userAgent: text,
        clientName: text,
        mcpVersion: thing,
        clientVersion: thing,
      })
      expect(readSession(JSON.parse(JSON.stringify({ ...newSession(), clientInfo })))).toBeDefined()
    }),
  )
})

test('[N903] a value that is not a session is not read as one', () => {
  const good = JSON.parse(JSON.stringify(newSession())) as Record<string, unknown>
  const bad: Record<string, unknown>[] = [
    { id: '' },
    { id: 'a b' },
    { id: 'x'.repeat(201) },
    { token: 'abc' },
    { token: `sha256:${'g'.repeat(64)}` },
    { transport: 'pipe' },
    { state: 'half' },
    { createdAt: 'yesterday' },
    { lastActivity: '2020-01-01T00:00:00.000Z' },
    { userContext: { userId: '' } },
    { times: { idleMs: -1 } },
    { clientInfo: { userAgent: 'u'.repeat(501) } },
  ]
  expect(readSession(good)).toEqual(newSession())
  for (const change of bad) expect(readSession({ ...good, ...change })).toBeUndefined()
  fc.assert(fc.property(fc.anything(), (thing) => readSession(thing) === undefined))
})

test('[N904] ids are 1 to 200 visible ASCII characters', () => {
  for (const id of [randomUUID(), 'a', '!~', 'x'.repeat(200)]) expect(isSessionId(id)).toBe(true)
  for (const id of ['', ' ', 'a b', 'é', 'a\n', '\x7f', 'x'.repeat(201)]) expect(isSessionId(id)).toBe(false)
})

const fixedId = randomUUID()

function newSession(): Session {
  const at = new Date(start)
  return {
    id: fixedId,
    token: `sha256:${'a'.repeat(64)}`,
    userContext: { userId: 'ada', username: 'ada@example.com', permissions: [], validatedAt: at },
    transport: 'http-streamable',
    createdAt: at,
    lastActivity: at,
    clientInfo: {},
    state: 'created',
    times: { idleMs, orphanMs },
    endpoint: '/mcp',
    clientId: 'test',
    protocolVersion: '2025-11-25',
    capabilities: {},
    logLevel: 'info',
    home: 'deadbeef-1',
  }
}
