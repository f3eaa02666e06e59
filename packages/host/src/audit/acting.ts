import { AsyncLocalStorage } from 'node:async_hooks'
import { newRequestId } from '../telemetry/request-id.ts'

/** For whom something is done, and by which request. */
export interface Actor {
  readonly userId: string
  readonly requestId: string
}

const current = new AsyncLocalStorage<Actor>()

export function actingAs<Result>({ userId, requestId }: Actor, work: () => Promise<Result>): Promise<Result> {
  return current.run({ userId, requestId }, work)
}

/** Of the current request. Without one, as on the command line, `person` is recorded as the actor. */
export function actorOr<Person extends string | undefined>(
  person: Person,
): { readonly userId: string | Person; readonly requestId: string } {
  return current.getStore() ?? { userId: person, requestId: newRequestId() }
}
