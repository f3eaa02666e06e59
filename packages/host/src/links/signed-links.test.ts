import { expect, test } from 'vitest'
import { RootSecret } from '../identity/root-secret.ts'
import { SignedLinks } from './signed-links.ts'

const caller = { userId: '00000000-0000-4000-8000-00000000000a' }
const path = '/api/truth/files/7'
const noon = new Date('2026-11-01T12:00:00Z')
const later = new Date('2026-11-01T13:00:00Z')

function linksWith(secret = 'a'.repeat(40), previous?: string, now = noon): SignedLinks {
  const secrets = new RootSecret(secret, previous)
  return new SignedLinks({ secrets, appUrl: 'https://quipu.example', now: () => now })
}

function tokenOf(url: string): string {
  return new URL(url).searchParams.get('link') ?? ''
}

test('[A240] a signed link is the public URL of its path, and carries its user and its data', () => {
  const links = linksWith()
  const url = links.of('truth').sign({ path, caller, data: { name: 'a b.pdf', part: 1 }, expiresAt: later })

  expect(url).toMatch(/^https:\/\/quipu\.example\/api\/truth\/files\/7\?link=[\w-]+\.[\w-]{43}$/)
  expect(links.verify('truth', path, tokenOf(url))).toEqual({
    userId: caller.userId,
    data: { name: 'a b.pdf', part: 1 },
    expiresAt: later,
  })
  const bare = links.of('truth').sign({ path, caller, expiresAt: later })
  expect(links.verify('truth', path, tokenOf(bare))).toMatchObject({ data: null })
})

test('[A241] a link is good for its own module and path alone', () => {
  const links = linksWith()
  const token = tokenOf(links.of('truth').sign({ path, caller, expiresAt: later }))

  expect(links.verify('tasks', path, token)).toBe('invalid')
  expect(links.verify('truth', '/api/truth/files/8', token)).toBe('invalid')
  expect(links.verify('truth', `${path}/`, token)).toBe('invalid')
  expect(links.verify('truth\n/api', '/truth/files/7', token)).toBe('invalid')
})

test('[A241] a link in which anything was changed is invalid', () => {
  const links = linksWith()
  const token = tokenOf(links.of('truth').sign({ path, caller, data: 'x', expiresAt: later }))
  const [payload = '', signature = ''] = token.split('.')
  const forged = (change: object) => {
    const claim: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString())
    return `${Buffer.from(JSON.stringify({ ...(claim as object), ...change })).toString('base64url')}.${signature}`
  }

  for (const wrong of [
    forged({ u: 'someone else' }),
    forged({ e: later.getTime() + 1 }),
    forged({ d: 'y' }),
    '',
    '.',
    payload,
    `${payload}.`,
    `${token}.`,
    `${token}.${signature}`,
    `${payload}.${signature.slice(1)}`,
    `.${signature}`,
    'x'.repeat(100_000),
  ])
    expect(links.verify('truth', path, wrong)).toBe('invalid')
  expect(linksWith('b'.repeat(40)).verify('truth', path, token)).toBe('invalid')
})

test('[A242] a link ends at its time, and none is signed for the past', () => {
  const token = tokenOf(linksWith().of('truth').sign({ path, caller, expiresAt: later }))
  const at = (now: Date) => linksWith(undefined, undefined, now).verify('truth', path, token)

  expect(at(new Date(later.getTime() - 1))).toMatchObject({ userId: caller.userId })
  expect(at(later)).toBe('expired')
  for (const expiresAt of [noon, new Date(Number.NaN)])
    expect(() => linksWith().of('truth').sign({ path, caller, expiresAt })).toThrow('a time to come')
})

test('[A243] a link outlives one change of the root secret, and not two', () => {
  const [first, second, third] = ['1', '2', '3'].map((digit) => digit.repeat(40))
  const token = tokenOf(linksWith(first).of('truth').sign({ path, caller, expiresAt: later }))

  expect(linksWith(second, first).verify('truth', path, token)).toMatchObject({ userId: caller.userId })
  expect(linksWith(second).verify('truth', path, token)).toBe('invalid')
  expect(linksWith(third, second).verify('truth', path, token)).toBe('invalid')
  const fresh = tokenOf(linksWith(second, first).of('truth').sign({ path, caller, expiresAt: later }))
  expect(linksWith(second).verify('truth', path, fresh)).toMatchObject({ userId: caller.userId })
})

test.each(['/a?b=c', '/a#b', '/a/../b', '/a b'] as const)(
  '[A961] %j is not signed, because it would be requested in another form',
  (wrong) => {
    const links = linksWith()
    expect(() => links.of('truth').sign({ path: wrong, caller, expiresAt: later })).toThrow('a plain path')
  },
)

test('[A961] data that makes the URL too long is refused', () => {
  const sign = (length: number) =>
    linksWith()
      .of('truth')
      .sign({ path, caller, data: 'x'.repeat(length), expiresAt: later })
  expect(sign(900).length).toBeLessThan(2_000)
  expect(() => sign(1_200)).toThrow('store it and sign its id')
})
