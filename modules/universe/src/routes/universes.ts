import { defineRoute } from '@quipu/kit'
import { z } from 'zod'
import { invalid } from '../errors.ts'
import type { UniverseService } from '../service/universe-service.ts'
import { CommandId, Name, demandUniverse, OneUniverse, presets, Revision, Whole } from '../fields.ts'
import { bodyOf, infoView, ListView, universeView, UniverseView } from '../wire.ts'
import { givenState, inTermsOfState } from './given-state.ts'

/** A universe may be sent whole. */
export const bodyLimitBytes = 10_000_000

const list = defineRoute({
  method: 'GET',
  path: '/universes',
  summary: 'Your universes and those shared with you, newest change first',
  needs: 'universe:read',
  effect: 'read',
  query: z.strictObject({
    cursor: z.string().max(500).optional(),
    limit: Whole.pipe(z.int().min(1).max(200)).default(50),
  }),
  output: ListView,
  run: async (service: UniverseService, { query }, { caller }) => {
    const { universes, nextCursor } = await service.list(caller, query)
    return { universes: universes.map(infoView), next_cursor: nextCursor ?? null }
  },
})

const create = defineRoute({
  method: 'POST',
  path: '/universes',
  summary: 'Make a universe: empty, from a preset, or from a state',
  needs: 'universe:write',
  effect: 'write',
  bodyLimitBytes,
  body: bodyOf(
    z.strictObject({
      name: Name,
      preset: z.enum(presets).optional(),
      state: z.unknown().optional(),
    }),
  ),
  output: UniverseView,
  status: 201,
  run: async (service: UniverseService, { body }, { caller }) => {
    const { name, preset, state } = body
    if (state !== undefined && preset !== undefined)
      throw invalid('preset', 'preset cannot be given together with state; send one of them')
    return universeView(
      await service.create(caller, {
        name,
        preset,
        ...(state === undefined ? {} : { state: givenState(state) }),
      }),
    )
  },
})

const get = defineRoute({
  method: 'GET',
  path: '/universes/:id',
  summary: 'A universe with its state, now or as it was at a revision',
  needs: 'universe:read',
  effect: 'read',
  params: OneUniverse,
  demandTarget: demandUniverse,
  query: z.strictObject({ revision: Whole.optional() }),
  output: UniverseView,
  run: async (service: UniverseService, { params, query }, { caller }) =>
    universeView(await service.get(caller, params.id, query.revision)),
})

const replace = defineRoute({
  method: 'PUT',
  path: '/universes/:id',
  summary: 'Rename a universe, or replace its state as the command replaceSnapshot does',
  needs: 'universe:write',
  effect: 'write',
  bodyLimitBytes,
  params: OneUniverse,
  demandTarget: demandUniverse,
  body: bodyOf(
    z.strictObject({
      name: Name.optional(),
      state: z.unknown().optional(),
      expectedRevision: Revision.optional(),
      commandId: CommandId.optional(),
    }),
  ),
  output: UniverseView,
  run: async (service: UniverseService, { params, body }, call) => {
    const { name, state, ...options } = body
    if (name === undefined && state === undefined) throw invalid('name', 'name or state is required')
    if (state !== undefined) {
      const command = { type: 'replaceSnapshot', snapshot: givenState(state) }
      await inTermsOfState(service.send(call, params.id, command, options))
    }
    if (name !== undefined) await service.rename(call.caller, params.id, name)
    return universeView(await service.get(call.caller, params.id))
  },
})

const remove = defineRoute({
  method: 'DELETE',
  path: '/universes/:id',
  summary: 'Delete a universe of your own with its history, for good',
  needs: 'universe:write',
  effect: 'destructive',
  params: OneUniverse,
  demandTarget: demandUniverse,
  status: 204,
  output: z.void(),
  run: (service: UniverseService, { params }, { caller }) => service.remove(caller, params.id),
})

export const universeRoutes = [list, create, get, replace, remove]
