import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Caller, LimitPolicy } from '@quipu/kit'
import type { LimitDoor } from '../limits/limits.ts'
import { AuthFailure } from '../identity/auth-failure.ts'
import { LinkRefused } from '../links/link-refused.ts'
import type { Authenticator } from '../identity/authenticate.ts'
import { addressKey, failedAuthPerAddress, requestsPerUser } from '../limits/transport-policies.ts'
import type { Decision } from '../limits/windows.ts'
import type { Guard } from './guard.ts'
import { LimitFields, setFields } from './limit-fields.ts'

export class TooMany extends Error {
  override readonly name = 'TooMany'
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super(`Too many requests; try again in ${retryAfterSeconds} seconds`)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The request has a browser session, but nothing shows that one of our pages sent it. */
export class SessionRefused extends Error {
  override readonly name = 'SessionRefused'
}

/** A request, and the limit that its answer reports. */
export interface Visit {
  readonly request: IncomingMessage
  limitFields?: readonly string[]
}

export interface AdmissionParts {
  readonly authenticator: Authenticator
  /** Who is signed in with the browser that sent this. Used for REST only. */
  readonly sessionCaller?: ((request: IncomingMessage) => Promise<Caller | undefined>) | undefined
  readonly limits: LimitDoor
  readonly guard: () => Guard
  readonly requestsPerMinute: number | undefined
  /** Called when a credential was invalid, at most as often as an address may fail. */
  readonly refused?: ((request: IncomingMessage, why: AuthFailure | LinkRefused) => void) | undefined
}

/** Identifies the caller and applies the limit of requests. Throws `AuthFailure` or `TooMany`. */
export class Admission {
  readonly #parts: AdmissionParts
  readonly #perUser: LimitPolicy
  readonly #perUserFields: LimitFields

  constructor(parts: AdmissionParts) {
    this.#parts = parts
    this.#perUser = {
      ...requestsPerUser.policy,
      points: parts.requestsPerMinute ?? requestsPerUser.policy.points,
    }
    this.#perUserFields = new LimitFields({ name: requestsPerUser.name, policy: this.#perUser })
  }

  /** Synchronous for a token that was seen before and a limit that is counted here. */
  admit(
    visit: Visit,
    resource: string,
    search: string,
    alsoAccepts?: readonly string[],
  ): Caller | Promise<Caller> {
    const { authorization } = visit.request.headers
    let known: Caller | Promise<Caller>
    try {
      known = this.#parts.authenticator.authenticate(authorization, resource, search, alsoAccepts)
    } catch (error) {
      return this.#refuse(visit, error)
    }
    if (!(known instanceof Promise)) return this.#count(visit, known)
    return known.then(
      (caller) => this.#count(visit, caller),
      (error: unknown) => this.#refuse(visit, error),
    )
  }

  /**
   * For REST, which also accepts a browser session. If there is a token, only the token counts. Can also throw
   * `SessionRefused`.
   */
  async admitToApi(
    { incoming, outgoing }: ApiBindings,
    appUrl: string,
    alsoAccepts?: readonly string[],
  ): Promise<Caller> {
    const visit: Visit = { request: incoming }
    try {
      return await this.#admitToApi(visit, appUrl, alsoAccepts)
    } finally {
      setFields(outgoing, visit.limitFields)
    }
  }

  async #admitToApi(visit: Visit, appUrl: string, alsoAccepts?: readonly string[]): Promise<Caller> {
    const { request } = visit
    const isWithoutToken = request.headers.authorization === undefined
    const signedIn = isWithoutToken ? await this.#parts.sessionCaller?.(request) : undefined
    if (signedIn === undefined) return this.admit(visit, appUrl, '', alsoAccepts)
    this.#demandOwnPage(request, appUrl)
    return this.#count(visit, signedIn)
  }

  /**
   * A browser sends the origin with every request that changes something; requests of other sites are refused earlier.
   */
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

  /** For a request that contains several: each of them counts. */
  async countMore(visit: Visit, caller: Caller, times: number): Promise<void> {
    for (let left = times; left > 0; left -= 1) await this.#count(visit, caller)
  }

  /** For a caller without a token of this installation: one with a module's own token, or with a link. */
  async admitBy<Known extends { readonly caller: Caller }>(
    visit: Visit,
    read: () => Promise<Known>,
  ): Promise<Known> {
    let known: Known
    try {
      known = await read()
    } catch (error) {
      return this.#refuse(visit, error)
    }
    await this.#count(visit, known.caller)
    return known
  }

  #count(visit: Visit, caller: Caller): Caller | Promise<Caller> {
    const allowance = this.#parts.limits.consume(requestsPerUser.name, this.#perUser, caller.userId)
    if (allowance instanceof Promise)
      return allowance.then((decided) => this.#allowed(visit, caller, decided))
    return this.#allowed(visit, caller, allowance)
  }

  #allowed(visit: Visit, caller: Caller, allowance: Decision): Caller {
    visit.limitFields = this.#perUserFields.of(allowance)
    if (!allowance.ok) throw new TooMany(allowance.retryAfterSeconds)
    return caller
  }

  async #refuse(visit: Visit, error: unknown): Promise<never> {
    const { request } = visit
    // Discovery begins with a request without a token, so only wrong tokens count.
    const isWrong = error instanceof AuthFailure && request.headers.authorization !== undefined
    if (isWrong || error instanceof LinkRefused) {
      await this.#countFailure(visit)
      this.#parts.refused?.(request, error)
    }
    throw error
  }

  async #countFailure(visit: Visit): Promise<void> {
    const { name, policy } = failedAuthPerAddress
    const address = this.#parts.guard().address(visit.request)
    const allowance = await this.#parts.limits.consume(name, policy, addressKey(address))
    visit.limitFields = failedAuthFields.of(allowance)
    if (!allowance.ok) throw new TooMany(allowance.retryAfterSeconds)
  }
}

const failedAuthFields = new LimitFields(failedAuthPerAddress)

interface ApiBindings {
  readonly incoming: IncomingMessage
  readonly outgoing: Pick<ServerResponse, 'setHeader'>
}
