import { z } from 'zod'
import { misuse, type Command, type Context, type Given } from '../command-line/command.ts'
import { userOption, withRequests, type Request } from '../command-line/request.ts'
import { CommandFailed, exitCodes } from '../terminal/failure.ts'

const path = '/api/vikunja/token'
const Connection = z.object({
  server: z.string(),
  connected: z.boolean(),
  username: z.string().nullable(),
  stored_at: z.string().nullable(),
})

const vikunjaConnect: Command = {
  name: 'vikunja connect',
  says: 'Store a Vikunja API token, so that its owner has Vikunja at /mcp. The token is read from standard input.',
  words: [],
  options: { user: userOption },
  examples: [
    'npx quipu vikunja connect < token.txt',
    'npx quipu vikunja connect --user ada@example.com < token.txt',
  ],
  run: async (given, context) => {
    const token = (await context.readAll()).trim()
    if (token === '')
      throw misuse(vikunjaConnect, 'Standard input held no token. Make one in Vikunja: Settings, API tokens')
    const stored = await requested(given, context, (request) => request('PUT', path, Connection, { token }))
    context.print(
      given.isJson
        ? JSON.stringify(stored)
        : `Connected to ${stored.server} as ${stored.username ?? 'its owner'}.`,
    )
    return exitCodes.ok
  },
}

const vikunjaTest: Command = {
  name: 'vikunja test',
  says: 'Ask Vikunja whether it accepts the stored token.',
  words: [],
  options: { user: userOption },
  examples: ['npx quipu vikunja test'],
  run: async (given, context) => {
    const Out = z.object({ ok: z.boolean(), message: z.string() })
    const result = await requested(given, context, (request) => request('POST', `${path}/test`, Out))
    context.print(given.isJson ? JSON.stringify(result) : `${result.ok ? '✓' : '✗'} ${result.message}`)
    return result.ok ? exitCodes.ok : exitCodes.failed
  },
}

const vikunjaDisconnect: Command = {
  name: 'vikunja disconnect',
  says: 'Remove the stored token.',
  words: [],
  options: { user: userOption },
  examples: ['npx quipu vikunja disconnect'],
  run: async (given, context) => {
    await requested(given, context, (request) => request('DELETE', path, z.unknown()))
    context.print(given.isJson ? JSON.stringify({ connected: false }) : 'Removed the stored Vikunja token.')
    return exitCodes.ok
  },
}

export const vikunjaCommands: readonly Command[] = [vikunjaConnect, vikunjaTest, vikunjaDisconnect]

/** Without the server's address nothing can be asked of it. */
function requested<Result>(
  given: Given,
  context: Context,
  work: (request: Request) => Promise<Result>,
): Promise<Result> {
  if (context.config.vikunjaUrl === undefined)
    throw new CommandFailed(
      exitCodes.failed,
      'VIKUNJA_URL is not set: it names the Vikunja server; see .env.example.',
    )
  return withRequests(context, given.value('user'), work)
}
