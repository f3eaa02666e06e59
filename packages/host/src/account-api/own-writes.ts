import type { Route } from '@quipu/kit'

/** A route whose services commit what they write themselves, before the call is told of. */
export function ownWrites<Service>(
  route: Route<Service>,
  more: Pick<Route, 'secrets' | 'limit'> = {},
): Route<Service> {
  return { ...route, atomic: false, ...more }
}
