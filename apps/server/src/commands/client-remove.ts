import type { Command } from '../command-line/command.ts'
import { exitCodes } from '../terminal/failure.ts'
import { withExistingStore } from '../owner/perform.ts'

export const clientRemove: Command = {
  name: 'client remove',
  says: 'Forget a client, and end everything that was granted to it.',
  words: ['ID'],
  options: {},
  examples: ['npx quipu client remove my-mcp-client'],
  run: async (given, { config, log, print }) => {
    const [id = ''] = given.words
    const client = await withExistingStore(config, log, (perform) => perform('client.remove', { id }))
    print(given.isJson ? JSON.stringify(client) : `Removed ${client.id}; what was granted to it has ended.`)
    return exitCodes.ok
  },
}
