import { defineRoute } from '@quipu/kit'
import { positionsAt } from '@quipu/orbits'
import { z } from 'zod'
import { limits } from '../domain/limits.ts'
import type { Star } from '../domain/universe-state.ts'
import { bodyNotFound } from '../errors.ts'
import type { UniverseService } from '../service/universe-service.ts'
import { demandUniverse, OneUniverse } from '../fields.ts'

const Time = z
  .string()
  .regex(/^[+-]?\d{1,30}(\.\d{1,30})?(e[+-]?\d{1,3})?$/i, 'must be a number of simulated seconds')
  .transform(Number)
  .pipe(z.number().min(-limits.time).max(limits.time))

const Ids = z
  .string()
  .max(65_000)
  .transform((text) => text.split(',').filter((id) => id !== ''))

export const positions = defineRoute({
  method: 'GET',
  path: '/universes/:id/positions',
  summary: 'Where bodies are, in AU from the origin, now or at a time',
  needs: 'universe:read',
  effect: 'read',
  params: OneUniverse,
  demandTarget: demandUniverse,
  query: z.strictObject({ time: Time.optional(), ids: Ids.optional() }),
  output: z.object({
    time: z.number(),
    positions: z.record(z.string(), z.tuple([z.number(), z.number(), z.number()])),
  }),
  run: async (service: UniverseService, { params, query }, { caller }) => {
    const { model } = await service.get(caller, params.id)
    const { stars, time: now } = model.state()
    const { time = now, ids = Object.keys(stars) } = query
    const places = positionsAt(withAncestors(stars, ids), time)
    const found = ids.map((id): [string, [number, number, number]] => {
      const place = places.get(id)
      if (place === undefined) throw bodyNotFound(id)
      return [id, [place.x, place.y, place.z]]
    })
    return { time, positions: Object.fromEntries(found) }
  },
})

/** A body's place is relative to its parent's, up to the root. */
function withAncestors(stars: Readonly<Record<string, Star>>, ids: readonly string[]): Iterable<Star> {
  const needed = new Map<string, Star>()
  for (const id of ids) {
    for (let at: string | null = id; at !== null && Object.hasOwn(stars, at) && !needed.has(at);) {
      // Just seen to be there.
      const star: Star = stars[at]!
      needed.set(at, star)
      at = star.parentId
    }
  }
  return needed.values()
}
