import type { Command } from '../command-line/command.ts'
import { exitCodes } from '../terminal/failure.ts'
import { withStore } from '../owner/perform.ts'

export const migrate: Command = {
  name: 'migrate',
  says: 'Update the store. A start does it too.',
  words: [],
  options: {},
  examples: ['npx quipu migrate', 'DATABASE_URL=postgres://quipu@db/quipu npx quipu migrate'],
  run: async (given, { config, log, print }) => {
    // Opening the store applies every missing migration; a process that has it open has done so.
    await withStore(config, log, async () => {})
    const store = config.store.kind === 'embedded' ? config.store.folder : 'PostgreSQL'
    print(
      given.isJson ? JSON.stringify({ status: 'up to date', store }) : `The store is up to date (${store}).`,
    )
    return exitCodes.ok
  },
}
