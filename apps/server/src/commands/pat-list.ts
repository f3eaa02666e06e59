import type { Command } from '../command-line/command.ts'
import { exitCodes } from '../terminal/failure.ts'
import type { PersonalTokenView } from '../operations/access.ts'
import { withExistingStore } from '../owner/perform.ts'
import { dayOf, tableOf } from '../terminal/table.ts'

export const patList: Command = {
  name: 'pat list',
  says: 'List the personal access tokens of an account.',
  words: [],
  options: { user: { value: 'EMAIL', says: 'Whose tokens.' } },
  examples: ['npx quipu pat list --user ada@example.com', 'npx quipu pat list --user ada@example.com --json'],
  run: async (given, { config, log, print }) => {
    const user = given.required('user')
    const tokens = await withExistingStore(config, log, (perform) => perform('pat.list', { user }))
    print(given.isJson ? JSON.stringify(tokens) : listOf(tokens))
    return exitCodes.ok
  },
}

function listOf(tokens: readonly PersonalTokenView[]): string {
  if (tokens.length === 0) return 'No personal access tokens.'
  return tableOf(
    ['ID', 'NAME', 'RESOURCE', 'CREATED', 'LAST USED', 'EXPIRES', 'SCOPE'],
    tokens.map(({ id, name, resource, created_at, last_used_at, expires_at, scope }) => [
      id,
      name,
      resource,
      dayOf(created_at),
      dayOf(last_used_at),
      dayOf(expires_at),
      scope.join(' '),
    ]),
  )
}
