import { expect, test } from 'vitest'
import { argumentsFrom, fieldsOf, sampleOf } from './tool-input.ts'

const schema = {
  properties: {
    title: { type: 'string', description: 'What to do.' },
    limit: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
    kind: { enum: ['a', 'b'] },
  },
  required: ['title', 'kind'],
}

test('[C520] a field without a description says what it takes', () => {
  expect(fieldsOf(schema).map(({ says }) => says)).toEqual([
    'What to do.',
    'Integer from 1.',
    'One of: a, b.',
  ])
})

test('[CO906] a tool is tried with JSON that begins with its required fields', () => {
  expect(fieldsOf(schema).map(({ name, isRequired }) => [name, isRequired])).toEqual([
    ['title', true],
    ['limit', false],
    ['kind', true],
  ])
  expect(JSON.parse(sampleOf(schema))).toEqual({ title: '', kind: 'a' })
  expect(argumentsFrom('{"title":"x"}')).toEqual({ title: 'x' })
  for (const wrong of ['{', '[]', '"x"', 'null']) expect(() => argumentsFrom(wrong)).toThrow(/arguments/)
})
