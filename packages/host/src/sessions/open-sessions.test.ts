import type { Log } from '@quipu/kit'
import { expect, test } from 'vitest'
import { Clock } from '../../../../test/environment/clock.ts'
import { openBus } from '../bus/open-bus.ts'
import { openSessions, sessionTimes, sweepMinutesOf } from './open-sessions.ts'

const quiet: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

test('[H207] sessions are looked for as often as the most impatient endpoint wants', () => {
  expect(sweepMinutesOf(undefined, [])).toBe(15)
  expect(sweepMinutesOf({ sweepMinutes: 20 }, [{}])).toBe(20)
  expect(sweepMinutesOf({ sweepMinutes: 20 }, [{ sweepMinutes: 5 }, { sweepMinutes: 7 }])).toBe(5)
  expect(sweepMinutesOf({ sweepMinutes: 2 }, [{ sweepMinutes: 5 }])).toBe(2)
})

test('[N7] an endpoint’s own times go before those of the installation', () => {
  const minute = 60_000
  expect(sessionTimes(undefined)).toEqual({ idleMs: 60 * minute, orphanMs: undefined })
  expect(sessionTimes({ ttlMinutes: 20 })).toEqual({ idleMs: 20 * minute, orphanMs: undefined })
  expect(sessionTimes({ ttlMinutes: 20 }, { ttlMinutes: 30, orphanSeconds: 60 })).toEqual({
    idleMs: 30 * minute,
    orphanMs: minute,
  })
})

test('[N905] by default an instance keeps 10,000 sessions', async () => {
  const ended: string[] = []
  const sessions = openSessions({
    settings: undefined,
    rules: [],
    redis: undefined,
    bus: await openBus({ log: quiet }),
    log: quiet,
    now: new Clock().now,
    announce: () => () => {},
    remind: () => {},
    permissionsOf: () => new Set(),
    permissionsNow: async () => new Set(),
    record: ({ action, outcome }) => void (action === 'mcp.session.terminated' && ended.push(outcome)),
  })
  const create = (user: number) =>
    sessions.create({
      caller: {
        userId: `user ${user}`,
        username: 'ada@example.com',
        role: 'viewer',
        permissions: new Set(),
        clientId: 'test',
        tokenHash: 'a'.repeat(64),
      },
      client: { name: 'test', version: '1' },
      userAgent: 'test/1',
      capabilities: {},
      protocolVersion: '2025-11-25',
      endpoint: '/mcp',
      requestId: 'r',
      times: sessionTimes(undefined),
    })
  for (let user = 0; user < 10_000; user += 1) await create(user)
  expect([ended, (await sessions.list()).length]).toEqual([[], 10_000])
  await create(10_000)
  expect([ended, (await sessions.list()).length]).toEqual([['evicted'], 10_000])
  await sessions.close()
})
