import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RequestStates } from './request-state.ts'

const asking = {
  userId: 'ana',
  method: 'tools/call',
  params: { name: 'delete', arguments: { id: 1, why: 'old' } },
}
const start = new Date('2026-11-01T08:00:00Z')

function states(now = start): RequestStates {
  return new RequestStates([Buffer.alloc(32, 7)], () => now)
}

test('[P20] answers of earlier rounds come back from the request state', () => {
  const sealed = states().seal(asking, { sure: { action: 'accept' } })

  expect(states().open(sealed, asking).answers).toEqual({ sure: { action: 'accept' } })
})

test('[P20] the order of argument keys does not matter', () => {
  const sealed = states().seal(asking, {})
  const reordered = { ...asking, params: { name: 'delete', arguments: { why: 'old', id: 1 } } }

  expect(() => states().open(sealed, reordered)).not.toThrow()
})

test.each([
  ['another person', { ...asking, userId: 'ben' }],
  ['another tool', { ...asking, params: { ...asking.params, name: 'add' } }],
  ['other arguments', { ...asking, params: { ...asking.params, arguments: { id: 2, why: 'old' } } }],
  ['another method', { ...asking, method: 'prompts/get' }],
])('[P21] a request state is refused for %s', (_what, other) => {
  const sealed = states().seal(asking, {})

  expect(() => states().open(sealed, other)).toThrow('requestState is not valid')
})

test('[P21] a request state is refused after ten minutes', () => {
  const sealed = states().seal(asking, {})
  const later = new Date(start.getTime() + 600_001)

  expect(() => states(later).open(sealed, asking)).toThrow('requestState is not valid')
})

test('[P21] a request state changed in any character is refused', () => {
  const sealed = states().seal(asking, { sure: { action: 'decline' } })
  fc.assert(
    fc.property(fc.nat(sealed.length - 1), fc.constantFrom('A', 'b', '.', '9'), (at, char) => {
      fc.pre(sealed[at] !== char)
      const forged = sealed.slice(0, at) + char + sealed.slice(at + 1)
      expect(() => states().open(forged, asking)).toThrow('requestState is not valid')
    }),
  )
})
