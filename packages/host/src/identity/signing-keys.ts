import type { CryptoKey, JWK } from 'jose'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK } from 'jose'
import type { Secrets } from '@quipu/kit'
import type { Statement, Store, StoreTx } from '../storage/store.ts'

export interface KeyState {
  readonly kid: string
  readonly createdAt: Date
  readonly retiresAt: Date | undefined
}

export const signingAlgorithm = 'ES256'
export const signingKeyPurpose = 'signing-key'

/** How soon a retired key of another instance is noticed, and its new key used for signing. */
const keepKnownMs = 60_000
/** How soon a new key of another instance is noticed; also limits how often unknown key ids cause a read. */
const keepUnknownMs = 5_000

/** A key that signs. Its private part appears neither in JSON nor in a log. */
export class SigningKey {
  readonly kid: string
  readonly key: CryptoKey
  readonly #privateJwk: JWK

  constructor(kid: string, key: CryptoKey, privateJwk: JWK) {
    this.kid = kid
    this.key = key
    this.#privateJwk = privateJwk
  }

  get privateJwk(): JWK {
    return { ...this.#privateJwk, kid: this.kid, alg: signingAlgorithm, use: 'sig' }
  }
}

/** The keys that sign tokens: in the store, with a sealed private part, the same for every instance. */
/** The root secret is not the one that sealed what is in the store. */
export class WrongRootSecret extends Error {}

export class SigningKeys {
  readonly #store: Store
  readonly #secrets: Secrets
  readonly #now: () => Date
  #public = new Map<string, PublicKey>()
  #readAt = -Infinity
  #lookedAt = -Infinity
  #reading: Promise<void> | undefined
  #signing: Promise<SigningKey> | undefined
  #signingReadAt = -Infinity

  constructor(store: Store, secrets: Secrets, now: () => Date) {
    this.#store = store
    this.#secrets = secrets
    this.#now = now
  }

  /** The key to sign with, made when first needed; a key of another instance is used within a minute. */
  signing(): Promise<SigningKey> {
    const now = this.#now().getTime()
    if (this.#signing === undefined || now - this.#signingReadAt >= keepKnownMs) {
      this.#signingReadAt = now
      this.#sign(this.#openSigning(this.#signing))
    }
    return this.#signing! // Set above if it was missing.
  }

  /** The key that verifies what `kid` signed, unless there is none or it has retired. */
  async verifying(kid: string): Promise<CryptoKey | undefined> {
    await (this.#public.has(kid) ? this.#reread(keepKnownMs) : this.#look())
    const found = this.#public.get(kid)
    return found !== undefined && this.#isLive(found) ? found.key : undefined
  }

  /** What is known of a key without waiting, for tokens that were verified before; refreshed after a minute. */
  isLive(kid: string): boolean {
    // If the store does not answer, the known keys stay.
    void this.#reread(keepKnownMs).catch(() => {})
    const found = this.#public.get(kid)
    return found !== undefined && this.#isLive(found)
  }

  /** All keys in the store, newest first. */
  async list(): Promise<readonly KeyState[]> {
    const rows = await this.#store.query<KeyRow>('everyone', {
      sql: `select ${columns} from signing_keys where alg = $1 order by created_at desc, retires_at desc nulls first`,
      parameters: [signingAlgorithm],
    })
    return rows.map(stateOf)
  }

  /** A new key signs; those before it verify until `formerEnd`. */
  async replace(formerEnd: Date): Promise<KeyState> {
    const made = await makeKey()
    const row = await this.#store.transaction('everyone', async (tx) => {
      await tx.query(lock)
      await tx.query({
        sql: `update signing_keys set retires_at = $2
              where alg = $1 and (retires_at is null or retires_at > $2)`,
        parameters: [signingAlgorithm, formerEnd],
      })
      return insert(tx, made, this.#seal(made), this.#now())
    })
    const now = this.#now().getTime()
    this.#signingReadAt = now
    this.#sign(this.#opened(row))
    await Promise.all([this.#signing, this.#read(now)])
    return stateOf(row)
  }

  /** The JWK Set of all keys that still verify. */
  async jwks(): Promise<{ keys: JWK[] }> {
    await this.signing()
    await this.#reread(keepUnknownMs)
    return { keys: [...this.#public.values()].filter((key) => this.#isLive(key)).map(({ jwk }) => jwk) }
  }

  #sign(opening: Promise<SigningKey>): void {
    const remembered = opening.catch((error: unknown) => {
      if (this.#signing === remembered) this.#signing = undefined
      throw error
    })
    this.#signing = remembered
  }

  async #openSigning(before: Promise<SigningKey> | undefined): Promise<SigningKey> {
    const row = (await newest(this.#store)) ?? (await this.#makeFirst())
    const known = await before?.catch(() => undefined)
    return known?.kid === row.kid ? known : this.#opened(row)
  }

  async #makeFirst(): Promise<KeyRow> {
    const made = await makeKey()
    return this.#store.transaction('everyone', async (tx) => {
      await tx.query(lock)
      const [row] = await tx.query<KeyRow>(selectNewest)
      return row ?? (await insert(tx, made, this.#seal(made), this.#now()))
    })
  }

  async #opened(row: KeyRow): Promise<SigningKey> {
    const privateJwk = JSON.parse(this.#unseal(row)) as JWK // Sealed by `#seal`, hence a JWK.
    return new SigningKey(row.kid, await importKey(privateJwk), privateJwk)
  }

  #seal({ privateJwk }: MadeKey): string {
    return this.#secrets.seal(signingKeyPurpose, JSON.stringify(privateJwk))
  }

  #unseal(row: KeyRow): string {
    try {
      return this.#secrets.open(signingKeyPurpose, row.sealed_private_jwk)
    } catch (cause) {
      throw new WrongRootSecret(
        `The signing key ${row.kid} was sealed under another JWT_SECRET. Start with the former JWT_SECRET, ` +
          'or name it in JWT_SECRET_PREVIOUS; if it is lost, delete the rows of signing_keys: a new key is made and every issued token ends',
        { cause },
      )
    }
  }

  /** For an unknown key id: it may be another instance's newest, so even a recent read is too old. */
  async #look(): Promise<void> {
    const now = this.#now().getTime()
    // Requests that arrive during a lookup wait for its result.
    if (now - this.#lookedAt < keepUnknownMs) return this.#reading
    this.#lookedAt = now
    await this.#reread(0)
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
  readonly created_at: Date
  readonly retires_at: Date | null
}

const columns = 'kid, public_jwk, sealed_private_jwk, created_at, retires_at'

/** Serialises the making of keys, so that one key signs, whatever starts or rotates at the same time. */
const lock: Statement = {
  sql: `select pg_advisory_xact_lock(hashtext('quipu.signing_keys'))`,
  parameters: [],
}

/** A key that is to retire still verifies but does not sign. */
const selectNewest: Statement = {
  sql: `select ${columns} from signing_keys where alg = $1 and retires_at is null
        order by created_at desc, kid limit 1`,
  parameters: [signingAlgorithm],
}

async function newest(store: Store): Promise<KeyRow | undefined> {
  const [row] = await store.query<KeyRow>('everyone', selectNewest)
  return row
}

function stateOf({ kid, created_at, retires_at }: KeyRow): KeyState {
  return { kid, createdAt: created_at, retiresAt: retires_at ?? undefined }
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
