import type { HostOptions } from '@quipu/host'

export type Upstreams = NonNullable<HostOptions['upstreams']>

export interface UpstreamVariables {
  readonly GOOGLE_CLIENT_ID?: string | undefined
  readonly GOOGLE_CLIENT_SECRET?: string | undefined
  readonly OIDC_ISSUER?: string | undefined
  readonly OIDC_CLIENT_ID?: string | undefined
  readonly OIDC_CLIENT_SECRET?: string | undefined
  readonly OIDC_NAME: string
  readonly UPSTREAM_NEWCOMERS?: 'viewer' | 'contributor' | undefined
}

/** The other issuers whose sign-in counts here, and one line for each variable that one of them lacks. */
export function upstreamsOf(variables: UpstreamVariables): {
  readonly upstreams: Upstreams
  readonly refused: readonly string[]
} {
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } =
    variables
  const newcomers = variables.UPSTREAM_NEWCOMERS
  const upstreams: Upstreams[number][] = []
  if (GOOGLE_CLIENT_ID !== undefined && GOOGLE_CLIENT_SECRET !== undefined) {
    upstreams.push({
      id: 'google',
      name: 'Google',
      issuer: 'https://accounts.google.com',
      clientId: GOOGLE_CLIENT_ID,
      clientSecret: GOOGLE_CLIENT_SECRET,
      newcomers,
    })
  }
  if (OIDC_ISSUER !== undefined && OIDC_CLIENT_ID !== undefined && OIDC_CLIENT_SECRET !== undefined) {
    upstreams.push({
      id: 'oidc',
      name: variables.OIDC_NAME,
      issuer: OIDC_ISSUER,
      clientId: OIDC_CLIENT_ID,
      clientSecret: OIDC_CLIENT_SECRET,
      newcomers,
    })
  }
  const refused = [
    ...missingOf({ GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET }),
    ...missingOf({ OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET }),
  ]
  return { upstreams, refused }
}

/** All of them, or none. */
function missingOf(group: Readonly<Record<string, string | undefined>>): readonly string[] {
  const names = Object.keys(group)
  const missing = names.filter((name) => group[name] === undefined)
  if (missing.length === names.length) return []
  const others = names.filter((name) => group[name] !== undefined).join(' and ')
  return missing.map((name) => `${name} is missing beside ${others}: set all of them, or none`)
}
