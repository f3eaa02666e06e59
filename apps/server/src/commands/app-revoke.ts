import type { Command } from '../command-line/command.ts'
import { exitCodes } from '../terminal/failure.ts'
import { withExistingStore } from '../owner/perform.ts'

export const appRevoke: Command = {
  name: 'app revoke',
  says: 'Disconnect an app: its tokens end at once.',
  words: ['ID'],
  options: {},
  examples: ['npx quipu app list', 'npx quipu app revoke V1StGXR8_Z5jdHi6B-myT'],
  run: async (given, { config, log, print }) => {
    const [id = ''] = given.words
    const app = await withExistingStore(config, log, (perform) => perform('app.revoke', { id }))
    print(given.isJson ? JSON.stringify(app) : `${app.client_name} no longer acts for ${app.email}.`)
    return exitCodes.ok
  },
}
