import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { ToolError } from '@quipu/kit'
import type { Accounts } from './accounts.ts'
import type { Permissions } from './permissions.ts'
import { audienceOf, isReadOnlyProfile } from './resource-metadata.ts'
import type { SigningKeys } from './signing-keys.ts'
import { signingAlgorithm } from './signing-keys.ts'

export interface TokenRequest {
  readonly userId: string
  readonly clientId: string
  /** Empty means every permission that the account's role has. */
  readonly scope: readonly string[]
  readonly resource: string
  readonly ttlSeconds: number
}

export interface Tokens {
  issue(request: TokenRequest): Promise<string>
}

/** RFC 9068: so a token of another type, such as an identity token, cannot be used as an access token. */
export const tokenType = 'at+jwt'
const maxTokenSeconds = 365 * 24 * 60 * 60

export interface TokenOptions {
  readonly keys: SigningKeys
  readonly accounts: Accounts
  readonly permissions: Permissions
  /** The public URL of the installation. */
  readonly issuer: string
  /** The URLs of the MCP endpoints: a token is for exactly one of them. */
  readonly resources: ReadonlySet<string>
  readonly now: () => Date
}

export function openTokens(options: TokenOptions): Tokens {
  return { issue: (request) => issue(options, request) }
}

async function issue(options: TokenOptions, request: TokenRequest): Promise<string> {
  const audience = parseResource(options.resources, request.resource)
  const ttlSeconds = parseTtl(request.ttlSeconds)
  const requested = parseScope(options.permissions.names, request.scope)
  const account = await options.accounts.byId(request.userId)
  if (account === undefined)
    throw new ToolError('NOT_FOUND', `There is no account with the id ${request.userId}`)
  if (account.isDisabled)
    throw new ToolError('FORBIDDEN', `The account ${account.email} is disabled; it gets no tokens`)

  const ofRole = options.permissions.ofRole(account.role)
  const scope = requested.length === 0 ? [...ofRole] : requested
  const { kid, key } = await options.keys.signing()
  const issuedAt = Math.floor(options.now().getTime() / 1000)
  return new SignJWT({
    client_id: request.clientId,
    scope: scope.join(' '),
    permissions: scope.filter((name) => ofRole.has(name)),
    ...(isReadOnlyProfile(new URL(request.resource).search) ? { readonly: true } : {}),
  })
    .setProtectedHeader({ alg: signingAlgorithm, typ: tokenType, kid })
    .setIssuer(options.issuer)
    .setAudience(audience)
    .setSubject(account.id)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ttlSeconds)
    .setJti(randomUUID())
    .sign(key)
}

function parseResource(known: ReadonlySet<string>, resource: string): string {
  const audience = audienceOf(resource)
  if (!known.has(audience))
    throw new ToolError(
      'VALIDATION_ERROR',
      `Unknown resource ${resource}; use one of: ${[...known].join(', ')}`,
    )
  return audience
}

function parseTtl(seconds: number): number {
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > maxTokenSeconds)
    throw new ToolError(
      'VALIDATION_ERROR',
      `The lifetime must be a whole number of seconds from 1 to ${maxTokenSeconds} (one year)`,
    )
  return seconds
}

function parseScope(known: ReadonlySet<string>, scope: readonly string[]): readonly string[] {
  const requested = [...new Set(scope)]
  const unknown = requested.filter((name) => !known.has(name))
  if (unknown.length > 0)
    throw new ToolError(
      'VALIDATION_ERROR',
      `Unknown scope: ${unknown.join(', ')}; this installation knows: ${[...known].join(', ')}`,
      { unknown },
    )
  return requested
}
