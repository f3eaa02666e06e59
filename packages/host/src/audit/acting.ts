import { AsyncLocalStorage } from 'node:async_hooks'
import type { AuditEvent, AuditMetadata } from './audit-event.ts'
import { newRequestId } from '../telemetry/request-id.ts'

/** Who does something, and by which request. */
export interface Actor {
  /** Undefined for a command: who typed it is not known here. */
  readonly userId: string | undefined
  readonly requestId: string
}

const current = new AsyncLocalStorage<Actor>()

export function actingAs<Result>({ userId, requestId }: Actor, work: () => Promise<Result>): Promise<Result> {
  return current.run({ userId, requestId }, work)
}

export function actingAsCommand<Result>(work: () => Promise<Result>): Promise<Result> {
  return actingAs({ userId: undefined, requestId: newRequestId() }, work)
}

/** The actor's part of an event. Outside of a request and of a command, as on a page of the sign-in, it is `person`. */
export function actorOr(
  person: string | undefined,
): Pick<AuditEvent, 'userId' | 'requestId'> & { readonly door: Pick<AuditMetadata, 'endpoint'> } {
  const actor = current.getStore() ?? { userId: person, requestId: newRequestId() }
  const isCommand = current.getStore() !== undefined && actor.userId === undefined
  return { ...actor, door: isCommand ? { endpoint: 'command' } : {} }
}
