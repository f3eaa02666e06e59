import { expect, test } from 'vitest'
import { StepOrder } from './step-order.ts'

test('[UV5] each step is applied once and in order, and a repeated step is known', () => {
  const order = new StepOrder<string>(7)
  expect([order.take(8, 'a'), order.take(8, 'a'), order.take(7, 'old'), order.take(9, 'b')]).toEqual([
    'apply',
    'known',
    'known',
    'apply',
  ])
  expect(order.revision).toBe(9)
})

test('[UV22] a missing step is noticed, and steps that arrive during the reload wait', () => {
  const order = new StepOrder<string>(7)
  expect(order.take(10, 'ten')).toBe('gap')
  order.read(10, 'ten')
  expect([order.take(12, 'twelve'), order.take(11, 'eleven')]).toEqual(['later', 'later'])

  const waiting = order.wasRead(10)
  expect(
    waiting.map(({ step }) =>
      order.take(...([step === 'ten' ? 10 : step === 'eleven' ? 11 : 12, step] as const)),
    ),
  ).toEqual(['known', 'apply', 'apply'])
  expect(order.revision).toBe(12)
})
