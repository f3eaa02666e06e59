export type Route =
  | { readonly page: 'universes' }
  | { readonly page: 'universe'; readonly id: string }
  | { readonly page: 'none' }

export const universesPath = '/app/universes'

/** Which page an address means. The bare `/app` is the list, the console's only room for now. */
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
