import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson } from './fields.ts'

test('[P22] canonical JSON is the same for the same value, and only then', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const shuffled: unknown = JSON.parse(JSON.stringify(value), (_key, part: unknown) =>
        part !== null && typeof part === 'object' && !Array.isArray(part)
          ? Object.fromEntries(Object.entries(part).toReversed())
          : part,
      )
      expect(canonicalJson(shuffled)).toBe(canonicalJson(JSON.parse(JSON.stringify(value))))
    }),
  )
})
