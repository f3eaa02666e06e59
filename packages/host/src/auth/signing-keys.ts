import type { CryptoKey, JWK } from 'jose'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK } from 'jose'
import type { Secrets } from '@quipu/kit'
import type { Store, StoreTx } from '../storage/store.ts'

export const signingAlgorithm = 'ES256'

/** How soon another instance's retired key is noticed. */
const keepKnownMs = 60_000
/** How soon another instance's new key is noticed; also how often made-up key ids can make us read at most. */
const keepUnknownMs = 5_000

export interface SigningKey {
  readonly kid: string
  readonly key: CryptoKey
}

/** The keys that sign tokens: in the store, their private part sealed, the same for every instance. */
export class SigningKeys {
  readonly #store: Store
  readonly #secrets: Secrets
  readonly #now: () => Date
  #public = new Map<string, PublicKey>()
  #readAt = -Infinity
  #reading: Promise<void> | undefined
  #signing: Promise<SigningKey> | undefined

  constructor(store: Store, secrets: Secrets, now: () => Date) {
    this.#store = store
    this.#secrets = secrets
    this.#now = now
  }

  /** The key to sign with, made on first need. */
  signing(): Promise<SigningKey> {
    this.#signing ??= this.#openSigning().catch((error: unknown) => {
      this.#signing = undefined
      throw error
    })
    return this.#signing
  }

  /** The key that verifies what `kid` signed, unless there is none or it has retired. */
  async verifying(kid: string): Promise<CryptoKey | undefined> {
    await this.#reread(this.#public.has(kid) ? keepKnownMs : keepUnknownMs)
    const found = this.#public.get(kid)
    return found !== undefined && this.#isLive(found) ? found.key : undefined
  }

  /** The JWK Set of everything that still verifies. */
  async jwks(): Promise<{ keys: JWK[] }> {
    await this.signing()
    await this.#reread(keepUnknownMs)
    return { keys: [...this.#public.values()].filter((key) => this.#isLive(key)).map(({ jwk }) => jwk) }
  }

  async #openSigning(): Promise<SigningKey> {
    const made = await makeKey()
    const sealed = this.#secrets.seal(purpose, JSON.stringify(made.privateJwk))
    const row = await this.#store.transaction('everyone', async (tx) => {
      // Two instances that start at once wait for each other here, so that only the first makes a key.
      await tx.query({ sql: `select pg_advisory_xact_lock(hashtext('quipu.signing_keys'))`, parameters: [] })
      return (await newest(tx)) ?? (await insert(tx, made, sealed, this.#now()))
    })
    const privateJwk = JSON.parse(this.#unseal(row)) as JWK // Sealed above, hence a JWK.
    return { kid: row.kid, key: await importKey(privateJwk) }
  }

  #unseal(row: KeyRow): string {
    try {
      return this.#secrets.open(purpose, row.sealed_private_jwk)
    } catch (cause) {
      throw new Error(
        `The signing key ${row.kid} was sealed under another JWT_SECRET. Start with the former JWT_SECRET; ` +
          'if that is lost, delete the rows of signing_keys: a new key is made and every issued token ends',
        { cause },
      )
    }
  }

  async #reread(keepMs: number): Promise<void> {
    const now = this.#now().getTime()
    if (now - this.#readAt < keepMs) return
    this.#reading ??= this.#read(now).finally(() => {
      this.#reading = undefined
    })
    await this.#reading
  }

  async #read(now: number): Promise<void> {
    const rows = await this.#store.query<KeyRow>('everyone', {
      sql: `select ${columns} from signing_keys where alg = $1 order by created_at, kid`,
      parameters: [signingAlgorithm],
    })
    const entries = rows.map(async (row): Promise<[string, PublicKey]> => {
      const jwk: JWK = { ...row.public_jwk, kid: row.kid, alg: signingAlgorithm, use: 'sig' }
      return [row.kid, { jwk, key: await importKey(jwk), retiresAt: row.retires_at }]
    })
    this.#public = new Map(await Promise.all(entries))
    this.#readAt = now
  }

  #isLive({ retiresAt }: PublicKey): boolean {
    return retiresAt === null || retiresAt > this.#now()
  }
}

interface PublicKey {
  readonly jwk: JWK
  readonly key: CryptoKey
  readonly retiresAt: Date | null
}

interface KeyRow {
  readonly kid: string
  readonly public_jwk: JWK
  readonly sealed_private_jwk: string
  readonly retires_at: Date | null
}

const columns = 'kid, public_jwk, sealed_private_jwk, retires_at'
const purpose = 'signing-key'

/** A key that is to retire still verifies but no longer signs. */
async function newest(tx: StoreTx): Promise<KeyRow | undefined> {
  const [row] = await tx.query<KeyRow>({
    sql: `select ${columns} from signing_keys where alg = $1 and retires_at is null
          order by created_at desc, kid limit 1`,
    parameters: [signingAlgorithm],
  })
  return row
}

async function insert(tx: StoreTx, made: MadeKey, sealed: string, now: Date): Promise<KeyRow> {
  const [row] = await tx.query<KeyRow>({
    sql: `insert into signing_keys (kid, alg, public_jwk, sealed_private_jwk, created_at)
          values ($1, $2, $3::jsonb, $4, $5) returning ${columns}`,
    parameters: [made.kid, signingAlgorithm, JSON.stringify(made.publicJwk), sealed, now],
  })
  return row! // An insert without a conflict clause returns its row or throws.
}

interface MadeKey {
  readonly kid: string
  readonly publicJwk: JWK
  readonly privateJwk: JWK
}

async function makeKey(): Promise<MadeKey> {
  const pair = await generateKeyPair(signingAlgorithm, { extractable: true })
  const [publicJwk, privateJwk] = await Promise.all([exportJWK(pair.publicKey), exportJWK(pair.privateKey)])
  return { kid: await calculateJwkThumbprint(publicJwk), publicJwk, privateJwk }
}

async function importKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, signingAlgorithm)
  if (key instanceof Uint8Array) throw new Error('A stored signing key is a shared secret, not an ES256 key')
  return key
}
