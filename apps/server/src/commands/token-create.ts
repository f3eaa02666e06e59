import type { Command } from '../command-line/command.ts'
import { exitCodes } from '../terminal/failure.ts'
import { withExistingStore } from '../owner/perform.ts'
import { parseScope, parseTtl } from './token-options.ts'

export const tokenCreate: Command = {
  name: 'token create',
  says: 'Make an access token for an HTTP client, and print it.',
  words: [],
  options: {
    user: { value: 'EMAIL', says: 'Whose token it is.' },
    scope: {
      value: '"SCOPE …"',
      says: 'What it may do. Default: everything that the role of the account may.',
    },
    resource: { value: 'URL', says: 'The MCP endpoint it is for. Default: APP_URL/mcp.' },
    ttl: { value: 'TIME', says: 'How long it is good for: 900s, 15m, 12h, 30d. Default: 15m.' },
  },
  examples: [
    'npx quipu token create --user owner@localhost',
    'npx quipu token create --user ada@example.com --scope "tasks:read" --ttl 12h',
    'TOKEN=$(npx quipu token create --user ada@example.com --resource http://127.0.0.1:8319/api/tasks/mcp)',
  ],
  run: async (given, { config, log, print }) => {
    const request = {
      user: given.required('user'),
      scope: parseScope(given.value('scope')),
      resource: given.value('resource'),
      ttlSeconds: parseTtl(tokenCreate, given.value('ttl') ?? '15m'),
    }
    const issued = await withExistingStore(config, log, (perform) => perform('token.create', request))
    print(given.isJson ? JSON.stringify(issued) : issued.token)
    return exitCodes.ok
  },
}
