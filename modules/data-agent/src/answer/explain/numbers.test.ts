import { expect, test } from 'vitest'
import { decimalsFor, formatChange, formatNumber, formatShare } from './numbers.ts'

const plain = { unit: null, isPlain: false, decimals: 0 }

test.each([
  [1234567, plain, '1,234,567'],
  [1234.5, { ...plain, decimals: 2 }, '1,234.50'],
  [12, { ...plain, decimals: 2 }, '12.00'],
  [12, { unit: 'EUR', isPlain: false, decimals: 2 }, '€12.00'],
  [-1234.5, { unit: 'USD', isPlain: false, decimals: 2 }, '-$1,234.50'],
  [-0.001, { unit: 'USD', isPlain: false, decimals: 2 }, '-$0.001'],
  [12.5, { unit: 'percent', isPlain: false, decimals: 2 }, '12.50%'],
  [3, { unit: 'kg', isPlain: false, decimals: 0 }, '3 kg'],
  [2025, { unit: null, isPlain: true, decimals: 0 }, '2025'],
])('[DV31] %d is written with its unit', (value, format, text) =>
  expect(formatNumber(value, format)).toBe(text),
)

test('[DV31] unequal numbers of one column look unequal', () => {
  expect(decimalsFor([1, 2, 3])).toBe(0)
  expect(decimalsFor([1.5, 2])).toBe(2)
  expect(decimalsFor([3.1231, 3.1234])).toBe(4)
  expect(decimalsFor([0.0004, 5])).toBe(4)
})

test.each([
  [1, '100%'],
  [0, '0%'],
  [0.9999, '>99.9%'],
  [0.0004, '<0.1%'],
  [0.43, '43%'],
  [0.4356, '43.6%'],
  [2.5, '250%'],
  [-0.25, '-25%'],
])('[DV31] [DV311] a share of %d is 0 % or 100 % only if it is exact', (share, text) =>
  expect(formatShare(share)).toBe(text),
)

test('[DV31] a change has its sign', () => {
  expect([formatChange(0.25), formatChange(-0.1), formatChange(0)]).toEqual(['+25%', '-10%', '0%'])
})
