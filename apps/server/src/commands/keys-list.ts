import type { Command } from '../command-line/command.ts'
import { exitCodes } from '../terminal/failure.ts'
import type { KeyView } from '../operations/keys.ts'
import { withExistingStore } from '../owner/perform.ts'
import { dayOf, tableOf } from '../terminal/table.ts'

export const keysList: Command = {
  name: 'keys list',
  says: 'List the keys that sign and verify tokens.',
  words: [],
  options: {},
  examples: ['npx quipu keys list', 'npx quipu keys list --json'],
  run: async (given, { config, log, print }) => {
    const keys = await withExistingStore(config, log, (perform) => perform('keys.list', {}))
    print(given.isJson ? JSON.stringify(keys) : listOf(keys))
    return exitCodes.ok
  },
}

function listOf(keys: readonly KeyView[]): string {
  const rows = keys.map(({ kid, created_at, retires_at }) => [kid, dayOf(created_at), stateOf(retires_at)])
  return tableOf(['KEY', 'CREATED', ''], rows)
}

function stateOf(retiresAt: string | null): string {
  if (retiresAt === null) return 'signs'
  return new Date(retiresAt) > new Date() ? `verifies until ${dayOf(retiresAt)}` : `ended ${dayOf(retiresAt)}`
}
