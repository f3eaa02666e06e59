import { z } from 'zod'
import { keepExport } from './exports.ts'
import { operation } from './operation.ts'

export const backupOperations = {
  /** The archive waits in the data folder under `file`: whoever has the store open may not write anywhere else. */
  backup: operation({
    input: z.object({ passphrase: z.string().optional(), withFiles: z.boolean() }),
    output: z.object({ file: z.string(), bytes: z.number(), sha256: z.string() }),
    run: async ({ host, dataFolder, signal }, options) => ({
      ...(await keepExport(dataFolder, abortable(host.backup(options), signal))),
    }),
  }),
}

async function* abortable(bytes: AsyncIterable<Uint8Array>, signal: AbortSignal | undefined) {
  for await (const chunk of bytes) {
    signal?.throwIfAborted()
    yield chunk
  }
}
