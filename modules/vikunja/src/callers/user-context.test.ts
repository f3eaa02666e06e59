import { expect, test } from 'vitest'
import { contextOf, tokenHash } from './user-context.ts'

test('[VK918] a token that may not read its owner has no user id, and a name of its hash', () => {
  const token = `tk_${'0'.repeat(40)}`
  const context = contextOf(null, token, { at: new Date(0), timeZone: 'UTC' })
  expect(context).toMatchObject({ userId: null, username: `token-${tokenHash(token).slice(0, 12)}` })
})
