import type { Store } from '../storage/store.ts'
import type { TokenClaims } from './token-claims.ts'
import { expiredMessage, InvalidToken, notValidHere, withdrawnMessage } from './token-claims.ts'

export const personalTokenPrefix = 'qpt_'
/** The last use is stored to the minute, so that a busy program does not write a row with every call. */
export const noteUseEveryMs = 60_000

export interface PersonalTokenClaims extends TokenClaims {
  /** The id of the token itself. */
  readonly grant: string
  readonly lastUsedAtMs: number
}

export function isPersonalToken(token: string): boolean {
  return personalToken.test(token)
}

/** The claims of the token with this SHA-256. Throws `InvalidToken` for an unknown or invalid one. */
export async function readPersonalToken(
  store: Pick<Store, 'query'>,
  tokenHash: string,
  now: Date,
): Promise<PersonalTokenClaims> {
  const [row] = await store.query<TokenRow>('everyone', {
    sql: `select id, user_id, resource, scopes, expires_at, last_used_at, revoked_at
          from personal_tokens where token_hash = $1`,
    parameters: [tokenHash],
  })
  if (row === undefined) throw notValidHere()
  if (row.revoked_at !== null) throw new InvalidToken(withdrawnMessage)
  if (row.expires_at <= now) throw new InvalidToken(expiredMessage)
  return {
    grant: row.id,
    isReadOnly: false,
    kid: undefined,
    userId: row.user_id,
    clientId: `personal:${row.id}`,
    audience: row.resource,
    permissions: new Set(row.scopes),
    expiresAtMs: row.expires_at.getTime(),
    issuedAtMs: Infinity,
    lastUsedAtMs: row.last_used_at?.getTime() ?? -Infinity,
  }
}

/** Writes nothing if another instance has recorded a use within the last minute. */
export async function noteUse(
  store: Pick<Store, 'query'>,
  { userId, grant }: TokenClaims,
  now: Date,
): Promise<void> {
  await store.query(
    { userId },
    {
      sql: `update personal_tokens set last_used_at = $3
          where id = $1 and user_id = $2 and (last_used_at is null or last_used_at <= $4)`,
      parameters: [grant, userId, now, new Date(now.getTime() - noteUseEveryMs)],
    },
  )
}

interface TokenRow {
  readonly id: string
  readonly user_id: string
  readonly resource: string
  readonly scopes: readonly string[]
  readonly expires_at: Date
  readonly last_used_at: Date | null
  readonly revoked_at: Date | null
}

const personalToken = /^qpt_[\w-]{43}$/
