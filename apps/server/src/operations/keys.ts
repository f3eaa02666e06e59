import type { Host } from '@quipu/host'
import { ToolError } from '@quipu/kit'
import { z } from 'zod'
import { operation, timeOf } from './operation.ts'

const KeyView = z.object({ kid: z.string(), created_at: z.string(), retires_at: z.string().nullable() })
export type KeyView = z.infer<typeof KeyView>

export const keyOperations = {
  'keys.list': operation({
    input: z.object({}),
    output: z.array(KeyView),
    run: async ({ host }) => (await host.keys.list()).map(keyOf),
  }),
  'keys.rotate': operation({
    input: z.object({ endFormer: z.boolean() }),
    output: KeyView,
    run: async ({ host }, options) => keyOf(await host.keys.rotate(options)),
  }),
  /** A process with another secret than the command would seal under the wrong one. */
  'secret.reseal': operation({
    input: z.object({ mark: z.string() }),
    output: z.object({ renewed: z.number() }),
    run: async ({ host, secretMark }, { mark }) => {
      if (mark !== secretMark) {
        throw new ToolError(
          'CONFLICT',
          'The process that has the store open still uses another root secret: restart it, then try again',
        )
      }
      return { renewed: await host.keys.reseal() }
    },
  }),
}

type KeyState = Awaited<ReturnType<Host['keys']['list']>>[number]

function keyOf({ kid, createdAt, retiresAt }: KeyState) {
  return { kid, created_at: createdAt.toISOString(), retires_at: timeOf(retiresAt) }
}
