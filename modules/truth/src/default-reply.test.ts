import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pageOf, sharesOf } from './default-reply.ts'

const rows = fc.array(fc.string({ unit: 'grapheme', maxLength: 900 }), { maxLength: 60 })

test('[TR541] all pages of default replies together are the whole, in order, with nothing twice', () => {
  fc.assert(
    fc.property(rows, fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined }), (all, limit) => {
      const found: string[] = []
      for (let offset: number | undefined = 0; offset !== undefined;) {
        const page: { rows: string[]; next_offset?: number } = pageOf(
          { limit, offset },
          all.length,
          (from, to, next) => ({ rows: all.slice(from, to), ...next }),
        )
        const bytes = Buffer.byteLength(JSON.stringify(page))
        // A single row is answered, however long it is.
        const isRight =
          limit === undefined
            ? page.rows.length === 1 || bytes <= 4096
            : page.rows.length === Math.min(limit, all.length - offset)
        expect(isRight).toBe(true)
        found.push(...page.rows)
        offset = page.next_offset
      }
      expect(found).toEqual(all)
    }),
  )
})

test('[TR540] [TR923] several lists share a page in turn, and each list stays in its order', () => {
  const lengths = fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(lengths, (given) => {
      const total = given.reduce((sum, length) => sum + length, 0)
      let before = sharesOf(given, 0)
      for (let count = 1; count <= total; count += 1) {
        const shares = sharesOf(given, count)
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(count)
        expect(shares.every((share, list) => share >= before[list]!)).toBe(true)
        before = shares
      }
      expect(before).toEqual(given)
    }),
  )
})
