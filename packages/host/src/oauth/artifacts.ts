import { hash } from 'node:crypto'
import type { Secrets } from '@quipu/kit'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import { errors } from 'oidc-provider'
import type { Store } from '../storage/store.ts'
import { artifactsPurpose } from '../identity/kept-artifacts.ts'

/** Clients that share one refresh token may use it at the same time, and all get the same new token. */
const graceMs = 30_000

export interface ArtifactOptions {
  readonly store: Store
  readonly secrets: Secrets
  readonly now: () => Date
  /** The refresh token that the one to be stored replaces, in the request of this moment. */
  readonly replaced: () => string | undefined
  /** Called when a grant was withdrawn: everything else that depends on it must end before the answer is sent. */
  readonly grantEnded: (grantId: string) => Promise<unknown>
}

/**
 * What the authorization server must remember: codes, refresh tokens, grants, interactions. An id is a credential, so
 * only its hash is stored, and the value stored under it is sealed.
 */
export class Artifacts {
  readonly #store: Store
  readonly #secrets: Secrets
  readonly #now: () => Date
  readonly #replaced: () => string | undefined
  readonly #grantEnded: (grantId: string) => Promise<unknown>

  constructor({ store, secrets, now, replaced, grantEnded }: ArtifactOptions) {
    this.#store = store
    this.#secrets = secrets
    this.#now = now
    this.#replaced = replaced
    this.#grantEnded = grantEnded
  }

  adapter(kind: string): Adapter {
    return {
      upsert: (id, payload, expiresIn) => this.#keep(kind, id, payload, expiresIn),
      find: (id) => this.#find(kind, 'id_hash', hashed(id)),
      findByUid: (uid) => this.#find(kind, 'uid_hash', hashed(uid)),
      findByUserCode: (userCode) => this.#find(kind, 'user_code_hash', hashed(userCode)),
      // A refresh token is used up when its successor is stored: a crash in between would leave its client with neither.
      consume: async (id) => (kind === 'RefreshToken' ? undefined : this.#consume(kind, id)),
      destroy: (id) => this.#destroy(kind, id),
      revokeByGrantId: (grantId) =>
        this.#run('delete from oauth_artifacts where kind = $1 and grant_id = $2', kind, grantId),
    }
  }

  /** Whether a device may poll again already. Polling too soon makes the wait longer, as RFC 8628 requires. */
  async isTooSoon(deviceCode: string, intervalSeconds: number): Promise<boolean> {
    const [row] = await this.#store.query<{ too_soon: boolean }>('everyone', {
      sql: `update oauth_artifacts was set polled_at = $2,
              poll_seconds = coalesce(was.poll_seconds, $3::int) + case when ${tooSoon} then $3::int else 0 end
            from (select kind, id_hash, polled_at, poll_seconds from oauth_artifacts
                  where kind = 'DeviceCode' and id_hash = $1 for update) before
            where was.kind = before.kind and was.id_hash = before.id_hash
            returning ${tooSoon} as too_soon`,
      parameters: [hashed(deviceCode), this.#now(), intervalSeconds],
    })
    return row?.too_soon ?? false
  }

  async #keep(
    kind: string,
    id: string,
    payload: AdapterPayload,
    expiresIn: number | undefined,
  ): Promise<void> {
    const now = this.#now()
    const { grantId = kind === 'Grant' ? id : undefined, uid, userCode } = payload
    const replaced = kind === 'RefreshToken' ? this.#replaced() : undefined
    const parameters = [
      kind,
      hashed(id),
      this.#secrets.seal(artifactsPurpose, JSON.stringify(payload)),
      grantId ?? null,
      uid === undefined ? null : hashed(uid),
      userCode === undefined ? null : hashed(userCode),
      now,
      expiresIn === undefined ? null : new Date(now.getTime() + expiresIn * 1000),
    ]
    if (replaced === undefined) await this.#store.query('everyone', { sql: insertInto(kind), parameters })
    else await this.#replace(replaced, parameters)
  }

  /** Stores the successor and uses up the token before it, both or neither. Later uses within the grace find it stored. */
  async #replace(replaced: string, parameters: readonly unknown[]): Promise<void> {
    const used = await this.#store.query('everyone', {
      sql: `with used as (
              update oauth_artifacts set consumed_at = coalesce(consumed_at, $7)
              where kind = $1 and id_hash = $9 and (consumed_at is null or consumed_at > $10) returning kind),
            stored as (${insertInto('RefreshToken', 'used')})
            select kind from used`,
      parameters: [...parameters, hashed(replaced), graceBegin(this.#now())],
    })
    if (used.length === 0) throw new errors.InvalidGrant('already used')
  }

  async #find(kind: string, column: string, value: string): Promise<AdapterPayload | undefined> {
    const now = this.#now()
    const [row] = await this.#store.query<ArtifactRow>('everyone', {
      sql: `select sealed_payload, consumed_at, expires_at from oauth_artifacts
            where kind = $1 and ${column} = $2`,
      parameters: [kind, value],
    })
    if (row === undefined) return undefined
    // Sealed by `#keep`, hence a payload.
    const payload = JSON.parse(this.#secrets.open(artifactsPurpose, row.sealed_payload)) as AdapterPayload
    // The library uses its own clock; what has expired by our clock must have expired by any.
    if (row.expires_at !== null && row.expires_at <= now) return { ...payload, exp: 1 }
    const { consumed_at: consumedAt } = row
    if (consumedAt === null || isInGrace(kind, consumedAt, now)) return payload
    return { ...payload, consumed: Math.floor(consumedAt.getTime() / 1000) }
  }

  /** Of several at once one succeeds: the others find nothing to update and are refused. */
  async #consume(kind: string, id: string): Promise<void> {
    const now = this.#now()
    const rows = await this.#store.query('everyone', {
      sql: `update oauth_artifacts set consumed_at = $3
            where kind = $1 and id_hash = $2 and consumed_at is null returning kind`,
      parameters: [kind, hashed(id), now],
    })
    if (rows.length === 0) throw new errors.InvalidGrant('already used')
  }

  async #destroy(kind: string, id: string): Promise<void> {
    await this.#run('delete from oauth_artifacts where kind = $1 and id_hash = $2', kind, hashed(id))
    if (kind === 'Grant') await this.#grantEnded(id)
  }

  async #run(sql: string, ...parameters: readonly unknown[]): Promise<void> {
    await this.#store.query('everyone', { sql, parameters })
  }
}

interface ArtifactRow {
  readonly sealed_payload: string
  readonly consumed_at: Date | null
  readonly expires_at: Date | null
}

/** `from` names rows of which one must be there. */
function insertInto(kind: string, from?: string): string {
  const values = '$1, $2, $3, $4, $5, $6, $7::timestamptz, $8::timestamptz'
  return `insert into oauth_artifacts
      (kind, id_hash, sealed_payload, grant_id, uid_hash, user_code_hash, created_at, expires_at)
    ${from === undefined ? `values (${values})` : `select ${values} from ${from}`}
    on conflict (kind, id_hash) do ${kind === 'RefreshToken' ? 'nothing' : replace}`
}

const replace = `update set sealed_payload = excluded.sealed_payload, grant_id = excluded.grant_id,
  uid_hash = excluded.uid_hash, user_code_hash = excluded.user_code_hash, expires_at = excluded.expires_at`

const tooSoon = `(before.polled_at is not null
  and before.polled_at + make_interval(secs => coalesce(before.poll_seconds, $3::int)) > $2)`

/** Everything else that was used is used up, also if the clock that says so is ahead of ours. */
function isInGrace(kind: string, consumedAt: Date, now: Date): boolean {
  return kind === 'RefreshToken' && consumedAt > graceBegin(now)
}

function graceBegin(now: Date): Date {
  return new Date(now.getTime() - graceMs)
}

function hashed(id: string): string {
  return hash('sha256', id, 'hex')
}
