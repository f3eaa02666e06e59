import { expect, test } from 'vitest'
import { sessionTimes, sweepMinutesOf } from './open-sessions.ts'

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
