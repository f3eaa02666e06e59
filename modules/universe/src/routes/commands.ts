import { defineRoute, jsonSchemaOf } from '@quipu/kit'
import { z } from 'zod'
import { invalid, parsed } from '../errors.ts'
import type { Sending, UniverseService } from '../service/universe-service.ts'
import { CommandId, demandUniverse, OneUniverse, Revision, Switch, Whole } from '../fields.ts'
import { AppliedView, appliedView, bodyOf, entryView, HistoryView } from '../wire.ts'
import { bodyLimitBytes } from './universes.ts'

const StateQuery = z.strictObject({ include_state: Switch.default(true) })
const Wrapped = z.strictObject({
  command: z.unknown(),
  expectedRevision: Revision.optional(),
  commandId: CommandId.optional(),
})
const ofWrapping = Object.keys(Wrapped.shape)
const AnyCommand = z.looseObject({ type: z.string() }).describe('A command, by its type')

/** Published as its two forms; parsed by hand, so that an error has the path of the field. */
const Body = z.unknown().meta(jsonSchemaOf(z.union([Wrapped.extend({ command: AnyCommand }), AnyCommand])))

const send = defineRoute({
  method: 'POST',
  path: '/universes/:id/commands',
  summary: 'Apply a command: {type, …}, or {command, expectedRevision?, commandId?}',
  needs: 'universe:write',
  effect: 'write',
  bodyLimitBytes,
  params: OneUniverse,
  demandTarget: demandUniverse,
  query: StateQuery,
  body: Body,
  output: AppliedView,
  run: async (service: UniverseService, { params, query, body }, call) => {
    const { command, ...options } = unwrapped(body)
    return appliedView(await service.send(call, params.id, command, options), query.include_state)
  },
})

const history = defineRoute({
  method: 'GET',
  path: '/universes/:id/commands',
  summary: 'What was done, by whom, and what came of it',
  needs: 'universe:read',
  effect: 'read',
  params: OneUniverse,
  demandTarget: demandUniverse,
  query: z.strictObject({
    after: Whole.optional(),
    before: Whole.optional(),
    limit: Whole.pipe(z.int().min(1).max(500)).default(100),
  }),
  output: HistoryView,
  run: async (service: UniverseService, { params, query }, { caller }) => {
    const { entries, revision } = await service.history(caller, params.id, query)
    return { entries: entries.map(entryView), revision }
  },
})

const Step = z.strictObject({
  revision: Revision.optional(),
  expectedRevision: Revision.optional(),
  commandId: CommandId.optional(),
})

const undo = defineRoute({
  method: 'POST',
  path: '/universes/:id/undo',
  summary: 'Take back your own latest command that stands, or the one named',
  needs: 'universe:write',
  effect: 'write',
  params: OneUniverse,
  demandTarget: demandUniverse,
  query: StateQuery,
  body: bodyOf(Step.nullable()),
  output: AppliedView,
  run: async (service: UniverseService, { params, query, body }, call) =>
    appliedView(await service.undo(call, params.id, body ?? {}), query.include_state),
})

const redo = defineRoute({
  method: 'POST',
  path: '/universes/:id/redo',
  summary: 'Bring back what you took back last, or the revision named',
  needs: 'universe:write',
  effect: 'write',
  params: OneUniverse,
  demandTarget: demandUniverse,
  query: StateQuery,
  body: bodyOf(Step.nullable()),
  output: AppliedView,
  run: async (service: UniverseService, { params, query, body }, call) =>
    appliedView(await service.redo(call, params.id, body ?? {}), query.include_state),
})

export const commandRoutes = [send, history, undo, redo]

/** A command alone, or with its conditions. Which of the two is meant must be unambiguous. */
function unwrapped(body: unknown): Sending & { readonly command: unknown } {
  if (body === null || typeof body !== 'object' || !('command' in body)) {
    const stray = ['expectedRevision', 'commandId'].find((name) => hasOwn(body, name))
    if (stray !== undefined)
      throw invalid(stray, `${stray} stands beside a command: send {command: {…}, ${stray}}`)
    return { command: body }
  }
  const foreign = Object.keys(body).find((name) => !ofWrapping.includes(name))
  if (foreign !== undefined)
    throw invalid(foreign, `${foreign} cannot stand beside command; put it into the command`)
  return parsed(Wrapped, body)
}

function hasOwn(body: unknown, name: string): boolean {
  return body !== null && typeof body === 'object' && Object.hasOwn(body, name)
}
