import type { Command } from '../command-line/command.ts'
import { version } from '../installation/installation.ts'
import { exitCodes } from '../terminal/failure.ts'

export const openapi: Command = {
  name: 'openapi',
  says: 'Print the REST API. It is an OpenAPI document; no store and no server are needed.',
  words: [],
  options: {},
  examples: ['npx quipu openapi > openapi.json'],
  run: async (_, { config, print }) => {
    const [{ describeApi }, { modules }] = await Promise.all([import('@quipu/host'), import('../modules.ts')])
    print(JSON.stringify(describeApi(modules, config.appUrl, version)))
    return exitCodes.ok
  },
}
