import { roles } from '@quipu/kit'
import type { Command } from '../command-line/command.ts'
import { exitCodes } from '../terminal/failure.ts'
import { withStore } from '../owner/perform.ts'
import { parseRole } from './role.ts'

export const userInvite: Command = {
  name: 'user invite',
  says: 'Create an account and print the link where its person chooses a password.',
  words: [],
  options: {
    email: { value: 'EMAIL', says: 'The address to sign in with.' },
    role: { value: 'ROLE', says: `One of: ${roles.join(', ')}.` },
    name: { value: 'NAME', says: 'How the person is called.' },
  },
  examples: [
    'npx quipu user invite --email ada@example.com --role contributor',
    'npx quipu user invite --email ada@example.com --role viewer --name "Ada Lovelace" --json',
  ],
  run: async (given, { config, log, print, tell }) => {
    const email = given.required('email')
    const role = parseRole(userInvite, given.required('role'))
    const link = await withStore(config, log, (perform) =>
      perform('user.invite', { email, role, name: given.value('name') }),
    )
    print(given.isJson ? JSON.stringify(link) : link.url)
    if (!given.isJson) tell(`Hand this link to ${link.email}: it works once, until ${link.expires_at}.`)
    return exitCodes.ok
  },
}
