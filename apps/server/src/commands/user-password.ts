import type { Command } from '../command-line/command.ts'
import { exitCodes } from '../terminal/failure.ts'
import { withExistingStore } from '../owner/perform.ts'
import { passwordOptions, readPassword } from './password.ts'

export const userPassword: Command = {
  name: 'user password',
  says: 'Set the password of an account. Its sessions, connected apps and access tokens end.',
  words: ['EMAIL'],
  options: passwordOptions,
  examples: ['npx quipu user password ada@example.com --password-stdin < new-password.txt'],
  run: async (given, { config, log, print, readAll }) => {
    const [email = ''] = given.words
    const password = await readPassword(userPassword, given, readAll)
    const account = await withExistingStore(config, log, (perform) =>
      perform('user.password', { email, password }),
    )
    print(given.isJson ? JSON.stringify(account) : `${account.email} has a new password.`)
    return exitCodes.ok
  },
}
