import { expect, test } from 'vitest'
import { cutLabel, labelStep, place, scaleOf, shortMonth } from './scale.ts'

test('[C302] an axis has round steps that include every value, also negative and equal ones', () => {
  expect(scaleOf([3, 47], true).ticks).toEqual([0, 10, 20, 30, 40, 50])
  expect(scaleOf([-0.12, 0.31], true).ticks).toEqual([-0.2, -0.1, 0, 0.1, 0.2, 0.3, 0.4])
  expect(scaleOf([1000, 1003], false).ticks).toEqual([1000, 1001, 1002, 1003])
  expect(scaleOf([], true).ticks.length).toBeGreaterThan(1)
  const same = scaleOf([7, 7], true)
  expect([same.least, same.greatest >= 7]).toEqual([0, true])
})

test('[C302] whole numbers have whole steps', () => {
  expect(scaleOf([2, 1], true).ticks).toEqual([0, 1, 2])
  expect(scaleOf([0], true).ticks).toEqual([0, 1])
  expect(scaleOf([2.5, 1], true).ticks).toEqual([0, 0.5, 1, 1.5, 2, 2.5])
})

test('[C302] a value is placed proportionally on the axis', () => {
  expect(place(25, scaleOf([0, 50], true), 100, 0)).toBe(50)
})

test('[C302] labels are left out or shortened if they do not fit', () => {
  expect([labelStep(12, 1200, 60), labelStep(365, 600, 60)]).toEqual([1, 37])
  expect([cutLabel('Lima', 10), cutLabel('Punta Hermosa del Sur', 8)]).toEqual(['Lima', 'Punta H…'])
  expect([shortMonth('November 2026'), shortMonth('May 2026')]).toEqual(['Nov 2026', 'May 2026'])
})
