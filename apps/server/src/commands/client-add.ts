import { misuse, type Command } from '../command-line/command.ts'
import { exitCodes } from '../terminal/failure.ts'
import { withStore } from '../owner/perform.ts'

export const clientAdd: Command = {
  name: 'client add',
  says: 'Add a client that neither registers itself nor has a metadata document.',
  words: ['ID'],
  options: {
    redirect: {
      value: 'URI',
      says: 'Where it takes people back to: https, http on this machine, or the scheme of an app, such as vscodium:.',
      isRepeated: true,
    },
    name: { value: 'NAME', says: 'What people read when they are asked for consent. Default: the id.' },
  },
  examples: [
    'npx quipu client add my-mcp-client --redirect http://localhost:3000/callback',
    'npx quipu client add vscodium --redirect vscodium://publisher.extension/callback',
    'npx quipu client add portal --name "Our portal" --redirect https://a.example/cb --redirect https://b.example/cb',
  ],
  run: async (given, { config, log, print }) => {
    const [id = ''] = given.words
    const redirectUris = [...given.values('redirect')]
    if (redirectUris.length === 0) throw misuse(clientAdd, '--redirect is missing')
    const client = await withStore(config, log, (perform) =>
      perform('client.add', { id, redirectUris, name: given.value('name') }),
    )
    print(
      given.isJson
        ? JSON.stringify(client)
        : `Added ${client.id}; it takes people back to ${client.redirect_uris.join(' or ')}.`,
    )
    return exitCodes.ok
  },
}
