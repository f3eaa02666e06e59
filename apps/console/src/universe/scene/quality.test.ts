import { expect, test } from 'vitest'
import { levels, Quality } from './quality.ts'

test('[UV15] slow frames lower the quality, and it does not alternate', () => {
  const quality = new Quality()
  const second = (frames: number) => {
    for (let frame = 0; frame <= frames; frame++) quality.frame(1 / frames)
  }
  second(20)
  second(20)
  expect(quality.level).toBe(levels[2])
  for (let times = 0; times < 6; times++) second(60)
  expect(quality.level).toBe(levels[2])
  for (let times = 0; times < 9; times++) second(10)
  expect(quality.level).toBe(levels[3])
})

test('[UV15] a picture that starts with a low quality improves when frames are fast', () => {
  const quality = new Quality(2)
  for (let frame = 0; frame < 600; frame++) quality.frame(1 / 60)
  expect(quality.level).toBe(levels[0])
})

test('[UV15] frames are counted per second, and a pause is not counted', () => {
  const quality = new Quality()
  quality.frame(3)
  for (let frame = 0; frame <= 50; frame++) quality.frame(0.02)
  expect(quality.framesPerSecond).toBeCloseTo(50, 0)
})
