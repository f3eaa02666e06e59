import type { Route } from '@quipu/kit'

/** A route whose services commit their writes themselves, before the call is audited. */
export function ownWrites<Service>(
  route: Route<Service>,
  more: Pick<Route, 'secrets' | 'limit'> = {},
): Route<Service> {
  return { ...route, atomic: false, ...more }
}
