import type { Command } from '../command-line/command.ts'
import { exitCodes } from '../terminal/failure.ts'
import type { AppView } from '../operations/access.ts'
import { withExistingStore } from '../owner/perform.ts'
import { dayOf, tableOf } from '../terminal/table.ts'

export const appList: Command = {
  name: 'app list',
  says: 'List the apps that people have connected, and what each may do.',
  words: [],
  options: { user: { value: 'EMAIL', says: 'Only those of this account. Default: of everyone.' } },
  examples: ['npx quipu app list', 'npx quipu app list --user ada@example.com --json'],
  run: async (given, { config, log, print }) => {
    const apps = await withExistingStore(config, log, (perform) =>
      perform('app.list', { user: given.value('user') }),
    )
    print(given.isJson ? JSON.stringify(apps) : listOf(apps))
    return exitCodes.ok
  },
}

function listOf(apps: readonly AppView[]): string {
  if (apps.length === 0) return 'No connected apps.'
  return tableOf(
    ['ID', 'EMAIL', 'APP', 'RESOURCE', 'CONNECTED', 'LAST USED', 'SCOPE'],
    apps.map(({ id, email, client_name, resource, created_at, last_used_at, scope }) => [
      id,
      email,
      client_name,
      resource,
      dayOf(created_at),
      dayOf(last_used_at),
      scope.join(' '),
    ]),
  )
}
