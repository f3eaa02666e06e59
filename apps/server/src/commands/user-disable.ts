import type { Command } from '../command-line/command.ts'
import { exitCodes } from '../terminal/failure.ts'
import { withExistingStore } from '../owner/perform.ts'

export const userDisable: Command = {
  name: 'user disable',
  says: 'Disable an account: nobody can sign in to it, and its sessions, apps and access tokens end. Its data stays.',
  words: ['EMAIL'],
  options: {},
  examples: ['npx quipu user disable ada@example.com'],
  run: async (given, { config, log, print }) => {
    const [email = ''] = given.words
    const account = await withExistingStore(config, log, (perform) => perform('user.disable', { email }))
    print(given.isJson ? JSON.stringify(account) : `${account.email} is disabled.`)
    return exitCodes.ok
  },
}
