import type { Command } from '../command-line/command.ts'
import { exitCodes } from '../terminal/failure.ts'
import { withExistingStore } from '../owner/perform.ts'

export const patRevoke: Command = {
  name: 'pat revoke',
  says: 'End a personal access token at once.',
  words: ['ID'],
  options: { user: { value: 'EMAIL', says: 'Whose token it is.' } },
  examples: ['npx quipu pat revoke --user ada@example.com 0b9c5b1e-6f0e-4c39-9d5c-2f9a0f6f2a11'],
  run: async (given, { config, log, print }) => {
    const [id = ''] = given.words
    const user = given.required('user')
    const revoked = await withExistingStore(config, log, (perform) => perform('pat.revoke', { user, id }))
    print(given.isJson ? JSON.stringify(revoked) : `The token ${id} of ${revoked.email} has ended.`)
    return exitCodes.ok
  },
}
