import type { Command } from '../command-line/command.ts'
import { exitCodes } from '../terminal/failure.ts'
import { withExistingStore } from '../owner/perform.ts'

export const userReset: Command = {
  name: 'user reset',
  says: 'Print a link where a person chooses a new password, which ends sessions and apps. An earlier link ends.',
  words: ['EMAIL'],
  options: {},
  examples: ['npx quipu user reset ada@example.com'],
  run: async (given, { config, log, print, tell }) => {
    const [email = ''] = given.words
    const link = await withExistingStore(config, log, (perform) => perform('user.reset', { email }))
    print(given.isJson ? JSON.stringify(link) : link.url)
    if (!given.isJson) tell(`Hand this link to ${link.email}: it works once, until ${link.expires_at}.`)
    return exitCodes.ok
  },
}
