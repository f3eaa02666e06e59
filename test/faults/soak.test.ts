import { expect, test } from 'vitest'
import { verdictOf } from '../../bench/soak/verdict.ts'

const run = (memory: (n: number) => number, handles: (n: number) => number) =>
  verdictOf(
    Array.from({ length: 60 }, (_, n) => ({
      seconds: n,
      memoryMb: memory(n),
      handles: handles(n),
      calls: n,
    })),
  )

test('[X357] a soak passes if it is flat after warming up, and growth of memory or of handles is reported', () => {
  expect(
    run(
      (n) => 200 + Math.min(n, 15) * 10 + (n % 7),
      () => 40,
    ),
  ).toMatchObject({ isFlat: true })
  expect(
    run(
      (n) => 200 + 3 * n,
      () => 40,
    ),
  ).toMatchObject({ isFlat: false, words: expect.stringMatching(/memory not flat/) as string })
  expect(
    run(
      () => 200,
      (n) => 40 + n,
    ),
  ).toMatchObject({ isFlat: false, words: expect.stringMatching(/handles not flat/) as string })
  expect(verdictOf([])).toMatchObject({ isFlat: false, words: expect.stringMatching(/too short/) as string })
})
