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

test('[P184] an object of more than 20,000 names is refused before it is made, at whatever depth', () => {
  const named = (count: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [at, ':'])))

  for (const around of [(text: string) => text, (text: string) => `{"a":[{"b":1},${text}]}`]) {
    expect(() => parseJson(around(named(20_000)))).not.toThrow()
    expect(() => parseJson(around(named(20_001)))).toThrow('more than 20000 names')
  }
  expect(() => parseJson(`${'}'.repeat(5000)}:`)).toThrow('not valid JSON')
})

test('[P24] the limit is the same for short and for long texts', () => {
  const nested = (levels: number, filler: string) => `${'['.repeat(levels)}"${filler}"${']'.repeat(levels)}`

  for (const filler of ['', 'x'.repeat(5000)]) {
    expect(() => parseJson(nested(128, filler))).not.toThrow()
    expect(() => parseJson(nested(129, filler))).toThrow('nested more than')
  }
})
