import { expect, test } from 'vitest'
import { FormTokens, openCookies } from './cookies.ts'

const secure = openCookies('https://quipu.example')
const plain = openCookies('http://localhost:3000')

test('[A32] under https cookies are bound to this host, otherwise they have plain names', () => {
  expect(secure.session.set('abc')).toBe(
    '__Host-quipu_session=abc; Max-Age=7776000; Path=/; HttpOnly; Secure; SameSite=Lax',
  )
  expect(plain.session.set('abc')).toBe('quipu_session=abc; Max-Age=7776000; Path=/; HttpOnly; SameSite=Lax')
  expect(secure.form.set('n')).toBe(
    '__Host-quipu_form=n; Max-Age=86400; Path=/; HttpOnly; Secure; SameSite=Lax',
  )
  expect(plain.form.name).toBe('quipu_form')
  expect(secure.session.clear()).toBe(
    '__Host-quipu_session=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax',
  )
})

test.each([
  ['quipu_session=abc', 'abc'],
  ['a=1; quipu_session=abc; quipu_form=x', 'abc'],
  ['a=1;quipu_session=abc', 'abc'],
  ['quipu_session=first; quipu_session=second', 'first'],
  ['my_quipu_session=abc', undefined],
  ['__Host-quipu_session=abc', undefined],
  ['quipu_session=', undefined],
  ['quipu_session="abc"', 'abc'],
  ['quipu_session="abc', undefined],
  [`quipu_session=${'x'.repeat(129)}`, undefined],
  ['quipu_session', undefined],
  ['', undefined],
  [undefined, undefined],
])('[A32] %j has the value %j', (header, value) => {
  expect(plain.session.read(header)).toBe(value)
})

test('[A32] a value that was set can be read, and nothing can be injected into the header', () => {
  const [pair] = secure.form.set('A-z_09').split(';')

  expect(secure.form.read(pair)).toBe('A-z_09')
  expect(() => secure.form.set('x; Domain=evil.example')).toThrow('not base64url')
})

test('[A930] the token of a form fits its nonce, its purpose and its key only', () => {
  const tokens = new FormTokens([Buffer.alloc(32, 1)])
  const nonce = tokens.newNonce()
  const token = tokens.tokenFor(nonce, 'login')

  expect(tokens.isRight(nonce, 'login', token)).toBe(true)
  expect(tokens.isRight(nonce, 'consent', token)).toBe(false)
  expect(tokens.isRight(tokens.newNonce(), 'login', token)).toBe(false)
  expect(new FormTokens([Buffer.alloc(32, 2)]).isRight(nonce, 'login', token)).toBe(false)
  for (const wrong of [undefined, '', token.slice(1), `${token}A`, 'ä'.repeat(43), 'A'.repeat(43)])
    expect(tokens.isRight(nonce, 'login', wrong)).toBe(false)
  expect(tokens.isRight(undefined, 'login', token)).toBe(false)
})
