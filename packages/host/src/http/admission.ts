import type { IncomingMessage } from 'node:http'
import type { Caller, LimitPolicy } from '@quipu/kit'
import { AuthFailure } from '../auth/auth-failure.ts'
import type { Authenticator } from '../auth/authenticate.ts'
import { addressKey, failedAuthPerAddress, requestsPerUser } from '../limits/transport-policies.ts'
import type { LimitDoor } from '../mcp/core.ts'
import type { Guard } from './guard.ts'

export class TooMany extends Error {
  override readonly name = 'TooMany'
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super(`Too many requests; try again in ${retryAfterSeconds} seconds`)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export interface AdmissionParts {
  readonly authenticator: Authenticator
  readonly limits: LimitDoor
  readonly guard: () => Guard
  readonly requestsPerMinute: number | undefined
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

  async admit(request: IncomingMessage, resource: string, search: string): Promise<Caller> {
    const { authenticator, limits } = this.#parts
    let caller: Caller
    try {
      const known = authenticator.authenticate(request.headers.authorization, resource, search)
      caller = known instanceof Promise ? await known : known
    } catch (error) {
      // A first request without a token is how discovery starts; only wrong tokens count.
      if (error instanceof AuthFailure && request.headers.authorization !== undefined)
        await this.#countFailure(request)
      throw error
    }
    const allowance = await limits.consume(requestsPerUser.name, this.#perUser, caller.userId)
    if (!allowance.ok) throw new TooMany(allowance.retryAfterSeconds)
    return caller
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
