import fc from 'fast-check'
import { expect, test } from 'vitest'
import { localPath } from './local-path.ts'

const appUrl = 'https://quipu.example'

/** Texts made of what parsers of URLs disagree about. */
const tricky = fc
  .array(
    fc.oneof(
      fc.constantFrom('/', '//', '\\', '.', '..', '/.', '/..', '@', ':', '?', '#', '%2f', '%5c', '%2e', ' '),
      fc.constantFrom(
        '\t',
        '\n',
        '\r',
        '\0',
        '\u0085',
        '\u2028',
        '\uD800',
        'ü',
        '/.//',
        'https:',
        'javascript:',
      ),
      fc.constantFrom(
        'evil.example',
        'login',
        'a=b',
        '&',
        '[',
        ']',
        '|',
        '^',
        '`',
        '"',
        '<',
        '\u3002',
        '\uFF0F',
      ),
      fc.string({ unit: 'binary', maxLength: 5 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))

test('[A50] a browser stays on this server, whatever target is given', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        tricky,
        tricky.map((text) => `/${text}`),
      ),
      (text) => {
        const path = localPath(text)

        expect(new URL(path, appUrl).origin).toBe(appUrl)
        expect(path).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/)
        expect(localPath(path)).toBe(path)
      },
    ),
    { numRuns: 20_000 },
  )
})

test('[A50] a path of this server is kept with its query and fragment', () => {
  const segment = fc.stringMatching(/^[a-z0-9_~-]{1,10}$/)
  fc.assert(
    fc.property(fc.array(segment, { minLength: 1 }), segment, segment, (segments, query, fragment) => {
      const path = `/${segments.join('/')}?q=${query}#${fragment}`
      expect(localPath(path)).toBe(path)
    }),
  )
})

test.each([
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['/a\\b', '/'],
  ['/\t/evil.example', '/'],
  ['/.//evil.example', '/'],
  ['https://evil.example/', '/'],
  ['javascript:alert(1)', '/'],
  ['', '/'],
  ['authorize/1', '/'],
  [`/${'a'.repeat(1_999)}`, `/${'a'.repeat(1_999)}`],
  [`/${'a'.repeat(2_000)}`, '/'],
  [`/${'ü'.repeat(400)}`, '/'],
  ['/ä b?c=ü', '/%C3%A4%20b?c=%C3%BC'],
  [undefined, '/'],
])('[A50] %j leads to %j', (text, path) => {
  expect(localPath(text)).toBe(path)
})
