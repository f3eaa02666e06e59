import { z } from 'zod'
import type { Call } from './call.ts'
import type { LimitPolicy } from './tool.ts'

interface AddressFacts {
  /** Under `/api`, unless a contract requires another path, with `:name` for each path parameter. */
  readonly path: `/${string}`
  readonly summary: string
  readonly limit?: LimitPolicy
}

/** Where a route or a stream is found, and what it takes there. */
export interface AddressDefinition<
  Service,
  Params extends z.ZodObject,
  Query extends z.ZodObject,
> extends AddressFacts {
  readonly needs?: string | readonly string[]
  readonly params?: Params
  readonly query?: Query
  /**
   * Throws `NOT_FOUND` if the address does not exist. Called when the input is invalid, so that this error comes before
   * the one about the input.
   */
  demandTarget?(service: Service, params: z.output<Params>, call: Call): Promise<void>
}

export interface Address<Service> extends AddressFacts {
  readonly needs: readonly string[]
  readonly params: z.ZodObject
  readonly query: z.ZodObject
  /** The parameters must have passed the schema of this address. */
  demandTarget?(service: Service, params: unknown, call: Call): Promise<void>
}

export type Nothing = z.ZodObject<Record<never, never>>

/** What a definition may leave out: without schemas an address takes no parameters. */
export function withDefaults<Definition extends AddressDefinition<never, z.ZodObject, z.ZodObject>>(
  definition: Definition,
) {
  const { needs = [], params = z.strictObject({}), query = z.strictObject({}) } = definition
  return { ...definition, needs: typeof needs === 'string' ? [needs] : needs, params, query }
}
