import { metadataUrl } from './resource-metadata.ts'

export interface AuthFailureBody {
  readonly error: 'unauthorized' | 'insufficient_scope'
  readonly message: string
}

/** Why a request has no caller, or a caller too few scopes, with the answer that says what to do. */
export class AuthFailure extends Error {
  override readonly name = 'AuthFailure'
  readonly status: 401 | 403
  readonly body: AuthFailureBody
  /** The value of the `WWW-Authenticate` header. */
  readonly challenge: string

  constructor(status: 401 | 403, body: AuthFailureBody, challenge: string) {
    super(body.message)
    this.status = status
    this.body = body
    this.challenge = challenge
  }
}

/** The resource's URL and the query of the failed request. */
export interface Target {
  readonly resource: string
  readonly search: string
}

export function noToken(
  { resource, search }: Target,
  message = 'No authorization token provided',
): AuthFailure {
  const body = { error: 'unauthorized', message } as const
  return new AuthFailure(401, body, `Bearer resource_metadata="${metadataUrl(resource, search)}"`)
}

export function badToken({ resource, search }: Target, message: string): AuthFailure {
  const body = { error: 'unauthorized', message } as const
  const challenge = `Bearer error="invalid_token", resource_metadata="${metadataUrl(resource, search)}"`
  return new AuthFailure(401, body, challenge)
}

/** `needed` names every scope of the operation, not only the missing ones: clients ask for exactly these. */
export function insufficientScope(resource: string, needed: readonly string[], search = ''): AuthFailure {
  const scope = needed.join(' ')
  const message = `This needs the permission ${needed.join(' and ')}; sign in again and grant it`
  const challenge = `Bearer error="insufficient_scope", scope="${scope}", resource_metadata="${metadataUrl(resource, search)}"`
  return new AuthFailure(403, { error: 'insufficient_scope', message }, challenge)
}
