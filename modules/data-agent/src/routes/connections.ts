import { defineRoute } from '@quipu/kit'
import { z } from 'zod'
import type { DataAgent } from '../data-agent.ts'
import { ColumnNames, Name } from '../fields.ts'
import { ConnectionSettings } from '../sources/connection-settings.ts'

const path = '/api/data-agent/connections'
const One = z.strictObject({ connection_id: z.uuid() })

/** Without the URL: it may contain a password, and is never shown again. */
const Connection = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['sqlite', 'files', 'postgres', 'mysql', 'uploads']),
  place: z.string().nullable(),
  is_sample: z.boolean(),
  created_at: z.string(),
})

const NewConnection = z.discriminatedUnion(
  'kind',
  // Each kind of settings, with the name beside its fields: secrets are only recognised at the top level of a body.
  ConnectionSettings.options.map((option) => option.extend({ name: Name })) as unknown as [
    z.ZodObject<{ kind: z.ZodLiteral<'sqlite'>; name: typeof Name; file: z.ZodString }>,
    z.ZodObject<{ kind: z.ZodLiteral<'files'>; name: typeof Name; paths: z.ZodArray<z.ZodString> }>,
    z.ZodObject<{
      kind: z.ZodLiteral<'postgres'>
      name: typeof Name
      url: z.ZodString
      schemas: z.ZodOptional<z.ZodArray<z.ZodString>>
    }>,
    z.ZodObject<{ kind: z.ZodLiteral<'mysql'>; name: typeof Name; url: z.ZodString }>,
    z.ZodObject<{ kind: z.ZodLiteral<'uploads'>; name: typeof Name; upload_id: z.ZodUUID }>,
  ],
)

const list = defineRoute({
  method: 'GET',
  path,
  summary: 'What is connected',
  needs: 'ontologies:read',
  effect: 'read',
  output: z.object({ connections: z.array(Connection) }),
  run: async (agent: DataAgent, _, { caller }) => ({
    connections: [...(await agent.connections.list(caller))],
  }),
})

const add = defineRoute({
  method: 'POST',
  path,
  summary: 'Connect a database or files; they must be readable now',
  needs: 'connections:write',
  effect: 'write',
  atomic: false,
  secrets: ['url'],
  body: NewConnection,
  output: Connection,
  status: 201,
  run: async (agent: DataAgent, { body: { name, ...settings } }, { caller, signal }) =>
    agent.connections.add(caller, name, ConnectionSettings.parse(settings), signal),
})

const remove = defineRoute({
  method: 'DELETE',
  path: `${path}/:connection_id`,
  summary: 'Forget a connection that no ontology uses any more',
  needs: 'connections:write',
  effect: 'destructive',
  params: One,
  output: Connection,
  run: (agent: DataAgent, { params }, { caller }) => agent.connections.remove(caller, params.connection_id),
})

const test = defineRoute({
  method: 'POST',
  path: `${path}/:connection_id/test`,
  summary: 'Whether it can be read now',
  needs: 'connections:write',
  effect: 'read',
  params: One,
  output: z.object({ ok: z.boolean(), message: z.string(), tables: z.int(), milliseconds: z.number() }),
  run: (agent: DataAgent, { params }, { caller, signal }) =>
    agent.connections.test(caller, params.connection_id, signal),
})

const preview = defineRoute({
  method: 'POST',
  path: `${path}/:connection_id/preview`,
  summary: 'Which values an ontology of it would copy into its index',
  needs: 'ontologies:write',
  effect: 'read',
  params: One,
  body: z.strictObject({ leave_out: ColumnNames.default([]) }),
  output: z.object({
    fields: z.array(
      z.object({
        dataset: z.string(),
        field: z.string(),
        values: z.int(),
        outcome: z.enum(['indexed', 'partial', 'left-out', 'not-text']),
      }),
    ),
  }),
  run: async (agent: DataAgent, { params, body }, { caller, signal }) => {
    const planned = await agent.connections.preview(caller, params.connection_id, body.leave_out, signal)
    return {
      fields: planned.map(({ dataset, field, distinct: values, outcome }) => ({
        dataset,
        field,
        values,
        outcome,
      })),
    }
  },
})

export const connectionRoutes = [list, add, remove, test, preview]
