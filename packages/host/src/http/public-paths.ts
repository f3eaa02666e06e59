import { paths } from '../oauth/server-metadata.ts'

/** What clients in pages of other sites fetch: discovery, and the endpoints that use no cookie. */
export function isOpenToAnyPage(path: string): boolean {
  return path.startsWith('/.well-known/') || path.startsWith('/api/oauth/.well-known/') || open.has(path)
}

const open: ReadonlySet<string> = new Set([
  paths.token,
  paths.registration,
  paths.revocation,
  paths.device_authorization,
  paths.jwks,
])

/** Pages for people, who are signed in by a cookie. */
export function isPage(path: string): boolean {
  return path === paths.authorization || pages.some((page) => path === page || path.startsWith(`${page}/`))
}

const pages = [
  '/login',
  '/account',
  '/app',
  '/signed-out',
  '/invite',
  '/reset',
  '/sign-in',
  '/api/auth',
  paths.interaction,
  paths.code_verification,
]
