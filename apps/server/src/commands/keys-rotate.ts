import type { Command } from '../command-line/command.ts'
import { exitCodes } from '../terminal/failure.ts'
import { withExistingStore } from '../owner/perform.ts'

export const keysRotate: Command = {
  name: 'keys rotate',
  says: 'Sign tokens with a new key from now on. Tokens issued before stay valid.',
  words: [],
  options: {
    'end-former': {
      says: 'End every former key: tokens issued before end within a minute, on every instance.',
    },
  },
  examples: ['npx quipu keys rotate', 'npx quipu keys rotate --end-former'],
  run: async (given, { config, log, print }) => {
    const endFormer = given.has('end-former')
    const key = await withExistingStore(config, log, (perform) => perform('keys.rotate', { endFormer }))
    const former = endFormer
      ? 'Former keys have ended.'
      : 'Former keys verify on, until no token of theirs lives.'
    print(
      given.isJson
        ? JSON.stringify(key)
        : `${key.kid} signs from now on; other instances take it up within a minute. ${former}`,
    )
    return exitCodes.ok
  },
}
