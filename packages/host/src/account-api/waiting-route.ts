import { defineRoute } from '@quipu/kit'
import { z } from 'zod'
import type { AccountServices } from './services.ts'

export const waitingRoute = defineRoute({
  method: 'GET',
  path: '/api/account/waiting',
  summary: 'What waits for you in each module, with the page of the console where you deal with it',
  needs: 'account:read',
  effect: 'read',
  output: z.object({
    waiting: z.array(
      z.object({
        module: z.string(),
        kind: z.string(),
        title: z.string(),
        path: z.string(),
        at: z.string().meta({ format: 'date-time' }).nullable(),
      }),
    ),
    problems: z.array(z.object({ module: z.string(), message: z.string() })),
  }),
  run: async ({ waits }: AccountServices, _, call) => {
    const all = await waits(call)
    return {
      waiting: all.flatMap(({ module, waiting }) =>
        waiting.map(({ kind, title, path, at }) => ({
          module,
          kind,
          title,
          path,
          at: at?.toISOString() ?? null,
        })),
      ),
      problems: all.flatMap(({ module, problem }) =>
        problem === undefined ? [] : [{ module, message: problem }],
      ),
    }
  },
})
