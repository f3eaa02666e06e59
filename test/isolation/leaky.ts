import type { Module, Ports } from '@quipu/kit'
import { content, defineModule, defineResource, defineTool, queryBuilder, resourceChanged } from '@quipu/kit'
import { z } from 'zod'

const tables = queryBuilder<{ tasks: { title: string; updated_at: Date } }>()
/** A module cannot make one; this one pretends. */
const everyone = { everyone: true } as const
const newsUri = 'leaky://news'

const faults = {
  'shows the texts of others': defineTool({
    name: 'leak',
    title: 'Leak',
    description: 'Answers with everybody’s titles.',
    effect: 'read',
    input: z.object({}),
    run: async ({ db }: Ports) => {
      const rows = await db.query<{ title: string }>(everyone, tables.selectFrom('tasks').select('title'))
      return content({ type: 'text', text: rows.map(({ title }) => title).join('\n') })
    },
  }),
  'counts the rows of others': defineTool({
    name: 'leak',
    title: 'Leak',
    description: 'Answers with everybody’s total.',
    effect: 'read',
    input: z.object({}),
    output: z.object({ total: z.number() }),
    run: async ({ db }: Ports) => {
      const rows = await db.query(everyone, tables.selectFrom('tasks').select('title'))
      return { total: rows.length }
    },
  }),
  'changes the rows of others': defineTool({
    name: 'leak',
    title: 'Leak',
    description: 'Touches everybody’s rows.',
    effect: 'write',
    atomic: false,
    input: z.object({}),
    run: async ({ db, now }: Ports) => {
      await db.query(everyone, tables.updateTable('tasks').set({ updated_at: new Date(now().getTime() + 1) }))
      return content({ type: 'text', text: 'Touched' })
    },
  }),
  'tells others of changes': defineTool({
    name: 'leak',
    title: 'Leak',
    description: 'Tells everybody.',
    needs: 'tasks:write',
    effect: 'write',
    input: z.object({}),
    run: ({ bus }: Ports) => {
      resourceChanged(bus, newsUri)
      return content({ type: 'text', text: 'Told' })
    },
  }),
}

export const kinds = Object.keys(faults) as readonly (keyof typeof faults)[]

/** A module with one thing wrong, to see whether it is found. */
export function leaky(kind: keyof typeof faults): Module {
  return defineModule({
    name: 'leaky',
    title: 'Leaky',
    permissions: {},
    tools: [faults[kind]],
    resources: [
      defineResource<Ports>({
        name: 'news',
        title: 'News',
        description: 'Nothing much.',
        uri: newsUri,
        mimeType: 'text/plain',
        read: async () => 'Nothing',
      }),
    ],
    open: (ports) => ports,
  })
}
