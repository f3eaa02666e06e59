import type { z } from 'zod'
import { withDefaults } from './address.ts'
import type { Address, AddressDefinition, Nothing } from './address.ts'
import type { Call } from './call.ts'

export interface StreamDefinition<
  Service,
  Params extends z.ZodObject,
  Query extends z.ZodObject,
> extends AddressDefinition<Service, Params, Query> {
  /**
   * The events after the last one that the reader saw. They are pulled one by one, each when the one before was sent,
   * so a slow reader holds nothing in memory. An error thrown here, or soon by the first step, is answered as by a
   * route; a later one is sent on the stream, which then ends.
   */
  open(
    service: Service,
    input: StreamInput<z.output<Params>, z.output<Query>>,
    call: Call,
  ): Promise<AsyncIterable<StreamEvent>>
}

export interface Stream<Service = unknown> extends Address<Service> {
  /** Each part must have passed this stream's own schema. */
  open(
    service: Service,
    input: StreamInput<unknown, unknown>,
    call: Call,
  ): Promise<AsyncIterable<StreamEvent>>
}

interface StreamInput<Params, Query> {
  readonly params: Params
  readonly query: Query
  readonly lastEventId: string | undefined
}

export interface StreamEvent {
  readonly event: string
  /** A reader that lost the connection sends it to continue from there. */
  readonly id?: string
  /** One line of text, usually JSON. */
  readonly data: string
}

/** Events over HTTP for as long as the reader stays (`text/event-stream`). */
export function defineStream<
  Service,
  Params extends z.ZodObject = Nothing,
  Query extends z.ZodObject = Nothing,
>(definition: StreamDefinition<Service, Params, Query>): Stream<Service> {
  return {
    ...withDefaults(definition),
    // The host has parsed each part with the schema that gives it this type.
    open: (service, input, call) =>
      definition.open(service, input as StreamInput<z.output<Params>, z.output<Query>>, call),
  }
}
