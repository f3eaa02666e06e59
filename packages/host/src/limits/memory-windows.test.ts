import { expect, test } from 'vitest'
import { FadingMap } from './fading-map.ts'
import { MemoryWindows } from './memory-windows.ts'

test('[L11] a million keys are forgotten when their windows have ended, whether somebody calls or not', () => {
  let now = 0
  const windows = new MemoryWindows({ points: 2, seconds: 60 }, () => now)
  for (let key = 0; key < 1_000_000; key++) windows.consume(`key ${key}`)
  expect(windows.size).toBe(1_000_000)

  now = 59_999
  windows.sweep()
  expect(windows.size).toBe(1_000_000)
  expect(windows.consume('key 7')).toMatchObject({ ok: true, remaining: 0 })
  expect(windows.consume('key 7')).toMatchObject({ ok: false })

  now = 120_000
  windows.sweep()
  expect(windows.size).toBe(0)
})

test('[L11] under a steady stream of new keys, those of two windows are remembered and no more', () => {
  let now = 0
  const windows = new MemoryWindows({ points: 1, seconds: 10, blockSeconds: 5 }, () => now)
  let most = 0
  for (let key = 0; key < 200_000; key++) {
    now += 1
    windows.consume(`key ${key}`)
    most = Math.max(most, windows.size)
  }
  expect(most).toBeLessThanOrEqual(20_000)
  expect(windows.size).toBeGreaterThanOrEqual(10_000)
})

test('[L11] a block is remembered to its end, however late it began', () => {
  let now = 0
  const windows = new MemoryWindows({ points: 1, seconds: 10, blockSeconds: 8 }, () => now)
  windows.consume('someone')
  now = 5_000
  windows.consume('ada')
  // From here on 'ada' is among what is forgotten next.
  now = 10_000
  windows.consume('someone')
  now = 14_999
  expect(windows.consume('ada')).toMatchObject({ ok: false, retryAfterSeconds: 8 })

  for (now = 15_000; now < 22_999; now += 500) expect(windows.consume('ada')).toMatchObject({ ok: false })
  now = 22_999
  expect(windows.consume('ada')).toMatchObject({ ok: true })
})

test('[L10] entries are kept for a whole lifetime when the clock is set back', () => {
  const map = new FadingMap<number>(10, 1_000)
  map.set('one', 1)
  for (const now of [-5_000, -4_991]) {
    map.turn(now)
    expect(map.get('one')).toBe(1)
  }
  map.turn(-4_990)
  expect(map.get('one')).toBe(1)
  map.turn(-4_980)
  expect(map.size).toBe(0)
})

test('[L6] a block of 90 seconds is reported as 90, at whatever fraction of a millisecond it begins', () => {
  let now = 0
  const windows = new MemoryWindows({ points: 1, seconds: 60, blockSeconds: 90 }, () => now)
  for (let key = 0; key < 1_000; key++) {
    now += 777.777_777
    windows.consume(`key ${key}`)
    expect(windows.consume(`key ${key}`)).toMatchObject({ ok: false, retryAfterSeconds: 90 })
  }
})
