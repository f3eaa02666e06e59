import { z } from 'zod'
import type { Call } from './call.ts'
import type { LimitPolicy } from './tool.ts'

export interface StreamDefinition<Service, Params extends z.ZodObject, Query extends z.ZodObject> {
  readonly path: `/${string}`
  readonly summary: string
  readonly needs?: string | readonly string[]
  readonly limit?: LimitPolicy
  readonly params?: Params
  readonly query?: Query
  /** As for a route. */
  readonly demandTarget?: (service: Service, params: z.output<Params>, call: Call) => Promise<void>
  /**
   * The events after the last one that the reader saw. They are pulled one by one, each when the one before was sent,
   * so a slow reader holds nothing in memory. An error thrown here, or soon by the first step, is answered as by a
   * route; a later one is sent on the stream, which then ends.
   */
  open(
    service: Service,
    input: { params: z.output<Params>; query: z.output<Query>; lastEventId: string | undefined },
    call: Call,
  ): Promise<AsyncIterable<StreamEvent>>
}

export interface StreamEvent {
  readonly event: string
  /** A reader that lost the connection sends it to continue from there. */
  readonly id?: string
  /** One line of text, usually JSON. */
  readonly data: string
}

export interface Stream<Service = unknown> {
  readonly path: `/${string}`
  readonly summary: string
  readonly needs: readonly string[]
  readonly limit?: LimitPolicy
  readonly params: z.ZodObject
  readonly query: z.ZodObject
  readonly demandTarget?: (service: Service, params: unknown, call: Call) => Promise<void>
  /** Each part must have passed this stream's own schema. */
  open(
    service: Service,
    input: { params: unknown; query: unknown; lastEventId: string | undefined },
    call: Call,
  ): Promise<AsyncIterable<StreamEvent>>
}

type Nothing = z.ZodObject<Record<never, never>>

/** Events over HTTP for as long as the reader stays (`text/event-stream`). */
export function defineStream<
  Service,
  Params extends z.ZodObject = Nothing,
  Query extends z.ZodObject = Nothing,
>(definition: StreamDefinition<Service, Params, Query>): Stream<Service> {
  const { needs = [], demandTarget } = definition
  return {
    path: definition.path,
    summary: definition.summary,
    needs: typeof needs === 'string' ? [needs] : needs,
    ...(definition.limit === undefined ? {} : { limit: definition.limit }),
    params: definition.params ?? z.strictObject({}),
    query: definition.query ?? z.strictObject({}),
    ...(demandTarget === undefined
      ? {}
      : // The host has parsed the parameters with this stream's own schema.
        { demandTarget: (service, params, call) => demandTarget(service, params as z.output<Params>, call) }),
    open: (service, { params, query, lastEventId }, call) =>
      // The host has parsed each part with the schema that gives it this type.
      definition.open(
        service,
        { params: params as z.output<Params>, query: query as z.output<Query>, lastEventId },
        call,
      ),
  }
}
