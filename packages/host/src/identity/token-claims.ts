import { errors, jwtVerify } from 'jose'
import { z } from 'zod'
import type { SigningKeys } from './signing-keys.ts'
import { signingAlgorithm } from './signing-keys.ts'
import { tokenType } from './tokens.ts'

/** The claims of a verified token. */
export interface TokenClaims {
  readonly userId: string
  readonly clientId: string
  readonly audience: string
  readonly permissions: ReadonlySet<string>
  readonly expiresAtMs: number
  /** Infinite for a personal token: it ends by its own expiry, or with the app that made it. */
  readonly issuedAtMs: number
  /** The id of the connected app or personal token that it depends on and ends with. */
  readonly grant: string | undefined
  /** It was issued for a read-only profile. */
  readonly isReadOnly: boolean
  /** The key that signed it; undefined for a personal token, which is not signed. */
  readonly kid: string | undefined
}

/** The token is not ours or not valid any more; the message may be shown to its bearer. */
export class InvalidToken extends Error {
  override readonly name = 'InvalidToken'
}

export const expiredMessage = 'The token has expired; sign in again or create a new one'
export const withdrawnMessage = 'The access of this token was withdrawn; connect again or create a new one'

/** Checks everything but the audience, which the called endpoint compares. */
export async function verifyToken(
  token: string,
  { keys, issuer, now }: { readonly keys: SigningKeys; readonly issuer: string; readonly now: () => Date },
): Promise<TokenClaims> {
  if (!isCompact(token)) throw notValidHere()
  try {
    const { payload, protectedHeader } = await jwtVerify(token, async ({ kid }) => keyFor(keys, kid), {
      algorithms: [signingAlgorithm],
      typ: tokenType,
      issuer,
      currentDate: now(),
    })
    return claimsOf(payload, protectedHeader.kid)
  } catch (cause) {
    if (cause instanceof errors.JWTExpired) throw new InvalidToken(expiredMessage, { cause })
    if (cause instanceof errors.JOSEError || cause instanceof z.ZodError) throw notValidHere(cause)
    throw cause
  }
}

export function notValidHere(cause?: unknown): InvalidToken {
  return new InvalidToken('The token is not valid here; sign in again or create a new one', { cause })
}

const maxTokenLength = 8192
const compactJws = /^[\w-]+\.[\w-]+\.([\w-]{86})$/

/** A signature has one spelling: the unused bits of its last base64 character must be zero. */
function isCompact(token: string): boolean {
  if (token.length > maxTokenLength) return false
  const signature = compactJws.exec(token)?.[1]
  return signature !== undefined && Buffer.from(signature, 'base64url').toString('base64url') === signature
}

const Claims = z.object({
  sub: z.uuid(),
  aud: z.string(),
  client_id: z.string(),
  permissions: z.array(z.string()),
  jti: z.string(),
  iat: z.number(),
  exp: z.number(),
  grant: z.string().min(1).optional(),
  readonly: z.boolean().optional(),
})

function claimsOf(payload: unknown, kid: string | undefined): TokenClaims {
  const { sub, aud, client_id, permissions, iat, exp, grant, readonly } = Claims.parse(payload)
  return {
    userId: sub,
    clientId: client_id,
    audience: aud,
    permissions: new Set(permissions),
    expiresAtMs: exp * 1000,
    issuedAtMs: iat * 1000,
    grant,
    isReadOnly: readonly === true,
    kid,
  }
}

async function keyFor(keys: SigningKeys, kid: string | undefined) {
  const key = kid === undefined ? undefined : await keys.verifying(kid)
  if (key === undefined) throw new errors.JWKSNoMatchingKey()
  return key
}
