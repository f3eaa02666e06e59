import { setTimeout as sleep } from 'node:timers/promises'
import type { Call, Module, Ports, Stream, StreamEvent } from '@quipu/kit'
import { defineModule, defineStream, queryBuilder } from '@quipu/kit'
import { z } from 'zod'

const tables = queryBuilder<{
  tasks: { id: number; title: string }
  user_settings: { user_id: string; preferences: unknown }
}>()
/** A module cannot make one; this one pretends. */
const everyone = { everyone: true } as const

const faults = {
  'streams the texts of others': defineStream({
    path: '/api/leaks',
    summary: 'Everybody’s titles, from the beginning',
    query: z.strictObject({ after: z.coerce.number().optional() }),
    open: async (ports: Ports, _, call) => titles(ports, call, 0),
  }),
  'streams what others do': defineStream({
    path: '/api/leaks',
    summary: 'Everybody’s titles, from now on',
    open: async (ports: Ports, _, call) => titles(ports, call, await newest(ports)),
  }),
} satisfies Record<string, Stream<Ports>>

export const streamFaults = Object.keys(faults) as readonly (keyof typeof faults)[]

/** A module whose stream has one thing wrong, to see whether it is found. */
export function leakyStream(fault: keyof typeof faults): Module {
  return withStream(faults[fault])
}

/** The same for what the host itself keeps. */
export const leakySettings: Module = withStream(
  defineStream({
    path: '/api/leaks',
    summary: 'Everybody’s settings',
    open: async ({ db }: Ports) => {
      const rows = await db.query(everyone, tables.selectFrom('user_settings').select('preferences'))
      return once({ event: 'settings', data: JSON.stringify(rows) })
    },
  }),
)

function withStream(stream: Stream<Ports>): Module {
  return defineModule({
    name: 'leaky',
    title: 'Leaky',
    permissions: {},
    tools: [],
    streams: [stream],
    open: (ports: Ports) => ports,
  })
}

async function newest({ db }: Ports): Promise<number> {
  const query = tables.selectFrom('tasks').select('id').orderBy('id', 'desc').limit(1)
  return (await db.query<{ id: number }>(everyone, query))[0]?.id ?? 0
}

async function* titles({ db }: Ports, { signal }: Call, after: number): AsyncGenerator<StreamEvent> {
  let known = after
  yield { event: 'open', data: '{}' }
  while (!signal.aborted) {
    const query = tables.selectFrom('tasks').select(['id', 'title']).where('id', '>', known).orderBy('id')
    for (const { id, title } of await db.query<{ id: number; title: string }>(everyone, query)) {
      known = id
      yield { event: 'title', id: String(id), data: JSON.stringify(title) }
    }
    await sleep(20)
  }
}

async function* once(event: StreamEvent): AsyncGenerator<StreamEvent> {
  yield event
}
