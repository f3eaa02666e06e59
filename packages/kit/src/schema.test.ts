import { expect, test } from 'vitest'
import { z } from 'zod'
import { jsonSchemaOf } from './schema.ts'

test('[K3] a published schema carries nothing that only costs tokens', () => {
  const schema = jsonSchemaOf(
    z.strictObject({ count: z.int().min(1).default(50), order: z.enum(['asc', 'desc']).optional() }),
  )

  expect(schema).toEqual({
    type: 'object',
    properties: { count: { default: 50, type: 'integer', minimum: 1 }, order: { enum: ['asc', 'desc'] } },
  })
})

test('[K3] properties with the names of schema keywords stay', () => {
  const schema = jsonSchemaOf(z.strictObject({ maximum: z.string(), additionalProperties: z.boolean() }))

  expect(schema['properties']).toEqual({
    maximum: { type: 'string' },
    additionalProperties: { type: 'boolean' },
  })
})
