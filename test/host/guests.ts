import { hash } from 'node:crypto'
import type { Module, Ports } from '@quipu/kit'
import { defineModule, defineTool, ToolError } from '@quipu/kit'
import { z } from 'zod'

/** A system elsewhere that has tokens of its own. */
export class Harbour {
  readonly tokens = new Set<string>()
  isAway = false
  /** How often it was asked about a token. */
  asked = 0
  readonly done: string[] = []
}

const Seen = z.object({
  userId: z.string(),
  username: z.string(),
  bearer: z.string(),
  permissions: z.array(z.string()),
})

/** Authenticates its own callers: those with a token of the harbour. */
export function ships(harbour: Harbour, endpoint: Module['endpoint'] = {}): Module {
  return defineModule<Ports>({
    name: 'ships',
    title: 'Ships',
    permissions: {
      'ships:read': { says: 'See ships', roles: ['viewer', 'contributor', 'admin'] },
      'ships:sink': { says: 'Sink ships', roles: ['admin'] },
    },
    endpoint,
    tools: [
      defineTool({
        name: 'see_self',
        title: 'See',
        description: 'Tells who calls.',
        needs: 'ships:read',
        effect: 'read',
        input: z.object({}),
        output: Seen,
        run: (_ports: Ports, _input, { caller, bearer = '' }) => ({
          userId: caller.userId,
          username: caller.username,
          bearer,
          permissions: [...caller.permissions],
        }),
      }),
      defineTool({
        name: 'sink_ship',
        title: 'Sink',
        description: 'Needs what no guest has.',
        needs: 'ships:sink',
        effect: 'read',
        input: z.object({}),
        output: z.object({}),
        run: () => ({}),
      }),
      defineTool({
        name: 'load_ship',
        title: 'Load',
        description: 'Leaves work for later, and takes of a quota.',
        needs: 'ships:read',
        effect: 'write',
        input: z.object({ what: z.string() }),
        output: z.object({ left: z.number() }),
        run: async ({ jobs, quota }: Ports, { what }, { caller }) => {
          const { left } = await quota.take(caller, 'loads', 1, 5)
          await jobs.enqueue(caller, 'ships.load', what)
          return { left }
        },
      }),
      defineTool({
        name: 'sail_ship',
        title: 'Sail',
        description: 'Asks the harbour.',
        needs: 'ships:read',
        effect: 'read',
        input: z.object({ isForbidden: z.boolean().optional() }),
        output: z.object({}),
        run: (_ports: Ports, { isForbidden }, { bearer = '' }) => {
          if (isForbidden === true || !harbour.tokens.has(bearer))
            throw new ToolError('UNAUTHORIZED', 'The harbour says no')
          return {}
        },
      }),
    ],
    authenticate: async ({ cache }, bearer, isAgain) => {
      const key = `ships:${hash('sha256', bearer)}`
      if (isAgain) await cache.delete(key)
      if (harbour.isAway) throw new ToolError('UNAVAILABLE', 'The harbour cannot be reached; try again')
      if ((await cache.get(key)) === true) return { username: 'mate', role: 'contributor' }
      harbour.asked += 1
      if (!harbour.tokens.has(bearer))
        return { refused: 'Give a token of the harbour', challenge: 'Bearer realm="harbour"' }
      await cache.set(key, true, 600)
      return { username: 'mate', role: 'contributor' }
    },
    open: (ports) => {
      ports.jobs.define('ships.load', {
        run: async (payload) => {
          harbour.done.push(JSON.stringify(payload))
        },
      })
      return ports
    },
  })
}
