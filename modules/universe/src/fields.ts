import type { Call } from '@quipu/kit'
import { z } from 'zod'
import type { UniverseService } from './service/universe-service.ts'

export const UniverseId = z.string().min(1).max(200)

/** The address of a universe over HTTP. */
export const OneUniverse = z.strictObject({ id: UniverseId })

/** Checks that a universe exists before a request to it is validated. */
export function demandUniverse(
  service: UniverseService,
  { id }: z.output<typeof OneUniverse>,
  { caller }: Call,
): Promise<void> {
  return service.demand(caller, id)
}

export const Revision = z.int().min(0)

export const CommandId = z.string().min(1).max(200)

export const presets = ['empty', 'sol'] as const

/** A whole number in a query. */
export const Whole = z
  .string()
  .regex(/^\d{1,15}$/, 'must be a whole number')
  .transform(Number)

export const Switch = z.enum(['true', 'false']).transform((value) => value === 'true')

/** Cleaned and measured by the service, as people see it. */
export const Name = z.string()
