import type { IncomingMessage } from 'node:http'
import type { Caller, LimitPolicy } from '@quipu/kit'
import { AuthFailure } from '../auth/auth-failure.ts'
import type { Authenticator } from '../auth/authenticate.ts'
import { addressKey, failedAuthPerAddress, requestsPerUser } from '../limits/transport-policies.ts'
import type { Allowance, LimitDoor } from '../mcp/core.ts'
import type { Guard } from './guard.ts'

export class TooMany extends Error {
  override readonly name = 'TooMany'
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super(`Too many requests; try again in ${retryAfterSeconds} seconds`)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The session of a browser stands behind the request, but nothing shows that one of our pages sent it. */
export class SessionRefused extends Error {
  override readonly name = 'SessionRefused'
}

export interface AdmissionParts {
  readonly authenticator: Authenticator
  /** Who is signed in with the browser that sends this. Asked for REST only. */
  readonly sessionCaller?: ((request: IncomingMessage) => Promise<Caller | undefined>) | undefined
  readonly limits: LimitDoor
  readonly guard: () => Guard
  readonly requestsPerMinute: number | undefined
  /** A credential did not count. Called as often as an address may fail, not more. */
  readonly refused?: ((request: IncomingMessage, why: AuthFailure) => void) | undefined
}

/** Who is asking, and whether they have asked too often. Throws `AuthFailure` or `TooMany`. */
export class Admission {
  readonly #parts: AdmissionParts
  readonly #perUser: LimitPolicy

  constructor(parts: AdmissionParts) {
    this.#parts = parts
    this.#perUser = {
      ...requestsPerUser.policy,
      points: parts.requestsPerMinute ?? requestsPerUser.policy.points,
    }
  }

  /** At once for a token that was seen before and a limit that is counted here. */
  admit(
    request: IncomingMessage,
    resource: string,
    search: string,
    alsoAccepts?: readonly string[],
  ): Caller | Promise<Caller> {
    const { authorization } = request.headers
    let known: Caller | Promise<Caller>
    try {
      known = this.#parts.authenticator.authenticate(authorization, resource, search, alsoAccepts)
    } catch (error) {
      return this.#refuse(request, error)
    }
    if (!(known instanceof Promise)) return this.#count(known)
    return known.then(
      (caller) => this.#count(caller),
      (error: unknown) => this.#refuse(request, error),
    )
  }

  /**
   * For REST, where the session of a browser counts as well; a token that comes along decides alone. Throws
   * `SessionRefused` too.
   */
  async admitToApi(
    request: IncomingMessage,
    appUrl: string,
    alsoAccepts?: readonly string[],
  ): Promise<Caller> {
    const isWithoutToken = request.headers.authorization === undefined
    const signedIn = isWithoutToken ? await this.#parts.sessionCaller?.(request) : undefined
    if (signedIn === undefined) return this.admit(request, appUrl, '', alsoAccepts)
    this.#demandOwnPage(request, appUrl)
    return this.#count(signedIn)
  }

  /** A browser names the page behind every request that changes something; pages of other sites never get this far. */
  #demandOwnPage(request: IncomingMessage, appUrl: string): void {
    const { origin } = request.headers
    const isSafe = request.method === 'GET' || request.method === 'HEAD'
    if (origin === undefined && !isSafe)
      throw new SessionRefused(
        'A change on behalf of a signed-in browser needs an Origin header; send it from a page of this server, or with a bearer token',
      )
    const foreign = this.#parts.guard().foreignOrigin(request)
    if (foreign !== undefined && foreign !== new URL(appUrl).origin)
      throw new SessionRefused(
        'A page of another site cannot act for a signed-in browser; let it send a bearer token',
      )
  }

  #count(caller: Caller): Caller | Promise<Caller> {
    const allowance = this.#parts.limits.consume(requestsPerUser.name, this.#perUser, caller.userId)
    if (allowance instanceof Promise) return allowance.then((decided) => allowed(caller, decided))
    return allowed(caller, allowance)
  }

  async #refuse(request: IncomingMessage, error: unknown): Promise<never> {
    // A first request without a token is how discovery starts; only wrong tokens count.
    if (error instanceof AuthFailure && request.headers.authorization !== undefined) {
      await this.#countFailure(request)
      this.#parts.refused?.(request, error)
    }
    throw error
  }

  async #countFailure(request: IncomingMessage): Promise<void> {
    const { name, policy } = failedAuthPerAddress
    const allowance = await this.#parts.limits.consume(
      name,
      policy,
      addressKey(this.#parts.guard().address(request)),
    )
    if (!allowance.ok) throw new TooMany(allowance.retryAfterSeconds)
  }
}

function allowed(caller: Caller, allowance: Allowance): Caller {
  if (!allowance.ok) throw new TooMany(allowance.retryAfterSeconds)
  return caller
}
