import type { StreamEvent } from '@quipu/kit'
import { defineRoute, defineStream, ToolError } from '@quipu/kit'
import { z } from 'zod'
import { invalid } from '../errors.ts'
import type { LiveEvent, UniverseService } from '../service/universe-service.ts'
import { demandUniverse, OneUniverse, Whole } from '../fields.ts'
import { bodyOf } from '../wire.ts'

const BodyId = z.string().min(1).max(64)

/** Nothing of it is stored, so it is not a write. */
export const look = defineRoute({
  method: 'POST',
  path: '/universes/:id/presence',
  summary: 'Tell the others what you have selected and follow',
  needs: 'universe:read',
  effect: 'read',
  params: OneUniverse,
  demandTarget: demandUniverse,
  body: bodyOf(
    z.strictObject({ selection: BodyId.nullable().optional(), following: BodyId.nullable().optional() }),
  ),
  status: 204,
  output: z.void(),
  run: (service: UniverseService, { params, body }, call) => service.look(call, params.id, body),
})

export const events = defineStream({
  path: '/universes/:id/events',
  summary: 'What is done in a universe, and who is here, as it happens',
  needs: 'universe:read',
  params: OneUniverse,
  demandTarget: demandUniverse,
  query: z.strictObject({ after: Whole.optional() }),
  open: async (service: UniverseService, { params, query, lastEventId }, call) => {
    // A browser that reconnects repeats its address, so the last event that it saw takes precedence.
    if (lastEventId === undefined) return streamed(await service.watch(call, params.id, query.after))
    return streamed(await asLastEventId(service.watch(call, params.id, revisionOf(lastEventId))))
  },
})

function revisionOf(lastEventId: string): number {
  if (!/^\d{1,15}$/.test(lastEventId))
    throw invalid('Last-Event-ID', 'Last-Event-ID must be a revision: the id of the last event you saw')
  return Number(lastEventId)
}

/** The starting point has two names; an error names the one that was used. */
async function asLastEventId<Result>(opening: Promise<Result>): Promise<Result> {
  try {
    return await opening
  } catch (error) {
    if (!(error instanceof ToolError) || error.details['path'] !== 'after') throw error
    throw invalid('Last-Event-ID', error.message.replace(/^after\b/, 'Last-Event-ID'))
  }
}

async function* streamed(live: AsyncIterable<LiveEvent>): AsyncGenerator<StreamEvent> {
  for await (const each of live) {
    yield streamEvent(each)
    if (each.kind === 'dropped') return
  }
}

function streamEvent(live: LiveEvent): StreamEvent {
  switch (live.kind) {
    case 'command':
      return { event: 'command', id: String(live.entry.revision), data: live.json }
    case 'presence':
      return { event: 'presence', data: JSON.stringify({ people: live.people }) }
    case 'universe':
      return { event: 'universe', data: JSON.stringify({ name: live.name, role: live.role }) }
    case 'dropped':
      return { event: 'dropped', data: JSON.stringify({ reason: live.reason, message: live.message }) }
  }
}
