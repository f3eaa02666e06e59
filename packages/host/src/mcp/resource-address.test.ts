import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matcherOf } from './resource-address.ts'

test('[K5] a template gives the variables of an address, decoded', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (id) => {
      const address = `notes://note/${encodeURIComponent(id)}/text`
      expect(matcherOf('notes://note/{id}/text')(address)).toEqual({ id })
    }),
  )
})

test.each(['notes://note/', 'notes://note/a/b', 'notes://noteXa', 'notes://note/%zz', 'other://note/a', ''])(
  '[K5] a template does not answer for %j',
  (address) => {
    expect(matcherOf('notes://note/{id}')(address)).toBeUndefined()
  },
)

test('[K5] a fixed address is only itself', () => {
  expect(matcherOf('notes://list')('notes://list')).toEqual({})
  expect(matcherOf('notes://list')('notes://lists')).toBeUndefined()
  expect(matcherOf('notes://a.b')('notes://aXb')).toBeUndefined()
})
