import type { Command } from '../command-line/command.ts'
import { exitCodes } from '../terminal/failure.ts'
import type { ClientView } from '../operations/access.ts'
import { withExistingStore } from '../owner/perform.ts'
import { dayOf, tableOf } from '../terminal/table.ts'

export const clientList: Command = {
  name: 'client list',
  says: 'List the clients that were added or registered themselves.',
  words: [],
  options: {},
  examples: ['npx quipu client list', 'npx quipu client list --json'],
  run: async (given, { config, log, print }) => {
    const clients = await withExistingStore(config, log, (perform) => perform('client.list', {}))
    print(given.isJson ? JSON.stringify(clients) : listOf(clients))
    return exitCodes.ok
  },
}

function listOf(clients: readonly ClientView[]): string {
  if (clients.length === 0) return 'No clients yet. Those with a metadata document need no entry here.'
  return tableOf(
    ['ID', 'NAME', 'ORIGIN', 'CREATED', 'LAST USED', 'REDIRECTS'],
    clients.map(({ id, name, origin, created_at, last_used_at, redirect_uris }) => [
      id,
      name,
      origin,
      dayOf(created_at),
      dayOf(last_used_at),
      redirect_uris.join(' '),
    ]),
  )
}
