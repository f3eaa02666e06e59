import type { Command } from '../command-line/command.ts'
import { exitCodes } from '../terminal/failure.ts'
import { withExistingStore } from '../owner/perform.ts'
import { parseScope, parseTtl } from './token-options.ts'

export const patCreate: Command = {
  name: 'pat create',
  says: 'Make a personal access token for a program without a browser, and print it, once.',
  words: [],
  options: {
    user: { value: 'EMAIL', says: 'Whose token it is.' },
    name: { value: 'NAME', says: 'What it is for, to know it by in the list.' },
    scope: {
      value: '"SCOPE …"',
      says: 'What it may do. Default: everything that the role of the account may.',
    },
    resource: {
      value: 'URL',
      says: 'The MCP endpoint it is for. Default: APP_URL, that is all of them and REST.',
    },
    ttl: { value: 'TIME', says: 'How long it is good for: 12h, 30d, at most 365d. Default: 90d.' },
  },
  examples: [
    'npx quipu pat create --user ada@example.com --name "nightly report" --scope "tasks:read"',
    'TOKEN=$(npx quipu pat create --user ada@example.com --name ci --ttl 30d)',
  ],
  run: async (given, { config, log, print, tell }) => {
    const request = {
      user: given.required('user'),
      name: given.required('name'),
      scope: parseScope(given.value('scope')),
      resource: given.value('resource'),
      ttlSeconds: parseTtl(patCreate, given.value('ttl') ?? '90d'),
    }
    const made = await withExistingStore(config, log, (perform) => perform('pat.create', request))
    print(given.isJson ? JSON.stringify(made) : made.token)
    if (!given.isJson) tell(`Shown once: keep it now. Good until ${made.expires_at}.`)
    return exitCodes.ok
  },
}
