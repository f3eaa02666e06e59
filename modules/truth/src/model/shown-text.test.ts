import { expect, test } from 'vitest'
import { shownText } from './shown-text.ts'
import type { Span } from './span.ts'

function marked(kept: string | null, span: Span, isJson = false): string | undefined {
  const shown = shownText(kept, isJson, span)
  return shown?.mark && shown.text.slice(...shown.mark)
}

test('[TR344] of several pages, the one with the value is shown', () => {
  const kept = 'The letter\fThe total is 119.00 EUR\fThe end'
  const span = { kind: 'page', page: 2, start: 13, end: 19, text: '119.00' } as const
  expect(shownText(kept, false, span)).toMatchObject({ text: 'The total is 119.00 EUR', page: 2, pages: 3 })
  expect(marked(kept, span)).toBe('119.00')
  expect(shownText(kept, false, undefined)).toMatchObject({ text: 'The letter', page: 1, pages: 3 })
})

test('[TR344] a text that a later run read differently is shown without a mark', () => {
  expect(marked('Something else entirely', { kind: 'text', start: 3, end: 9, text: '119.00' })).toBe(
    undefined,
  )
})

test('[TR344] [TR930] JSON is pretty-printed, and a pointer leads to its value', () => {
  const kept = '{"a/b":[1,{"c":"x","d":{}}],"e":"x"}'
  const pointer = (to: string) => ({ kind: 'json', pointer: to, text: 'x' }) as const
  expect(shownText(kept, true, undefined)?.text).toBe(JSON.stringify(JSON.parse(kept), null, 2))
  expect(marked(kept, pointer('/a~1b/1/c'), true)).toBe('"x"')
  expect(marked(kept, pointer('/a~1b/0'), true)).toBe('1')
  expect(marked(kept, pointer('/nowhere'), true)).toBe(undefined)
  expect(marked('{"e":1}\n{"e":2}\n', { ...pointer('/e'), line: 2 })).toBe('2')
  expect(marked('{"e":', pointer('/e'))).toBe(undefined)
})

test('[TR931] a value without an exact place is marked only if it occurs once', () => {
  const cell = { kind: 'cell', row: 2, column: 1, text: 'Ulm' } as const
  expect(marked('name\nUlm\n', cell)).toBe('Ulm')
  expect(marked('name\nUlm\nUlm\n', cell)).toBe(undefined)
  expect(marked('<a>Ulm</a>', { kind: 'xml', path: '/a', text: 'Ulm' })).toBe('Ulm')
})

test('[TR344] a long text is cut around the value', () => {
  const kept = `${'a'.repeat(50_000)}VALUE${'b'.repeat(50_000)}`
  const shown = shownText(kept, false, { kind: 'text', start: 50_000, end: 50_005, text: 'VALUE' })!
  expect(shown.text.slice(...shown.mark!)).toBe('VALUE')
  expect([shown.text.length, shown.before + shown.text.length + shown.after]).toEqual([20_000, kept.length])
  expect(shownText(null, false, undefined)).toBe(undefined)
})
