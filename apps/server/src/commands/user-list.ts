import type { Command } from '../command-line/command.ts'
import { exitCodes } from '../terminal/failure.ts'
import type { AccountListing } from '../operations/users.ts'
import { withExistingStore } from '../owner/perform.ts'
import { tableOf } from '../terminal/table.ts'

export const userList: Command = {
  name: 'user list',
  says: 'List the accounts.',
  words: [],
  options: {},
  examples: ['npx quipu user list', 'npx quipu user list --json'],
  run: async (given, { config, log, print }) => {
    const accounts = await withExistingStore(config, log, (perform) => perform('user.list', {}))
    print(given.isJson ? JSON.stringify(accounts) : listOf(accounts))
    return exitCodes.ok
  },
}

function listOf(accounts: readonly AccountListing[]): string {
  if (accounts.length === 0) return 'No accounts yet. `npx quipu start` creates the first one.'
  return tableOf(['EMAIL', 'ROLE', 'NAME', 'CREATED', ''], accounts.map(rowOf))
}

function rowOf(account: AccountListing): string[] {
  const notes = [account.is_disabled ? 'disabled' : '', account.has_password ? '' : 'no password']
  const { email, role, name, created_at } = account
  return [email, role, name, created_at.slice(0, 10), notes.filter((note) => note !== '').join(', ')]
}
