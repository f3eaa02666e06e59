import { expect, test } from 'vitest'
import { actionWords } from './action-words.ts'
import { searchedWords } from './searched-words.ts'

test('[C483] [C803] what was done is said in words', () => {
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

test('[C530] a search that stopped says how far back it came', () => {
  expect(searchedWords(undefined)).toBe('Nothing happened that these filters show')
  expect(searchedWords('2026-03-01T12:00:00Z')).toMatch(
    /^Nothing that these filters show, back to Mar 1, 2026/,
  )
})
