import type { Hono } from 'hono'
import { paths } from '../oauth/server-metadata.ts'

/** The known pattern that a path matches. */
export function routeOf<Env extends object>(
  method: string,
  path: string,
  endpoints: ReadonlyMap<string, unknown>,
  site: Hono<Env>,
): string | undefined {
  if (endpoints.has(path)) return path
  return authorizationRoute(path) ?? siteRoute(method, path, site)
}

function authorizationRoute(path: string): string | undefined {
  const known: readonly string[] = Object.values(paths)
  if (known.includes(path)) return path
  const above = known.find((one) => path.startsWith(`${one}/`))
  return above === undefined ? undefined : `${above}/:id`
}

function siteRoute<Env extends object>(method: string, path: string, site: Hono<Env>): string | undefined {
  const [matches] = site.router.match(method === 'HEAD' ? 'GET' : method, path)
  return matches.at(-1)?.[0][1].path
}
