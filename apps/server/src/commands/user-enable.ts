import type { Command } from '../command-line/command.ts'
import { exitCodes } from '../terminal/failure.ts'
import { withExistingStore } from '../owner/perform.ts'

export const userEnable: Command = {
  name: 'user enable',
  says: 'Enable a disabled account again.',
  words: ['EMAIL'],
  options: {},
  examples: ['npx quipu user enable ada@example.com'],
  run: async (given, { config, log, print }) => {
    const [email = ''] = given.words
    const account = await withExistingStore(config, log, (perform) => perform('user.enable', { email }))
    print(given.isJson ? JSON.stringify(account) : `${account.email} is enabled.`)
    return exitCodes.ok
  },
}
