import { z } from 'zod'
import type { Call } from './call.ts'
import type { Effect, LimitPolicy } from './tool.ts'

export interface RouteDefinition<
  Service,
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Out extends z.ZodType,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Under `/api` unless a contract names another place, with `:name` for each path parameter. */
  readonly path: `/${string}`
  readonly summary: string
  readonly needs?: string | readonly string[]
  readonly effect: Effect
  /** False when it writes outside the store, or by services that have transactions of their own. Default: true. */
  readonly atomic?: boolean
  /** Fields of the body and of the answer that are kept nowhere, so an `Idempotency-Key` does not bring them back. */
  readonly secrets?: readonly string[]
  readonly limit?: LimitPolicy
  /** The tool of this module under whose limit it counts, together with the calls of that tool; audited as they are. */
  readonly countsAs?: string
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  /** How long the body may be, where what holds for all others does not fit. */
  readonly bodyLimitBytes?: number
  readonly output: Out
  /** 200 unless said. With 204 the answer has no body. */
  readonly status?: 200 | 201 | 202 | 204
  /**
   * Throws `NOT_FOUND` if the address names nothing that is there. Called when the input is invalid, so that a caller
   * hears of the address first.
   */
  readonly demandTarget?: (service: Service, params: z.output<Params>, call: Call) => Promise<void>
  run(
    service: Service,
    input: { params: z.output<Params>; query: z.output<Query>; body: z.output<Body> },
    call: Call,
  ): Promise<z.input<Out>>
}

export interface Route<Service = unknown> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: `/${string}`
  readonly summary: string
  readonly needs: readonly string[]
  readonly effect: Effect
  readonly atomic: boolean
  readonly secrets?: readonly string[]
  readonly limit?: LimitPolicy
  readonly countsAs?: string
  readonly params: z.ZodObject
  readonly query: z.ZodObject
  readonly body: z.ZodType | undefined
  readonly bodyLimitBytes?: number
  readonly output: z.ZodType
  readonly status: number
  readonly demandTarget?: (service: Service, params: unknown, call: Call) => Promise<void>
  /** Each part must have passed this route's own schema. */
  run(
    service: Service,
    input: { params: unknown; query: unknown; body: unknown },
    call: Call,
  ): Promise<unknown>
}

type Nothing = z.ZodObject<Record<never, never>>

export function defineRoute<
  Service,
  Out extends z.ZodType,
  Params extends z.ZodObject = Nothing,
  Query extends z.ZodObject = Nothing,
  Body extends z.ZodType = z.ZodUndefined,
>(definition: RouteDefinition<Service, Params, Query, Body, Out>): Route<Service> {
  const { needs = [], demandTarget } = definition
  return {
    method: definition.method,
    path: definition.path,
    summary: definition.summary,
    needs: typeof needs === 'string' ? [needs] : needs,
    effect: definition.effect,
    atomic: definition.effect !== 'read' && (definition.atomic ?? true),
    ...(definition.secrets === undefined ? {} : { secrets: definition.secrets }),
    ...(definition.limit === undefined ? {} : { limit: definition.limit }),
    ...(definition.countsAs === undefined ? {} : { countsAs: definition.countsAs }),
    params: definition.params ?? z.strictObject({}),
    query: definition.query ?? z.strictObject({}),
    body: definition.body,
    ...(definition.bodyLimitBytes === undefined ? {} : { bodyLimitBytes: definition.bodyLimitBytes }),
    output: definition.output,
    status: definition.status ?? 200,
    ...(demandTarget === undefined
      ? {}
      : // The host has parsed the parameters with this route's own schema.
        { demandTarget: (service, params, call) => demandTarget(service, params as z.output<Params>, call) }),
    run: (service, input, call) =>
      // The host has parsed each part with the schema that gives it this type.
      definition.run(
        service,
        input as { params: z.output<Params>; query: z.output<Query>; body: z.output<Body> },
        call,
      ),
  }
}
