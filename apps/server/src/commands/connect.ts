import { connectClients, mcpAddress, shellWord, textOf } from '@quipu/connect'
import type { Command } from '../command-line/command.ts'
import type { Config } from '../installation/config.ts'
import { ControlClient } from '../owner/control-client.ts'
import { localProgram } from '../start/local-program.ts'
import { exitCodes, UsageError } from '../terminal/failure.ts'
import { nearest } from '../terminal/nearest.ts'

export const connect: Command = {
  name: 'connect',
  says: 'Connect a client. Shows what to do for one, or lists those that are known.',
  words: [],
  rest: '[CLIENT]',
  options: {
    modules: { value: 'NAMES', says: 'Only these modules, with commas between them. Default: all.' },
    readonly: { says: 'Only tools that change nothing.' },
  },
  examples: [
    'npx quipu connect',
    'npx quipu connect cursor',
    'npx quipu connect claude-code --modules tasks --readonly',
  ],
  run: async (given, { config, print }) => {
    const modules = (given.value('modules') ?? '').split(',').filter(Boolean)
    const url = mcpAddress(await serverUrl(config), { modules, isReadOnly: given.has('readonly') })
    const [id] = given.words
    const local = localProgram(config)
    const target = { url, program: shellWord(local.command), local }
    if (id === undefined) {
      const all = connectClients.map((client) => ({ id: client.id, title: client.title }))
      print(given.isJson ? JSON.stringify({ url, clients: all }) : listOf(url))
      return exitCodes.ok
    }
    const client = connectClients.find((each) => each.id === id)
    if (client === undefined) throw unknown(id)
    print(given.isJson ? JSON.stringify({ url, steps: client.steps(target) }) : textOf(client, target))
    return exitCodes.ok
  },
}

/** Of the server that runs on the data folder: it may have been started with other settings than this command. */
async function serverUrl({ appUrl, dataFolder, store }: Config): Promise<string> {
  if (store.kind === 'postgres') return appUrl
  const owner = await ControlClient.whoOwns(dataFolder).catch(() => undefined)
  return owner === undefined || owner === 'silent' ? appUrl : (owner.url ?? appUrl)
}

function listOf(url: string): string {
  const lines = connectClients.map(({ id, title }) => `  ${id.padEnd(14)}${title}`)
  return [`The address is ${url}`, '', ...lines, '', 'npx quipu connect CLIENT shows what to do.'].join('\n')
}

function unknown(id: string): UsageError {
  const ids = connectClients.map((client) => client.id)
  const near = nearest(id, ids)
  const hint = near === undefined ? '' : ` Did you mean ${near}?`
  return new UsageError(`${JSON.stringify(id)} is not a known client.${hint}`, `Known: ${ids.join(', ')}`)
}
