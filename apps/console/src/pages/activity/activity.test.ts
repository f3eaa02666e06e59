import { expect, test } from 'vitest'
import { actionWords } from './action-words.ts'

test('[C483] what was done is said in words', () => {
  const actions = ['mcp.tool.call', 'api.call', 'auth.signed_in', 'oauth.grant_revoked', 'user.created', '']
  expect(actions.map(actionWords)).toEqual([
    'Tool call',
    'REST call',
    'Signed in',
    'Grant revoked',
    'User created',
    '',
  ])
})
