export type Route =
  | { readonly page: 'universes' }
  | { readonly page: 'universe'; readonly id: string }
  | { readonly page: 'none' }

export const universesPath = '/app/universes'

/** The page of an address. The bare `/app` is the list, the only section of the console so far. */
export function routeOf(pathname: string): Route {
  const path = pathname.replace(/\/+$/, '')
  if (path === '/app' || path === universesPath) return { page: 'universes' }
  const id = /^\/app\/universes\/([^/]+)$/.exec(path)?.[1]
  if (id === undefined) return { page: 'none' }
  try {
    return { page: 'universe', id: decodeURIComponent(id) }
  } catch {
    return { page: 'none' }
  }
}

export function universePath(id: string): string {
  return `${universesPath}/${encodeURIComponent(id)}`
}
