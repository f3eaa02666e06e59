import { hash } from 'node:crypto'
import type { Caller, Log } from '@quipu/kit'
import type { Store } from '../storage/store.ts'
import type { AccountState } from './account-states.ts'
import { AccountStates, readAccountState } from './account-states.ts'
import type { Target } from './auth-failure.ts'
import { badToken, noToken } from './auth-failure.ts'
import type { Permissions } from './permissions.ts'
import { asReadOnly } from './read-only.ts'
import { isPersonalToken, noteUse, noteUseEveryMs, readPersonalToken } from './personal-token-use.ts'
import { Recent } from './recent.ts'
import type { SigningKeys } from './signing-keys.ts'
import type { TokenClaims } from './token-claims.ts'
import { expiredMessage, InvalidToken, notValidHere, verifyToken, withdrawnMessage } from './token-claims.ts'

/** How long a token that was verified before may outlive the key that signed it. */
const checkKeyEveryMs = 5_000

export interface AuthenticatorOptions {
  readonly keys: SigningKeys
  readonly store: Pick<Store, 'query'>
  readonly permissions: Permissions
  /** The public URL. A token for it is valid at every resource. */
  readonly issuer: string
  readonly log: Log
  readonly now: () => Date
  /** How many verified tokens are remembered. */
  readonly capacity?: number
}

export function authenticator(options: AuthenticatorOptions): Authenticator {
  return new Authenticator(options)
}

/**
 * Turns a credential into a caller. A token is verified once and then cached until it expires, so that only its first
 * use and one use in five seconds have to wait.
 */
class Authenticator {
  readonly #options: AuthenticatorOptions
  readonly #states: AccountStates
  readonly #verified: Recent<VerifiedToken>
  readonly #behind = new WeakMap<Caller, VerifiedToken>()

  constructor(options: AuthenticatorOptions) {
    this.#options = options
    this.#states = new AccountStates(readAccountState(options.store, options.now), options.now)
    this.#verified = new Recent(options.capacity ?? 10_000)
  }

  /**
   * Throws, or rejects with, an `AuthFailure`. `resource` is the endpoint's URL, `search` the query of the request,
   * `alsoAccepts` names other resources whose tokens are valid here.
   */
  authenticate(
    header: string | undefined,
    resource: string,
    search = '',
    alsoAccepts?: readonly string[],
  ): Caller | Promise<Caller> {
    const token = bearerOf(header, resource, search)
    const verified = this.#verified.get(token)
    if (verified === undefined) return this.#verify(token, { resource, search, alsoAccepts })

    const nowMs = this.#options.now().getTime()
    const state = this.#states.of(verified.claims.userId, nowMs)
    if (state instanceof Promise)
      return state.then((fresh) => this.#admit(verified, fresh, { resource, search, alsoAccepts }))
    return this.#admit(verified, state, { resource, search, alsoAccepts }, nowMs)
  }

  /** The caller behind a local pipe: the operating system has authenticated them, so only the role counts. */
  async local(userId: string, clientId: string): Promise<Caller> {
    const caller = await this.#vouchedFor(userId, clientId, `local:${userId}`)
    if (caller === undefined) throw new Error(`The account ${userId} is disabled or does not exist`)
    return caller
  }

  /** The caller behind a browser session: they signed in here, so only the role counts. */
  ofSession(userId: string): Promise<Caller | undefined> {
    return this.#vouchedFor(userId, 'web', `web:${userId}`)
  }

  /**
   * Must be called when an account or what it has granted changed, here or on another instance, to take effect at once.
   */
  forget(userId: string): void {
    this.#states.forget(userId)
  }

  /** When the caller's credential expires; undefined for one that does not. */
  expiryOf(caller: Caller): Date | undefined {
    const claims = this.#behind.get(caller)?.claims
    return claims && new Date(claims.expiresAtMs)
  }

  /** The id of the connected app or personal token that the caller's credential depends on. */
  grantOf(caller: Caller): string | undefined {
    return this.#behind.get(caller)?.claims.grant
  }

  /** The caller as of now, for work that outlasts a request; undefined once the credential is invalid. */
  async current(caller: Caller): Promise<Caller | undefined> {
    const verified = this.#behind.get(caller)
    if (verified === undefined) return this.#vouchedFor(caller.userId, caller.clientId, caller.tokenHash)
    const now = this.#options.now().getTime()
    const state = await this.#states.of(caller.userId, now)
    const { claims } = verified
    if (state === undefined || claims.expiresAtMs <= now) return undefined
    if (isWithdrawn(claims, state)) return undefined
    if (claims.kid !== undefined && !this.#options.keys.isLive(claims.kid)) return undefined
    return callerOf(verified, state, this.#options.permissions)
  }

  async #vouchedFor(userId: string, clientId: string, credential: string): Promise<Caller | undefined> {
    const state = await this.#states.of(userId, this.#options.now().getTime())
    return (
      state && {
        userId,
        username: state.username,
        role: state.role,
        permissions: this.#options.permissions.ofRole(state.role),
        clientId,
        tokenHash: hash('sha256', credential, 'hex'),
      }
    )
  }

  async #verify(token: string, door: Door): Promise<Caller> {
    const read = await this.#read(token, door)
    // Simultaneous first uses share one verification.
    const verified = this.#verified.get(token) ?? read
    this.#verified.set(token, verified)
    const state = await this.#states.of(verified.claims.userId, this.#options.now().getTime())
    return this.#admit(verified, state, door)
  }

  async #read(token: string, door: Door): Promise<VerifiedToken> {
    const { store, now } = this.#options
    const tokenHash = hash('sha256', token, 'hex')
    const fresh = { token, tokenHash, state: undefined, caller: undefined }
    try {
      if (!isPersonalToken(token))
        return { ...fresh, claims: await verifyToken(token, this.#options), lookAgainAtMs: 0 }
      const claims = await readPersonalToken(store, tokenHash, now())
      return { ...fresh, claims, lookAgainAtMs: claims.lastUsedAtMs + noteUseEveryMs }
    } catch (error) {
      if (error instanceof InvalidToken) throw badToken(door, error.message)
      throw error
    }
  }

  #admit(
    verified: VerifiedToken,
    state: AccountState | undefined,
    door: Door,
    nowMs = this.#options.now().getTime(),
  ): Caller {
    const { claims, token } = verified
    if (claims.expiresAtMs <= nowMs) {
      this.#verified.delete(token)
      throw badToken(door, expiredMessage)
    }
    const { audience } = claims
    if (
      audience !== door.resource &&
      audience !== this.#options.issuer &&
      !door.alsoAccepts?.includes(audience)
    )
      throw badToken(
        door,
        `The token is for ${audience}, not for ${door.resource}; get one for this resource`,
      )
    if (state === undefined) throw badToken(door, 'The account of this token is disabled or no longer exists')
    if (verified.caller === undefined || verified.state !== state) {
      if (isWithdrawn(claims, state)) throw badToken(door, withdrawnMessage)
      verified.state = state
      verified.caller = callerOf(verified, state, this.#options.permissions)
      this.#behind.set(verified.caller, verified)
    }
    if (nowMs >= verified.lookAgainAtMs) this.#lookAgain(verified, nowMs, door)
    return verified.caller
  }

  /** What is not needed for every use: checks whether the key has ended, or records the use of a personal token. */
  #lookAgain(verified: VerifiedToken, nowMs: number, door: Door): void {
    const { kid } = verified.claims
    if (kid === undefined) return this.#noteUse(verified, nowMs)
    verified.lookAgainAtMs = nowMs + checkKeyEveryMs
    if (this.#options.keys.isLive(kid)) return
    this.#verified.delete(verified.token)
    throw badToken(door, notValidHere().message)
  }

  /** Nobody waits for it: a use that could not be recorded is still allowed. */
  #noteUse(verified: VerifiedToken, nowMs: number): void {
    verified.lookAgainAtMs = nowMs + noteUseEveryMs
    const { store, log } = this.#options
    noteUse(store, verified.claims, new Date(nowMs)).catch((error: unknown) =>
      log.warn({ userId: verified.claims.userId, err: error }, 'The use of a personal token was not noted'),
    )
  }
}

export type { Authenticator }

interface Door extends Target {
  readonly alsoAccepts: readonly string[] | undefined
}

interface VerifiedToken {
  readonly claims: TokenClaims
  readonly token: string
  readonly tokenHash: string
  /** The state that `caller` was made from: when the account changes, a new caller is made. */
  state: AccountState | undefined
  caller: Caller | undefined
  lookAgainAtMs: number
}

function isWithdrawn({ grant, issuedAtMs }: TokenClaims, { revoked, tokensFromMs }: AccountState): boolean {
  return (grant !== undefined && revoked.has(grant)) || issuedAtMs < tokensFromMs
}

function callerOf(
  { claims, tokenHash }: VerifiedToken,
  state: AccountState,
  permissions: Permissions,
): Caller {
  const ofRole = permissions.ofRole(state.role)
  const caller = {
    userId: claims.userId,
    username: state.username,
    role: state.role,
    permissions: new Set([...claims.permissions].filter((name) => ofRole.has(name))),
    clientId: claims.clientId,
    tokenHash,
  }
  return claims.isReadOnly ? asReadOnly(caller) : caller
}

function bearerOf(header: string | undefined, resource: string, search: string): string {
  if (header === undefined || header === '') throw noToken({ resource, search })
  if (header.startsWith('Bearer ') && header.length > 7) return header.slice(7).trim()
  const [scheme = '', token] = header.trim().split(/ +/, 2)
  if (scheme.toLowerCase() !== 'bearer')
    throw noToken({ resource, search }, 'The Authorization header must be: Bearer <token>')
  if (token === undefined) throw noToken({ resource, search })
  return token
}
