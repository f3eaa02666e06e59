import type { Command } from '../command-line/command.ts'
import { exitCodes } from '../terminal/failure.ts'
import { withExistingStore } from '../owner/perform.ts'
import { parseRole } from './role.ts'

export const userRole: Command = {
  name: 'user role',
  says: 'Change what an account may do.',
  words: ['EMAIL', 'ROLE'],
  options: {},
  examples: ['npx quipu user role ada@example.com admin'],
  run: async (given, { config, log, print }) => {
    const [email = '', typed = ''] = given.words
    const role = parseRole(userRole, typed)
    const account = await withExistingStore(config, log, (perform) => perform('user.role', { email, role }))
    print(given.isJson ? JSON.stringify(account) : `${account.email} is now ${account.role}.`)
    return exitCodes.ok
  },
}
