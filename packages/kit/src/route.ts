import type { z } from 'zod'
import { withDefaults } from './address.ts'
import type { Address, AddressDefinition, Nothing } from './address.ts'
import type { ByteBody, Download } from './bytes.ts'
import type { Call } from './call.ts'
import type { Effect, LimitPolicy } from './tool.ts'

interface RouteFacts {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly effect: Effect
  /** 'link': it accepts only the links that this module has signed with `ports.links`. Default: none. */
  readonly admits?: 'link'
  /** Fields of body and answer that are never stored: a repetition with the same `Idempotency-Key` lacks them. */
  readonly secrets?: readonly string[]
  /** The tool of this module whose limit the route shares. It is audited like the calls of that tool. */
  readonly countsAs?: string
  /** A separate limit for people in a browser and at the command line, instead of that tool's limit. Default: none. */
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
>
  extends RouteFacts, AddressDefinition<Service, Params, Query> {
  /**
   * False if it writes outside the store, or through services with their own transactions. Default: true, but never for
   * a body of bytes: a transaction would stay open as long as the client takes to send it.
   */
  readonly atomic?: boolean
  readonly body?: Body
  /** A route with a download only reads. */
  readonly output: Out
  /** Default: 200. With 204 the answer has no body. */
  readonly status?: 200 | 201 | 202 | 204
  run(service: Service, input: RouteInput<Params, Query, Body>, call: Call): Promise<AnswerOf<Out>>
}

export interface Route<Service = unknown> extends RouteFacts, Address<Service> {
  readonly atomic: boolean
  readonly body: z.ZodType | 'bytes' | undefined
  readonly output: z.ZodType | 'download'
  readonly status: number
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

export function defineRoute<
  Service,
  Out extends z.ZodType | 'download',
  Params extends z.ZodObject = Nothing,
  Query extends z.ZodObject = Nothing,
  Body extends z.ZodType | 'bytes' = z.ZodUndefined,
>(definition: RouteDefinition<Service, Params, Query, Body, Out>): Route<Service> {
  const { effect, body, output, atomic = true } = definition
  if (output === 'download' && effect !== 'read')
    throw new TypeError(`${definition.path} answers with a download, so its effect must be read`)
  return {
    ...withDefaults(definition),
    body,
    atomic: effect !== 'read' && body !== 'bytes' && atomic,
    status: definition.status ?? 200,
    // The host has parsed each part with the schema that gives it this type.
    run: (service, input, call) => definition.run(service, input as RouteInput<Params, Query, Body>, call),
  }
}
