import { z } from 'zod'
import { keepExport } from './exports.ts'
import { operation } from './operation.ts'

export const backupOperations = {
  /**
   * The archive is in the data folder under `file`: the process that has the store open may not write anywhere else.
   */
  backup: operation({
    input: z.object({ passphrase: z.string().optional(), withFiles: z.boolean() }),
    output: z.object({ file: z.string(), bytes: z.number(), sha256: z.string() }),
    run: async ({ host, dataFolder, signal }, options) => ({
      ...(await keepExport(dataFolder, abortable(host.backup(options), signal))),
    }),
  }),
  migrations: operation({
    input: z.object({}),
    output: z.record(z.string(), z.string()),
    run: async ({ host }) => ({ ...(await host.migrations()) }),
  }),
}

async function* abortable(bytes: AsyncIterable<Uint8Array>, signal: AbortSignal | undefined) {
  for await (const chunk of bytes) {
    signal?.throwIfAborted()
    yield chunk
  }
}
