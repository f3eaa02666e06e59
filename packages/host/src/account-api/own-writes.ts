import type { Route } from '@quipu/kit'
import type { HostRoute } from '../http/rest.ts'

/** A route whose services commit what they write themselves, before the call is told of. */
export function ownWrites<Service>(
  route: Route<Service>,
  more: Pick<HostRoute, 'secrets' | 'limit'> = {},
): HostRoute<Service> {
  return { ...route, isAtomic: false, ...more }
}
