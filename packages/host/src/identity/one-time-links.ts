import { createHash, randomBytes } from 'node:crypto'
import type { Account, Role } from '@quipu/kit'
import { ToolError } from '@quipu/kit'
import type { AccountRow, Accounts } from './accounts.ts'
import type { Statement, Store, StoreTx } from '../storage/store.ts'
import { endAccessOf } from './connected-apps.ts'
import { normalizeEmail } from './email.ts'
import { endLinksOf, type LinkPurpose } from './end-links.ts'
import { Passwords } from './passwords.ts'
import { endSessionsOf } from './web-sessions.ts'

/** Links that an admin passes on: there is no mailer. */
export interface OneTimeLinks {
  /** Creates the account, without a password, and a link by which its person chooses one. Valid for 7 days. */
  invite(request: Invitation): Promise<OneTimeLink>
  /** A link by which the person of the account chooses a new password. Valid for 24 hours; ends an earlier link. */
  resetPassword(email: string, createdBy?: string): Promise<OneTimeLink>
  /**
   * Signs in the person who opens it, once, within an hour; ends an earlier one. For someone at the server's machine.
   */
  signIn(email: string): Promise<OneTimeLink>
}

export interface Invitation {
  readonly email: string
  readonly name?: string | undefined
  readonly role: Role
  readonly createdBy?: string | undefined
}

export interface OneTimeLink {
  readonly email: string
  readonly url: string
  readonly expiresAt: Date
}

const dayMs = 86_400_000
const kinds = {
  invitation: { path: 'invite', lifetimeMs: 7 * dayMs },
  password: { path: 'reset', lifetimeMs: dayMs },
  'sign-in': { path: 'sign-in', lifetimeMs: 3_600_000 },
} as const satisfies Record<LinkPurpose, object>

export interface MadeLink extends OneTimeLink {
  readonly userId: string
}

export interface UsableLink {
  readonly purpose: LinkPurpose
  readonly email: string
  readonly name: string
}

export interface OpenLinks extends OneTimeLinks {
  invite(request: Invitation): Promise<MadeLink>
  resetPassword(email: string, createdBy?: string): Promise<MadeLink>
  /** The purpose of the link, as long as it can be used. */
  peek(token: string): Promise<UsableLink | undefined>
  /** Sets the password, once, and ends every browser session of the account and everything that it has granted. */
  use(token: string, password: string): Promise<Account>
  signIn(email: string): Promise<MadeLink>
  /** Uses up a link that signs in. The password and everything else stay unchanged. */
  useToSignIn(token: string): Promise<Account>
}

export interface LinksOptions {
  readonly store: Store
  readonly accounts: Pick<Accounts, 'create' | 'byEmail' | 'byId'>
  readonly appUrl: string
  readonly now: () => Date
  readonly passwords?: Passwords | undefined
}

export function openLinks(options: LinksOptions): OpenLinks {
  return new StoredLinks(options)
}

/** Must be run regularly; expired links are invalid in any case. */
export function forgetExpiredLinks(now: Date): Statement {
  return { sql: 'delete from one_time_links where expires_at <= $1', parameters: [now] }
}

class StoredLinks implements OpenLinks {
  readonly #store: Store
  readonly #accounts: LinksOptions['accounts']
  readonly #appUrl: string
  readonly #now: () => Date
  readonly #passwords: Passwords

  constructor({ store, accounts, appUrl, now, passwords = new Passwords() }: LinksOptions) {
    this.#store = store
    this.#accounts = accounts
    this.#appUrl = appUrl
    this.#now = now
    this.#passwords = passwords
  }

  async invite(request: Invitation): Promise<MadeLink> {
    const { email, name, role, createdBy } = request
    const known = await this.#accounts.byEmail(email)
    if (known !== undefined) refuseKnown(known, request)
    const account = known ?? (await this.#accounts.create({ email, name, role }))
    return this.#make('invitation', account, createdBy)
  }

  async resetPassword(email: string, createdBy?: string): Promise<MadeLink> {
    const account = await this.#accounts.byEmail(email)
    if (account === undefined) throw noAccount(normalizeEmail(email))
    return this.#make('password', account, createdBy)
  }

  async peek(token: string): Promise<UsableLink | undefined> {
    if (!tokenPattern.test(token)) return undefined
    const [row] = await this.#store.query<UsableLink>('everyone', {
      sql: `select l.purpose, u.email, u.name from one_time_links l join users u on u.id = l.user_id
            where l.token_hash = $1 and l.used_at is null and l.expires_at > $2 and u.disabled_at is null`,
      parameters: [hashOf(token), this.#now()],
    })
    return row
  }

  async use(token: string, password: string): Promise<Account> {
    // Checked first: an invalid token is not worth the time of a hash.
    if ((await this.peek(token)) === undefined) throw notUsable()
    const passwordHash = await this.#passwords.hash(password)
    const userId = await this.#store.transaction('everyone', (tx) => this.#spend(tx, token, passwordHash))
    const account = await this.#accounts.byId(userId)
    if (account === undefined) throw notUsable()
    return account
  }

  async signIn(email: string): Promise<MadeLink> {
    const account = await this.#accounts.byEmail(email)
    if (account === undefined) throw noAccount(normalizeEmail(email))
    return this.#make('sign-in', account, undefined)
  }

  async useToSignIn(token: string): Promise<Account> {
    const [spent] = await this.#store.query<{ user_id: string }>('everyone', {
      sql: `update one_time_links set used_at = $2
            where token_hash = $1 and purpose = 'sign-in' and used_at is null and expires_at > $2 returning user_id`,
      parameters: [hashOf(token), this.#now()],
    })
    const account = spent && (await this.#accounts.byId(spent.user_id))
    if (account === undefined || account.isDisabled) throw notUsable()
    return account
  }

  async #make(purpose: LinkPurpose, account: Account, createdBy: string | undefined): Promise<MadeLink> {
    const token = randomBytes(32).toString('base64url')
    const { path, lifetimeMs } = kinds[purpose]
    const now = this.#now()
    const expiresAt = new Date(now.getTime() + lifetimeMs)
    await this.#store.transaction('everyone', async (tx) => {
      const [person] = await tx.query<{ disabled_at: Date | null }>({
        sql: 'select disabled_at from users where id = $1 for update',
        parameters: [account.id],
      })
      if (person === undefined) throw noAccount(account.email)
      if (person.disabled_at !== null)
        throw new ToolError('CONFLICT', `The account of ${account.email} is disabled; enable it first`)
      await tx.query(endLinksOf(account.id, purpose))
      await tx.query({
        sql: `insert into one_time_links (token_hash, purpose, user_id, created_by, created_at, expires_at)
              values ($1, $2, $3, $4, $5, $6)`,
        parameters: [hashOf(token), purpose, account.id, createdBy ?? null, now, expiresAt],
      })
    })
    return { userId: account.id, email: account.email, url: `${this.#appUrl}/${path}/${token}`, expiresAt }
  }

  async #spend(tx: StoreTx, token: string, passwordHash: string): Promise<string> {
    const now = this.#now()
    // The account is locked before its links, as when links are made; the other order could deadlock.
    await tx.query({
      sql: `select from users where id = (select user_id from one_time_links where token_hash = $1) for update`,
      parameters: [hashOf(token)],
    })
    const [spent] = await tx.query<{ user_id: string }>({
      sql: `update one_time_links set used_at = $2
            where token_hash = $1 and purpose <> 'sign-in' and used_at is null and expires_at > $2
            returning user_id`,
      parameters: [hashOf(token), now],
    })
    if (spent === undefined) throw notUsable()
    const changed = await tx.query({
      sql: `update users set password_hash = $2, updated_at = $3
            where id = $1 and disabled_at is null returning id`,
      parameters: [spent.user_id, passwordHash, now],
    })
    if (changed.length === 0) throw notUsable()
    await tx.query(endSessionsOf(spent.user_id))
    await endAccessOf(tx, spent.user_id, now)
    return spent.user_id
  }
}

const tokenPattern = /^[A-Za-z0-9_-]{43}$/

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** A person can be invited again only with the same role and before they have come. */
function refuseKnown({ email, role, hasPassword }: AccountRow, request: Invitation): void {
  if (hasPassword)
    throw new ToolError(
      'CONFLICT',
      `There is already an account for ${email}; for a forgotten password make a reset link instead`,
    )
  if (role !== request.role)
    throw new ToolError(
      'CONFLICT',
      `${email} was invited as ${role}; change the role of the account first, then invite again`,
    )
}

function noAccount(email: string): ToolError {
  return new ToolError('NOT_FOUND', `There is no account for ${email}; see the list of users`)
}

/** The same for each reason, so that someone who tries tokens learns nothing. */
function notUsable(): ToolError {
  return new ToolError('NOT_FOUND', 'This link has expired or was used already; ask an admin for a new one')
}
