import { expect, test } from 'vitest'
import { isPlaceDue } from './place-due.ts'

/** How many counts are written in all, if each of so many parts has so many new ones. */
function written(parts: number, newCounts: number): number {
  let all = 0
  let partsSince = 0
  for (let part = 1; part <= parts; part += 1) {
    partsSince += 1
    if (!isPlaceDue(partsSince, part * newCounts)) continue
    all += part * newCounts
    partsSince = 0
  }
  return all
}

test('[TR572] the place is kept after each part while there is little to keep with it', () => {
  expect(isPlaceDue(1, 0)).toBe(true)
  expect(isPlaceDue(1, 2_000)).toBe(true)
  expect(isPlaceDue(1, 2_001)).toBe(false)
  expect(isPlaceDue(2, 2_001)).toBe(true)
})

test.each([1, 100, 5_000])(
  '[TR572] with %d new counts in each part, no part costs more than another',
  (newCounts) => {
    for (const parts of [10, 100, 1_000, 10_000])
      expect(written(parts, newCounts) / parts).toBeLessThanOrEqual(2_000)
  },
)
