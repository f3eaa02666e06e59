import { createHash } from 'node:crypto'
import type { Account } from '@quipu/kit'
import type { Audit } from '../audit/audit.ts'
import type { Accounts } from '../identity/accounts.ts'
import type { Limits, Loan } from '../limits/limits.ts'
import type { TransportLimit } from '../limits/transport-policies.ts'
import { addressKey } from '../limits/transport-policies.ts'
import { normalizeEmail } from '../identity/email.ts'
import type { KnownDevice } from './known-devices.ts'

const failedSignInsPerAccount = {
  name: 'failed-sign-in-account',
  policy: { points: 10, seconds: 900 },
} as const satisfies TransportLimit

const failedSignInsPerAddress = {
  name: 'failed-sign-in-address',
  policy: { points: 30, seconds: 900 },
} as const satisfies TransportLimit

/** For a browser in which the account has signed in before, independent of failures elsewhere. */
const failedSignInsPerDevice = {
  name: 'failed-sign-in-device',
  policy: { points: 10, seconds: 900 },
} as const satisfies TransportLimit

export interface SignInAttempt {
  readonly email: string
  readonly password: string
  /** Where the request came from. */
  readonly address: string
  readonly requestId: string
  /** The browser, if somebody has signed in with it before. */
  readonly device?: KnownDevice | undefined
}

export type SignInOutcome =
  | { readonly ok: true; readonly account: Account }
  | { readonly ok: false; readonly reason: 'wrong' }
  | { readonly ok: false; readonly reason: 'too_many'; readonly retryAfterSeconds: number }

export interface SignInOptions {
  readonly accounts: Pick<Accounts, 'verify' | 'byEmail'>
  readonly limits: Pick<Limits, 'borrow'>
  readonly audit: Pick<Audit, 'record' | 'room'>
}

/** Signing in by password. Every failed attempt gets the same answer, whatever the reason. */
export class SignIn {
  readonly #accounts: SignInOptions['accounts']
  readonly #limits: SignInOptions['limits']
  readonly #audit: SignInOptions['audit']

  constructor({ accounts, limits, audit }: SignInOptions) {
    this.#accounts = accounts
    this.#limits = limits
    this.#audit = audit
  }

  /** Counts as failed until it has succeeded, so that simultaneous attempts do not get around the limits. */
  async attempt(attempt: SignInAttempt): Promise<SignInOutcome> {
    await this.#audit.room()
    const loan = (await this.#ofDevice(attempt)) ?? (await this.#ofAddressAndAccount(attempt))
    if (!loan.ok) return this.#tooMany(attempt, loan.retryAfterSeconds)

    const account = await this.#accounts.verify(attempt.email, attempt.password)
    if (account === undefined) {
      await this.#refused(attempt, 'UNAUTHORIZED')
      return { ok: false, reason: 'wrong' }
    }
    await loan.giveBack()
    this.#record(attempt, {
      action: 'auth.signed_in',
      userId: account.id,
      resourceId: account.id,
      outcome: 'ok',
    })
    return { ok: true, account }
  }

  /** Undefined if the account has not signed in with it before. */
  async #ofDevice({ device, email }: SignInAttempt): Promise<Loan | undefined> {
    const account = device && (await this.#accounts.byEmail(email))
    if (account === undefined || !device?.userIds.includes(account.id)) return undefined
    return this.#borrow(failedSignInsPerDevice, `${device.id} ${account.id}`)
  }

  async #ofAddressAndAccount({ address, email }: SignInAttempt): Promise<Loan> {
    const ofAddress = await this.#borrow(failedSignInsPerAddress, addressKey(address))
    if (!ofAddress.ok) return ofAddress
    const ofAccount = await this.#borrow(failedSignInsPerAccount, accountKey(email))
    if (!ofAccount.ok) {
      await ofAddress.giveBack()
      return ofAccount
    }
    const giveBack = async () => void (await Promise.all([ofAddress.giveBack(), ofAccount.giveBack()]))
    return { ...ofAccount, giveBack }
  }

  #borrow({ name, policy }: TransportLimit, key: string): Promise<Loan> {
    return this.#limits.borrow(name, policy, key)
  }

  async #tooMany(attempt: SignInAttempt, retryAfterSeconds: number): Promise<SignInOutcome> {
    await this.#refused(attempt, 'RATE_LIMITED')
    return { ok: false, reason: 'too_many', retryAfterSeconds }
  }

  /** An address without an account is not recorded: it may be a password in the wrong field. */
  async #refused(attempt: SignInAttempt, outcome: string): Promise<void> {
    const resourceId = (await this.#accounts.byEmail(attempt.email))?.id ?? 'unknown'
    this.#record(attempt, { action: 'auth.sign_in_refused', userId: undefined, resourceId, outcome })
  }

  #record({ address, requestId }: SignInAttempt, entry: AuditEntry): void {
    this.#audit.record({ ...entry, resourceType: 'user', requestId, metadata: { address } })
  }
}

interface AuditEntry {
  readonly action: string
  readonly userId: string | undefined
  readonly resourceId: string
  readonly outcome: string
}

/** Of fixed length for any input, and unreadable where limits are stored. */
function accountKey(email: string): string {
  return createHash('sha256').update(normalizeEmail(email)).digest('hex')
}
