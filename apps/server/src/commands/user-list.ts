import type { Command } from '../command.ts'
import { exitCodes } from '../failure.ts'
import type { AccountListing } from '../operations.ts'
import { withStore } from '../perform.ts'

export const userList: Command = {
  name: 'user list',
  says: 'List the accounts.',
  words: [],
  options: {},
  examples: ['npx quipu user list', 'npx quipu user list --json'],
  run: async (given, { config, log, print }) => {
    const accounts = await withStore(config, log, (perform) => perform('user.list', {}))
    print(given.isJson ? JSON.stringify(accounts) : tableOf(accounts))
    return exitCodes.ok
  },
}

function tableOf(accounts: readonly AccountListing[]): string {
  if (accounts.length === 0) return 'No accounts yet. `npm start` creates the first one.'
  const rows = [['EMAIL', 'ROLE', 'NAME', 'CREATED', ''], ...accounts.map(rowOf)]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function rowOf(account: AccountListing): string[] {
  const notes = [account.is_disabled ? 'disabled' : '', account.has_password ? '' : 'no password']
  const { email, role, name, created_at } = account
  return [email, role, name, created_at.slice(0, 10), notes.filter((note) => note !== '').join(', ')]
}
