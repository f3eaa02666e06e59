import { expect, test } from 'vitest'
import { typedText, typedValue } from './typed-value.ts'

test('[C365] a typed text becomes a value of the type of its field', () => {
  expect(typedValue('number', ' 12.5 ')).toBe(12.5)
  expect(typedValue('number', 'twelve')).toBe('twelve')
  expect(typedValue('boolean', 'false')).toBe(false)
  expect(typedValue('list', 'one, two,')).toEqual(['one', 'two'])
  expect(typedValue('json', '{"a":1}')).toEqual({ a: 1 })
  expect(typedValue('text', '  ')).toBe(null)
  expect(typedValue('date', '2026-03-31')).toBe('2026-03-31')
})

test('[C365] a value is shown as it was typed', () => {
  for (const [type, value] of [
    ['number', 12],
    ['text', 'Ulm'],
    ['list', ['one', 'two']],
    ['json', { a: [1, 2] }],
    ['boolean', true],
  ] as const)
    expect(typedValue(type, typedText(value))).toEqual(value)
})
