import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { Attempts } from './attempts.ts'
import { diagnose } from './diagnose.ts'
import { groupHops } from './group-hops.ts'
import type { Hop, HopKind } from './hop.ts'
import { hopOfPath } from './hop-of-path.ts'

const start = Date.parse('2026-11-16T12:00:00Z')

/** Hops of a client, one a second; the browser's have another address. */
function way(...parts: (HopKind | Partial<Hop>)[]): Hop[] {
  return parts.map((part, index) => {
    const given = typeof part === 'string' ? { kind: part } : part
    const isBrowser = given.kind === 'authorize' || given.kind === 'consent'
    return {
      kind: 'call',
      at: start + index * 1000,
      status: given.kind === 'challenge' ? 401 : 200,
      path: '/mcp',
      address: isBrowser ? '198.51.100.7' : '203.0.113.5',
      userAgent: isBrowser ? 'Mozilla/5.0' : 'assistant/1.0',
      requestId: `r${index}`,
      ...given,
    }
  })
}

const whole = way(
  'challenge',
  'resource_metadata',
  'server_metadata',
  { kind: 'registration', status: 201, clientId: 'c1' },
  { kind: 'authorize', status: 303, clientId: 'c1' },
  { kind: 'consent', status: 303, clientId: 'c1', userId: 'u1' },
  { kind: 'token', clientId: 'c1', userId: 'u1' },
  { kind: 'call', clientId: 'c1', userId: 'u1' },
)

test('[H510] the steps of one client make one attempt, from the challenge to the first call', () => {
  const attempts = groupHops(whole)
  expect(attempts).toHaveLength(1)
  expect(attempts[0]?.hops).toHaveLength(8)
  expect(diagnose(attempts[0]!, start)).toMatchObject({ state: 'connected', hop: undefined })
})

test('[H510] two clients at the same time are two attempts, and one that starts again makes another', () => {
  const other = way('challenge', 'resource_metadata').map((hop) => ({ ...hop, userAgent: 'editor/2' }))
  const mixed = [...whole, ...other].toSorted((a, b) => a.at - b.at)
  expect(
    groupHops(mixed)
      .map(({ hops }) => hops.length)
      .toSorted((a, b) => a - b),
  ).toEqual([2, 8])
  const again = way('challenge').map((hop) => ({ ...hop, at: start + 60_000 }))
  expect(groupHops([...whole, ...again])).toHaveLength(2)
})

test('[H510] a client that is known by its metadata document is found by the nearest attempt without an id', () => {
  const document = 'https://client.example/metadata.json'
  const attempts = groupHops(
    way('challenge', 'resource_metadata', 'server_metadata', { kind: 'authorize', clientId: document }),
  )
  expect(attempts).toHaveLength(1)
})

test.each([
  ['challenge', 60_000, 'did not continue'],
  ['resource_metadata', 60_000, 'did not ask the sign-in server'],
  ['server_metadata', 60_000, 'did not register'],
  ['token', 60_000, 'has not called a tool'],
] as const)('[H511] [H967] a client that stops after the %s is explained', (kind, laterMs, words) => {
  const [attempt] = groupHops(way(kind))
  expect(diagnose(attempt!, start + 1000).state).toBe('waiting')
  const later = diagnose(attempt!, start + laterMs)
  expect(later).toMatchObject({ state: 'failed', hop: kind, cause: expect.stringContaining(words) })
  expect(later.fix).not.toBe('')
})

test.each([
  [{ kind: 'challenge', status: 401, why: 'invalid_token' }, 'does not count'],
  [{ kind: 'registration', status: 400, why: 'invalid_redirect_uri' }, 'called back'],
  [{ kind: 'authorize', status: 400, why: 'invalid_client' }, 'does not know'],
  [{ kind: 'consent', status: 303, why: 'access_denied' }, 'Deny'],
  [{ kind: 'token', status: 400, why: 'invalid_grant' }, 'used before'],
  [{ kind: 'resource_metadata', status: 404 }, 'nothing at the address'],
  [{ kind: 'call', status: 403 }, 'may not do this'],
  [{ kind: 'token', status: 429 }, 'too many'],
  [{ kind: 'token', status: 500 }, 'failed'],
] as const)('[H511] the failure %j is shown with its likely cause', (hop, words) => {
  const [attempt] = groupHops(way(hop))
  const { state, cause, fix } = diagnose(attempt!, start)
  expect([state, cause]).toEqual(['failed', expect.stringContaining(words)])
  expect(fix?.length).toBeGreaterThan(10)
})

test('[H967] a person who signs in has no time limit: an open browser page waits', () => {
  const [attempt] = groupHops(way({ kind: 'authorize', status: 303 }))
  expect(diagnose(attempt!, start + 300_000)).toMatchObject({ state: 'waiting', hop: 'authorize' })
})

test('[H510] steps are known by their address', () => {
  expect(hopOfPath('GET', '/.well-known/oauth-protected-resource/mcp')).toBe('resource_metadata')
  expect(hopOfPath('GET', '/.well-known/oauth-authorization-server')).toBe('server_metadata')
  expect(hopOfPath('POST', '/api/oauth/register')).toBe('registration')
  expect(hopOfPath('GET', '/api/oauth/authorize/abc')).toBe('consent')
  expect(hopOfPath('GET', '/api/tasks')).toBeUndefined()
})

test('[H966] every instance keeps the requests for a day, without what follows the path', () => {
  const heard: ((message: unknown) => void)[] = []
  const clock = { at: start }
  const parts = {
    bus: {
      publish: (_topic: string, message: unknown) => heard.forEach((hear) => hear(message)),
      subscribe: (_topic: string, hear: (message: unknown) => void) => {
        heard.push(hear)
        return () => {}
      },
    },
    now: () => new Date(clock.at),
    addressOf: () => '203.0.113.5',
  }
  const [one, other] = [new Attempts(parts), new Attempts(parts)]
  // It has what is read of a request.
  const request = {
    url: '/authorize?client_id=c1&code=secret',
    headers: { authorization: 'Bearer secret' },
  } as IncomingMessage
  one.visited(request, { kind: 'authorize', status: 303, requestId: 'r' })

  clock.at += 86_400_000
  expect(other.list()).toEqual(one.list())
  expect(one.list()).toMatchObject([{ hops: [{ path: '/authorize', clientId: 'c1' }] }])
  expect(JSON.stringify(one.list())).not.toContain('secret')
  clock.at += 1
  expect([one.list(), other.list()]).toEqual([[], []])
})
