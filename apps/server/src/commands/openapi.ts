import { describeApi } from '@quipu/host'
import type { Command } from '../command-line/command.ts'
import { version } from '../installation/installation.ts'
import { modules } from '../modules.ts'
import { exitCodes } from '../terminal/failure.ts'

export const openapi: Command = {
  name: 'openapi',
  says: 'Print the OpenAPI document of the REST API. Needs no store and no running server.',
  words: [],
  options: {},
  examples: ['npx quipu openapi > openapi.json'],
  run: async (_, { config, print }) => {
    print(JSON.stringify(describeApi(modules, config.appUrl, version)))
    return exitCodes.ok
  },
}
