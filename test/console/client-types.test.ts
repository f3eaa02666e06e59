import { expect, test } from 'vitest'
import { apiTypes } from '../../scripts/api-types.ts'

const answerOf = (schema: object) => {
  const text = apiTypes({
    paths: { '/x': { get: { responses: { 200: { content: { 'application/json': { schema } } } } } } },
  })
  return /"application\/json": (.*) } } } }; put\?/.exec(text)?.[1] ?? ''
}

test.each([
  [{ type: 'string' }, 'string'],
  [{ type: 'integer' }, 'number'],
  [{ type: ['string', 'null'] }, '(string | null)'],
  [{ enum: ['a', 'b'] }, '"a" | "b"'],
  [{ const: true }, 'true'],
  [{ type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } }, '((string | null))[]'],
  [{ type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }] }, '[string, number]'],
  [{ type: 'object', additionalProperties: { type: 'number' } }, '{ [name: string]: number }'],
  [
    { type: 'object', properties: { a: { type: 'string' }, 'b-c': {} }, required: ['a'] },
    '{ "a": string; "b-c"?: unknown | undefined }',
  ],
  [{ $ref: '#/$defs/x' }, 'unknown'],
])('[CO11] the client has the schema %j as the type %s', (schema, type) => {
  expect(answerOf(schema)).toBe(type)
})

test('[CO11] the client has the parameters of a path and its optional fields', () => {
  const text = apiTypes({
    paths: {
      '/x/{id}': {
        post: {
          parameters: [
            { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
            { name: 'limit', in: 'query', required: false, schema: { type: 'integer' } },
          ],
          requestBody: { content: { 'application/json': { schema: { type: 'string' } } } },
          responses: { 204: {} },
        },
      },
    },
  })
  expect(text).toContain('"/x/{id}": { get?: never; put?: never; post: {')
  expect(text).toContain('query?: { "limit"?: number | undefined }; header?: never; path: { "id": string }')
  expect(text).toContain('requestBody: { content: { "application/json": string } }')
  expect(text).toContain('204: { content?: never }')
})
