import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RootSecret } from './root-secret.ts'

const root = new RootSecret('a root secret that is long enough')

test('[A6] a root secret of fewer than 32 characters is refused, and the message says how to make one', () => {
  expect(() => new RootSecret('x'.repeat(31))).toThrow(
    'JWT_SECRET must have at least 32 characters, this one has 31; make one with: openssl rand -base64 48',
  )
  expect(() => new RootSecret('x'.repeat(32))).not.toThrow()
})

test('[A905] sealed data open for the same purpose, and the same text is sealed differently each time', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (plain, purpose) => {
      const sealed = root.seal(purpose, plain)

      expect(root.open(purpose, sealed)).toBe(plain)
      expect(root.seal(purpose, plain)).not.toBe(sealed)
    }),
  )
})

test('[A905] another purpose, another secret or a changed letter cannot open it', () => {
  const sealed = root.seal('vikunja', 'tk_123')
  const cannot = /cannot be opened: it is damaged, or was sealed under another JWT_SECRET/

  expect(() => root.open('cookie', sealed)).toThrow(cannot)
  expect(() => new RootSecret('another secret that is long enough').open('vikunja', sealed)).toThrow(cannot)
  expect(() => root.open('vikunja', '')).toThrow(cannot)
  expect(() => root.open('vikunja', sealed.slice(0, -20))).toThrow(cannot)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: sealed.length - 2 }), (at) => {
      const letter = sealed[at] === 'A' ? 'B' : 'A'
      expect(() => root.open('vikunja', sealed.slice(0, at) + letter + sealed.slice(at + 1))).toThrow(cannot)
    }),
  )
})

test('[A904] each purpose has a key of its own, the same after a restart', () => {
  const again = new RootSecret('a root secret that is long enough')

  expect(root.deriveKey('cookies')).toHaveLength(32)
  expect(root.deriveKey('cookies')).toEqual(again.deriveKey('cookies'))
  expect(root.deriveKey('cookies')).not.toEqual(root.deriveKey('request-state'))
})

test('[A60] data sealed by either secret can be opened, and only the current one seals', () => {
  const former = 'the former root secret, long enough'
  const both = new RootSecret('a root secret that is long enough', former)
  const old = new RootSecret(former).seal('cookie', 'kept')

  expect(both.open('cookie', old)).toBe('kept')
  expect(root.open('cookie', both.seal('cookie', 'new'))).toBe('new')
  expect(() => new RootSecret(former).open('cookie', both.seal('cookie', 'new'))).toThrow('cannot be opened')
  expect(() => both.open('other', old)).toThrow('cannot be opened')
  expect(() => new RootSecret(former, 'short')).toThrow(
    /^JWT_SECRET_PREVIOUS must have at least 32 characters/,
  )
})

test('[A960] keys are derived from the current secret first, then from the previous one', () => {
  const former = 'the former root secret, long enough'
  const both = new RootSecret('a root secret that is long enough', former)

  expect(both.deriveKey('cookies')).toEqual(root.deriveKey('cookies'))
  expect(both.deriveKeys('cookies')).toEqual([
    root.deriveKey('cookies'),
    new RootSecret(former).deriveKey('cookies'),
  ])
  expect(root.deriveKeys('cookies')).toEqual([root.deriveKey('cookies')])
})

test('[A60] renewing seals under the current secret what the previous one sealed, and leaves the rest', () => {
  const former = 'the former root secret, long enough'
  const both = new RootSecret('a root secret that is long enough', former)

  const renewed = both.renew('cookie', new RootSecret(former).seal('cookie', 'kept'))

  expect(root.open('cookie', renewed ?? '')).toBe('kept')
  expect(both.renew('cookie', root.seal('cookie', 'kept'))).toBeUndefined()
})
