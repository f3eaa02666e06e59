import { z } from 'zod'
import type { ByteBody, Download } from './bytes.ts'
import type { Call } from './call.ts'
import type { Effect, LimitPolicy } from './tool.ts'

interface RouteFacts {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Under `/api`, unless a contract requires another path, with `:name` for each path parameter. */
  readonly path: `/${string}`
  readonly summary: string
  readonly effect: Effect
  /** 'link': it accepts only the links that this module has signed with `ports.links`. Default: none. */
  readonly admits?: 'link'
  /** Fields of body and answer that are never stored: a repetition with the same `Idempotency-Key` lacks them. */
  readonly secrets?: readonly string[]
  readonly limit?: LimitPolicy
  /** The tool of this module whose limit the route shares. It is audited like the calls of that tool. */
  readonly countsAs?: string
  /** A separate limit for people in a browser, instead of that tool's limit. Default: none. */
  readonly webLimit?: LimitPolicy
  /** The size limit of the body, if the general limit does not fit. */
  readonly bodyLimitBytes?: number
}

export interface RouteDefinition<
  Service,
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodType | 'bytes',
  Out extends z.ZodType | 'download',
> extends RouteFacts {
  readonly needs?: string | readonly string[]
  /**
   * False if it writes outside the store, or through services with their own transactions. Default: true, but never for
   * a body of bytes: a transaction would stay open as long as the client takes to send it.
   */
  readonly atomic?: boolean
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  /** A route with a download only reads. */
  readonly output: Out
  /** Default: 200. With 204 the answer has no body. */
  readonly status?: 200 | 201 | 202 | 204
  /**
   * Throws `NOT_FOUND` if the address does not exist. Called when the input is invalid, so that this error comes before
   * the one about the input.
   */
  readonly demandTarget?: (service: Service, params: z.output<Params>, call: Call) => Promise<void>
  run(service: Service, input: RouteInput<Params, Query, Body>, call: Call): Promise<AnswerOf<Out>>
}

export interface Route<Service = unknown> extends RouteFacts {
  readonly needs: readonly string[]
  readonly atomic: boolean
  readonly params: z.ZodObject
  readonly query: z.ZodObject
  readonly body: z.ZodType | 'bytes' | undefined
  readonly output: z.ZodType | 'download'
  readonly status: number
  readonly demandTarget?: (service: Service, params: unknown, call: Call) => Promise<void>
  /** Each part must have passed this route's own schema. */
  run(
    service: Service,
    input: { params: unknown; query: unknown; body: unknown },
    call: Call,
  ): Promise<unknown>
}

interface RouteInput<Params extends z.ZodObject, Query extends z.ZodObject, Body> {
  readonly params: z.output<Params>
  readonly query: z.output<Query>
  readonly body: Body extends z.ZodType ? z.output<Body> : ByteBody
}
type AnswerOf<Out> = Out extends z.ZodType ? z.input<Out> : Download
type Nothing = z.ZodObject<Record<never, never>>

export function defineRoute<
  Service,
  Out extends z.ZodType | 'download',
  Params extends z.ZodObject = Nothing,
  Query extends z.ZodObject = Nothing,
  Body extends z.ZodType | 'bytes' = z.ZodUndefined,
>(definition: RouteDefinition<Service, Params, Query, Body, Out>): Route<Service> {
  const { needs = [], effect, body, output, atomic = true, demandTarget, ...facts } = definition
  if (output === 'download' && effect !== 'read')
    throw new TypeError(`${definition.path} answers with a download, so its effect must be read`)
  return {
    ...facts,
    effect,
    output,
    needs: typeof needs === 'string' ? [needs] : needs,
    atomic: effect !== 'read' && body !== 'bytes' && atomic,
    params: definition.params ?? z.strictObject({}),
    query: definition.query ?? z.strictObject({}),
    body,
    status: definition.status ?? 200,
    ...(demandTarget === undefined
      ? {}
      : // The host has parsed the parameters with this route's own schema.
        { demandTarget: (service, params, call) => demandTarget(service, params as z.output<Params>, call) }),
    // The host has parsed each part with the schema that gives it this type.
    run: (service, input, call) => definition.run(service, input as RouteInput<Params, Query, Body>, call),
  }
}
