import type { Module, Ports, Route } from '@quipu/kit'
import { defineModule, defineRoute, queryBuilder, ToolError } from '@quipu/kit'
import { z } from 'zod'

const tables = queryBuilder<{
  user_settings: { preferences: unknown }
  connected_apps: { id: string; last_used_at: Date }
  personal_tokens: { id: string; user_id: string; name: string; expires_at: Date }
}>()
/** A module cannot make one; this one pretends. */
const everyone = { everyone: true } as const
const manage = 'leaky:manage'
const rows = z.object({ rows: z.array(z.unknown()) })
const summary = 'Leak'

const ownTokens = defineRoute({
  method: 'GET',
  path: '/api/leaks',
  summary,
  effect: 'read',
  output: rows,
  run: async ({ db }: Ports, _, { caller }) => ({
    rows: await db.query(
      caller,
      tables.selectFrom('personal_tokens').select('id').where('user_id', '=', caller.userId),
    ),
  }),
})

const touchApps = defineRoute({
  method: 'POST',
  path: '/api/leaks',
  summary,
  effect: 'write',
  output: rows,
  run: async ({ db, now }: Ports) => {
    const later = new Date(now().getTime() + 1)
    await db.query(everyone, tables.updateTable('connected_apps').set({ last_used_at: later }))
    return { rows: [] }
  },
})

const faults = {
  'shows the settings of others': [
    defineRoute({
      method: 'GET',
      path: '/api/leaks',
      summary,
      effect: 'read',
      output: rows,
      run: async ({ db }: Ports) => ({
        rows: await db.query(everyone, tables.selectFrom('user_settings').select('preferences')),
      }),
    }),
  ],
  'shows the apps of others': [
    defineRoute({
      method: 'GET',
      path: '/api/leaks',
      summary,
      effect: 'read',
      output: rows,
      run: async ({ db }: Ports) => ({
        rows: await db.query(everyone, tables.selectFrom('connected_apps').select('id')),
      }),
    }),
  ],
  'shows admins what is private': [
    defineRoute({
      method: 'GET',
      path: '/api/leaks',
      summary,
      needs: manage,
      effect: 'read',
      output: rows,
      run: async ({ db }: Ports) => ({
        rows: await db.query(everyone, tables.selectFrom('personal_tokens').select('name')),
      }),
    }),
  ],
  'changes the apps of others': [
    // As the host's own routes are.
    Object.assign(touchApps, { atomic: false }),
  ],
  'takes an id of anyone': [
    ownTokens,
    defineRoute({
      method: 'GET',
      path: '/api/leaks/:id',
      summary,
      effect: 'read',
      params: z.strictObject({ id: z.uuid() }),
      output: rows,
      run: async ({ db }: Ports, { params }) => ({
        rows: await db.query(
          everyone,
          tables.selectFrom('personal_tokens').select('expires_at').where('id', '=', params.id),
        ),
      }),
    }),
  ],
  'tells an id of someone from one of nobody': [
    ownTokens,
    defineRoute({
      method: 'GET',
      path: '/api/leaks/:id',
      summary,
      effect: 'read',
      params: z.strictObject({ id: z.uuid() }),
      output: rows,
      run: async ({ db }: Ports, { params }, { caller }) => {
        const [found] = await db.query<{ user_id: string }>(
          everyone,
          tables.selectFrom('personal_tokens').select('user_id').where('id', '=', params.id),
        )
        if (found === undefined) throw new ToolError('NOT_FOUND', 'There is no such token')
        if (found.user_id !== caller.userId) throw new ToolError('FORBIDDEN', 'This token is not yours')
        return { rows: [] }
      },
    }),
  ],
} satisfies Record<string, readonly Route<Ports>[]>

export const routeFaults = Object.keys(faults) as readonly (keyof typeof faults)[]

/** A module whose routes have one thing wrong, to see whether it is found. */
export function leakyRoutes(fault: keyof typeof faults): Module {
  return defineModule({
    name: 'leaky',
    title: 'Leaky',
    permissions: { [manage]: { says: 'Manage leaks', roles: ['admin'] } },
    tools: [],
    routes: faults[fault],
    open: (ports) => ports,
  })
}

/** A module with a route that only those can call who know more than is published. */
export const riddle: Module = defineModule({
  name: 'riddle',
  title: 'Riddle',
  permissions: {},
  tools: [],
  routes: [
    defineRoute({
      method: 'POST',
      path: '/api/riddle',
      summary: 'Guess',
      effect: 'write',
      body: z.strictObject({ answer: z.string() }),
      output: rows,
      run: async (_: Ports, { body }) => {
        if (body.answer !== 'an egg') throw new ToolError('VALIDATION_ERROR', 'That is not it')
        return { rows: [] }
      },
    }),
  ],
  open: (ports) => ports,
})
