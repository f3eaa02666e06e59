export interface ResourceMetadata {
  readonly resource: string
  readonly authorization_servers: readonly string[]
  readonly scopes_supported: readonly string[]
  readonly bearer_methods_supported: readonly ['header']
  readonly resource_name: string
}

/** The scopes that a profile asks for, by its query; undefined for an unknown profile. */
export type ProfileScopes = (search: string) => readonly string[] | undefined

export const metadataRoot = '/.well-known/oauth-protected-resource'

/**
 * The RFC 9728 document. `resource` must equal the URL that the client was given, or the client refuses it: hence the
 * query is echoed. Tokens name the URL without it (`audienceOf`), but carry only the scopes of their profile.
 */
export function resourceMetadata(endpoint: {
  readonly resource: string
  readonly search: string
  readonly appUrl: string
  readonly scopes: Iterable<string>
  readonly name: string
}): ResourceMetadata {
  return {
    resource: endpoint.resource + profileQuery(endpoint.search),
    authorization_servers: [endpoint.appUrl],
    scopes_supported: [...endpoint.scopes],
    bearer_methods_supported: ['header'],
    resource_name: endpoint.name,
  }
}

/** Where the document of a resource is found: the well-known path goes between host and path. */
export function metadataUrl(resource: string, search = ''): string {
  const { origin, pathname } = new URL(resource)
  return origin + metadataRoot + (pathname === '/' ? '' : pathname) + profileQuery(search)
}

export function audienceOf(resource: string): string {
  return resource.replace(/[?#].*$/s, '')
}

/** The parts of a query that choose a profile, unchanged; nothing else that a client sends is repeated. */
export function profileQuery(search: string): string {
  const parts = search.replace(/^\?/, '').split('&')
  const kept = parts.filter((part) => part.length <= 500 && profilePart.test(part)).slice(0, 2)
  return kept.length === 0 ? '' : `?${kept.join('&')}`
}

/** Whether the query of an address, or of a resource, chooses a read-only profile. */
export function isReadOnlyProfile(search: string): boolean {
  return ['1', 'true'].includes(new URLSearchParams(search).get('readonly') ?? '')
}

const profilePart = /^(modules|readonly)=[A-Za-z0-9_.,%~-]*$/
