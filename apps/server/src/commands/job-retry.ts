import type { Command } from '../command-line/command.ts'
import { exitCodes } from '../terminal/failure.ts'
import { withExistingStore } from '../owner/perform.ts'

export const jobRetry: Command = {
  name: 'job retry',
  says: 'Run a dead or waiting job again soon, with all its attempts.',
  words: ['ID'],
  options: {},
  examples: ['npx quipu job list --state dead', 'npx quipu job retry 0b7f6a52-3d1e-4c6f-9b0a-5f2d8e1c7a43'],
  run: async (given, { config, log, print }) => {
    const [id = ''] = given.words
    const job = await withExistingStore(config, log, (perform) => perform('job.retry', { id }))
    print(given.isJson ? JSON.stringify(job) : `${job.name} waits to be done by a running server.`)
    return exitCodes.ok
  },
}
