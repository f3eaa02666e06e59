import { paths } from '../oauth/server-metadata.ts'
import type { HopKind } from './hop.ts'

/** The step of connecting that a request outside the MCP addresses belongs to. */
export function hopOfPath(method: string, path: string): HopKind | undefined {
  if (
    path.includes('/.well-known/oauth-protected-resource') ||
    path.endsWith('/.well-known/protected-resource')
  )
    return 'resource_metadata'
  if (
    /\/\.well-known\/(?:oauth-)?authorization-server/.test(path) ||
    path === '/.well-known/openid-configuration'
  )
    return 'server_metadata'
  if (path === paths.registration && method === 'POST') return 'registration'
  if (path === paths.authorization) return 'authorize'
  if (path.startsWith(`${paths.authorization}/`)) return 'consent'
  if (path === paths.token && method === 'POST') return 'token'
  return undefined
}
