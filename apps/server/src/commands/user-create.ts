import { roles } from '@quipu/kit'
import type { Command } from '../command-line/command.ts'
import { exitCodes } from '../terminal/failure.ts'
import { withStore } from '../owner/perform.ts'
import { passwordOptions, readPassword } from './password.ts'
import { parseRole } from './role.ts'

export const userCreate: Command = {
  name: 'user create',
  says: 'Create an account.',
  words: [],
  options: {
    email: { value: 'EMAIL', says: 'The address to sign in with.' },
    role: { value: 'ROLE', says: `One of: ${roles.join(', ')}.` },
    name: { value: 'NAME', says: 'How the person is called.' },
    ...passwordOptions,
  },
  examples: [
    'npx quipu user create --email ada@example.com --role contributor --password "correct horse battery"',
    'pass show quipu/ada | npx quipu user create --email ada@example.com --role viewer --password-stdin',
  ],
  run: async (given, { config, log, print, readAll }) => {
    const email = given.required('email')
    const role = parseRole(userCreate, given.required('role'))
    const password = await readPassword(userCreate, given, readAll)
    const account = await withStore(config, log, (perform) =>
      perform('user.create', { email, role, password, name: given.value('name') }),
    )
    print(given.isJson ? JSON.stringify(account) : `Created ${account.email} (${account.role}).`)
    return exitCodes.ok
  },
}
