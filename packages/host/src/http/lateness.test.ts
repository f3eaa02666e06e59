import { expect, test } from 'vitest'
import { Lateness } from './lateness.ts'

test('[H182] a process that did not run for more than five seconds is late for five', () => {
  let now = 100
  const lateness = new Lateness(() => now)
  lateness.start()
  const after = (seconds: number) => {
    now += seconds
    return lateness.isLate
  }

  expect(after(5)).toBe(false)
  expect(after(6)).toBe(true)
  expect(after(4.9)).toBe(true)
  expect(after(0.1)).toBe(false)
  lateness.stop()
  expect(after(60)).toBe(false)
})
