import fc from 'fast-check'
import { expect, test } from 'vitest'
import { queryBuilder, sql } from './query-builder.ts'
import { defineResource } from './resource.ts'

function at(uri: string) {
  const read = async () => undefined
  return defineResource({ name: 'r', title: 'R', description: 'd', mimeType: 'text/plain', uri, read })
}

test('[K5] a template gives the variables of an address, decoded', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (id) => {
      const address = `notes://note/${encodeURIComponent(id)}/text`
      expect(at('notes://note/{id}/text').match(address)).toEqual({ id })
    }),
  )
})

test.each(['notes://note/', 'notes://note/a/b', 'notes://noteXa', 'notes://note/%zz', 'other://note/a', ''])(
  '[K5] a template does not answer for %j',
  (address) => {
    expect(at('notes://note/{id}').match(address)).toBeUndefined()
  },
)

test('[K5] a fixed address is only itself', () => {
  expect(at('notes://list').match('notes://list')).toEqual({})
  expect(at('notes://list').match('notes://lists')).toBeUndefined()
  expect(at('notes://a.b').match('notes://aXb')).toBeUndefined()
})

test('[K6] a query is built with its parameters apart', () => {
  const builder = queryBuilder<{ notes: { id: number; text: string } }>()
  const { sql: text, parameters } = builder
    .selectFrom('notes')
    .select('id')
    .where(sql<boolean>`lower(text) = ${"o'hara"}`)
    .compile()

  expect(text).toBe('select "id" from "notes" where lower(text) = $1')
  expect(parameters).toEqual(["o'hara"])
})
