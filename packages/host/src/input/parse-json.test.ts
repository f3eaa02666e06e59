import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseJson } from './parse-json.ts'

test('[P23] JSON is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 20 }), (text) => {
      expect(parseJson(text)).toEqual(JSON.parse(text))
    }),
  )
})

test('[P23] brackets inside strings are not nesting', () => {
  const text = JSON.stringify({ text: '[{"\\'.repeat(1000) })

  expect(parseJson(text)).toEqual(JSON.parse(text))
})

test('[P24] nesting a million levels deep is refused, not followed', () => {
  expect(() => parseJson('['.repeat(1_000_000))).toThrow('nested more than')
  expect(() => parseJson('{"a":'.repeat(1_000_000))).toThrow('nested more than')
})

test('[P24] the limit is the same for short and for long texts', () => {
  const nested = (levels: number, filler: string) => `${'['.repeat(levels)}"${filler}"${']'.repeat(levels)}`

  for (const filler of ['', 'x'.repeat(5000)]) {
    expect(() => parseJson(nested(128, filler))).not.toThrow()
    expect(() => parseJson(nested(129, filler))).toThrow('nested more than')
  }
})
