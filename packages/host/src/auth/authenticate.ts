import { hash } from 'node:crypto'
import type { Caller } from '@quipu/kit'
import type { Accounts } from '../host.ts'
import type { AccountState } from './account-states.ts'
import { AccountStates } from './account-states.ts'
import type { Target } from './auth-failure.ts'
import { badToken, noToken } from './auth-failure.ts'
import type { Permissions } from './permissions.ts'
import { Recent } from './recent.ts'
import type { SigningKeys } from './signing-keys.ts'
import type { TokenClaims } from './token-claims.ts'
import { expiredMessage, InvalidToken, verifyToken } from './token-claims.ts'

export interface AuthenticatorOptions {
  readonly keys: SigningKeys
  readonly accounts: Pick<Accounts, 'byId'>
  readonly permissions: Permissions
  readonly issuer: string
  readonly now: () => Date
  /** How many verified tokens are remembered. */
  readonly capacity?: number
}

export function authenticator(options: AuthenticatorOptions): Authenticator {
  return new Authenticator(options)
}

/**
 * Turns a credential into a caller. A token is verified once and then known by its hash until it expires, so that all
 * but its first use and one in five seconds answer without waiting.
 */
class Authenticator {
  readonly #options: AuthenticatorOptions
  readonly #states: AccountStates
  readonly #verified: Recent<VerifiedToken>

  constructor(options: AuthenticatorOptions) {
    this.#options = options
    this.#states = new AccountStates(options.accounts, options.now)
    this.#verified = new Recent(options.capacity ?? 10_000)
  }

  /** Throws, or rejects with, an `AuthFailure`. `resource` is the endpoint's URL, `search` the query that came along. */
  authenticate(header: string | undefined, resource: string, search = ''): Caller | Promise<Caller> {
    const token = bearerOf(header, resource, search)
    const tokenHash = hash('sha256', token, 'hex')
    const verified = this.#verified.get(tokenHash)
    if (verified === undefined) return this.#verify(token, tokenHash, { resource, search })

    const nowMs = this.#options.now().getTime()
    const state = this.#states.of(verified.claims.userId, nowMs)
    if (state instanceof Promise)
      return state.then((fresh) => this.#admit(verified, fresh, { resource, search }))
    return this.#admit(verified, state, { resource, search })
  }

  /** The caller behind a local pipe: the operating system has vouched for them, so the role alone decides. */
  async local(userId: string, clientId: string): Promise<Caller> {
    const state = await this.#states.of(userId, this.#options.now().getTime())
    if (state === undefined) throw new Error(`The account ${userId} is disabled or does not exist`)
    return {
      userId,
      username: state.username,
      role: state.role,
      permissions: this.#options.permissions.ofRole(state.role),
      clientId,
      tokenHash: hash('sha256', `local:${userId}`, 'hex'),
    }
  }

  /** Call when an account changed, here or in another instance, so that it bites at once. */
  forget(userId: string): void {
    this.#states.forget(userId)
  }

  async #verify(token: string, tokenHash: string, target: Target): Promise<Caller> {
    const claims = await this.#claimsOf(token, target)
    const verified: VerifiedToken = { claims, tokenHash, state: undefined, caller: undefined }
    this.#verified.set(tokenHash, verified)
    const state = await this.#states.of(claims.userId, this.#options.now().getTime())
    return this.#admit(verified, state, target)
  }

  async #claimsOf(token: string, target: Target): Promise<TokenClaims> {
    try {
      return await verifyToken(token, this.#options)
    } catch (error) {
      if (error instanceof InvalidToken) throw badToken(target, error.message)
      throw error
    }
  }

  #admit(verified: VerifiedToken, state: AccountState | undefined, target: Target): Caller {
    const { claims, tokenHash } = verified
    if (claims.expiresAtMs <= this.#options.now().getTime()) {
      this.#verified.delete(tokenHash)
      throw badToken(target, expiredMessage)
    }
    if (claims.audience !== target.resource)
      throw badToken(
        target,
        `The token is for ${claims.audience}, not for ${target.resource}; get one for this resource`,
      )
    if (state === undefined)
      throw badToken(target, 'The account of this token is disabled or no longer exists')
    if (verified.caller !== undefined && verified.state === state) return verified.caller

    verified.state = state
    verified.caller = callerOf(verified, state, this.#options.permissions)
    return verified.caller
  }
}

export type { Authenticator }

interface VerifiedToken {
  readonly claims: TokenClaims
  readonly tokenHash: string
  /** What `caller` was made from: when the account changes, a new one is made. */
  state: AccountState | undefined
  caller: Caller | undefined
}

function callerOf(
  { claims, tokenHash }: VerifiedToken,
  state: AccountState,
  permissions: Permissions,
): Caller {
  const ofRole = permissions.ofRole(state.role)
  return {
    userId: claims.userId,
    username: state.username,
    role: state.role,
    permissions: new Set([...claims.permissions].filter((name) => ofRole.has(name))),
    clientId: claims.clientId,
    tokenHash,
  }
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
