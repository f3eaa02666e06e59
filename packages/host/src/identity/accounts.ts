import type { Account, Role } from '@quipu/kit'
import { roles, ToolError } from '@quipu/kit'
import type { UserFiles } from '../blobs/blob-store.ts'
import type { Store, StoreTx } from '../storage/store.ts'
import { endAccessOf } from './connected-apps.ts'
import { normalizeEmail, parseEmail } from './email.ts'
import { endLinksOf } from './end-links.ts'
import { Passwords } from './passwords.ts'
import { deleteUser, userTables } from './user-tables.ts'
import { endSessionsOf } from './web-sessions.ts'

export interface NewAccount {
  readonly email: string
  readonly name?: string | undefined
  readonly role: Role
  /** Without one, the account cannot sign in until `setPassword`. */
  readonly password?: string | undefined
}

export interface Accounts {
  create(account: NewAccount): Promise<Account>
  list(): Promise<readonly AccountRow[]>
  byEmail(email: string): Promise<AccountRow | undefined>
  byId(id: string): Promise<AccountRow | undefined>
  /** The first admin; undefined on an unused store. */
  owner(): Promise<AccountRow | undefined>
  setName(userId: string, name: string): Promise<Account>
  setRole(email: string, role: Role): Promise<Account>
  /** Ends the browser sessions of the account, its connected apps and its access tokens. */
  setPassword(email: string, password: string): Promise<Account>
  /** For an account that has none. Undefined if it has one by now: then that one stays. */
  setFirstPassword(email: string, password: string): Promise<Account | undefined>
  /** The account, if this is its password. Takes as long for an unknown address as for a wrong password. */
  verify(email: string, password: string): Promise<Account | undefined>
  /** With the current password, which must be right. */
  changePassword(userId: string, current: string, wanted: string, change?: PasswordChange): Promise<Account>
  /** Signs out everywhere: ends every browser session of the account, its connected apps and its access tokens. */
  endAccess(userId: string): Promise<Account>
  /**
   * A disabled account cannot sign in, and none of its credentials counts. Its sessions, connected apps and access tokens
   * end for good. The last admin cannot be disabled.
   */
  disable(email: string): Promise<Account>
  enable(email: string): Promise<Account>
  /** Erases the account and every row that belongs to it. The audit keeps its id. The last admin cannot be erased. */
  erase(email: string): Promise<Account>
}

export interface PasswordChange {
  /** Whether connected apps and access tokens end with the former password. Default: true. */
  readonly endsAccess?: boolean | undefined
}

export interface AccountRow extends Account {
  readonly role: Role
  readonly hasPassword: boolean
  readonly isDisabled: boolean
}

type Files = Pick<UserFiles, 'drop'>

/** `files` are the files of an erased account, which are outside the store. */
export function openAccounts(
  store: Store,
  now: () => Date,
  files: Files = noFiles,
  passwords = new Passwords(),
): Accounts {
  return new StoredAccounts(store, now, files, passwords)
}

const noFiles: Files = { drop: async () => {} }

class StoredAccounts implements Accounts {
  readonly #store: Store
  readonly #now: () => Date
  readonly #files: Files
  readonly #passwords: Passwords

  constructor(store: Store, now: () => Date, files: Files, passwords: Passwords) {
    this.#store = store
    this.#now = now
    this.#files = files
    this.#passwords = passwords
  }

  async create(account: NewAccount): Promise<Account> {
    const email = parseEmail(account.email)
    const name = parseName(account.name ?? '')
    const role = parseRole(account.role)
    const passwordHash = account.password === undefined ? null : await this.#passwords.hash(account.password)
    const [row] = await this.#store.query<UserRow>('everyone', {
      sql: `insert into users (email, name, role, password_hash, created_at, updated_at)
            values ($1, $2, $3, $4, $5, $5) on conflict do nothing returning ${columns}`,
      parameters: [email, name, role, passwordHash, this.#now()],
    })
    if (row === undefined)
      throw new ToolError('CONFLICT', `There is already an account for ${email}; choose another address`)
    return accountOf(row)
  }

  async list(): Promise<readonly AccountRow[]> {
    const rows = await this.#select('order by created_at, id')
    return rows.map(accountOf)
  }

  async byEmail(email: string): Promise<AccountRow | undefined> {
    const [row] = await this.#withEmail(email)
    return row && accountOf(row)
  }

  async byId(id: string): Promise<AccountRow | undefined> {
    if (!uuid.test(id)) return undefined
    const [row] = await this.#select('where id = $1', id)
    return row && accountOf(row)
  }

  async owner(): Promise<AccountRow | undefined> {
    const [row] = await this.#select(`where ${isActiveAdmin} order by created_at, id limit 1`)
    return row && accountOf(row)
  }

  async setName(userId: string, name: string): Promise<Account> {
    const [row] = await this.#store.query<UserRow>('everyone', {
      sql: `update users set name = $2, updated_at = $3 where id = $1 returning ${columns}`,
      parameters: [userId, parseName(name), this.#now()],
    })
    if (row === undefined) throw new ToolError('NOT_FOUND', 'This account does not exist any more')
    return accountOf(row)
  }

  async setRole(email: string, role: Role): Promise<Account> {
    const wanted = parseRole(role)
    return this.#store.transaction('everyone', async (tx) => {
      if (wanted !== 'admin') await refuseLosingLastAdmin(tx, normalizeEmail(email))
      return accountOf(await this.#change(tx, email, 'role = $3', wanted))
    })
  }

  async setPassword(email: string, password: string): Promise<Account> {
    const passwordHash = await this.#passwords.hash(password)
    return this.#store.transaction('everyone', async (tx) => {
      const row = await this.#change(tx, email, 'password_hash = $3', passwordHash)
      await tx.query(endSessionsOf(row.id))
      await endAccessOf(tx, row.id, this.#now())
      return accountOf(row)
    })
  }

  async setFirstPassword(email: string, password: string): Promise<Account | undefined> {
    const passwordHash = await this.#passwords.hash(password)
    const [row] = await this.#store.query<UserRow>('everyone', {
      sql: `update users set password_hash = $2, updated_at = $3
            where lower(email) = $1 and password_hash is null returning ${columns}`,
      parameters: [normalizeEmail(email), passwordHash, this.#now()],
    })
    return row && accountOf(row)
  }

  async changePassword(
    userId: string,
    current: string,
    wanted: string,
    { endsAccess = true }: PasswordChange = {},
  ): Promise<Account> {
    const [row] = uuid.test(userId) ? await this.#select('where id = $1', userId) : []
    const stored = changeablePassword(row)
    if (!(await this.#passwords.verify(current, stored))) throw wrongCurrentPassword()
    const passwordHash = await this.#passwords.hash(wanted)
    if (await this.#passwords.verify(wanted, stored))
      throw new ToolError('VALIDATION_ERROR', 'The new password must differ from the current one')
    // If the password was reset meanwhile, this is not the current one any more.
    return this.#store.transaction('everyone', async (tx) => {
      const [changed] = await tx.query<UserRow>({
        sql: `update users set password_hash = $3, updated_at = $4
              where id = $1 and password_hash = $2 and disabled_at is null returning ${columns}`,
        parameters: [userId, stored, passwordHash, this.#now()],
      })
      if (changed === undefined) throw wrongCurrentPassword()
      await tx.query(endLinksOf(userId))
      if (endsAccess) await endAccessOf(tx, userId, this.#now())
      return accountOf(changed)
    })
  }

  async endAccess(userId: string): Promise<Account> {
    return this.#store.transaction('everyone', async (tx) => {
      const [row] = await tx.query<UserRow>({
        sql: `select ${columns} from users where id = $1 for update`,
        parameters: [userId],
      })
      if (row === undefined) throw new ToolError('NOT_FOUND', 'This account does not exist any more')
      await tx.query(endSessionsOf(userId))
      await endAccessOf(tx, userId, this.#now())
      return accountOf(row)
    })
  }

  async disable(email: string): Promise<Account> {
    return this.#store.transaction('everyone', async (tx) => {
      await refuseLosingLastAdmin(tx, normalizeEmail(email))
      const row = await this.#change(tx, email, 'disabled_at = coalesce(disabled_at, $2)')
      await tx.query(endSessionsOf(row.id))
      await endAccessOf(tx, row.id, this.#now())
      return accountOf(row)
    })
  }

  async enable(email: string): Promise<Account> {
    return this.#store.transaction('everyone', async (tx) =>
      accountOf(await this.#change(tx, email, 'disabled_at = null')),
    )
  }

  async erase(email: string): Promise<Account> {
    return this.#store.transaction('everyone', async (tx) => {
      await refuseLosingLastAdmin(tx, normalizeEmail(email))
      const [row] = await tx.query<UserRow>({
        sql: `select ${columns} from users where lower(email) = $1 for update`,
        parameters: [normalizeEmail(email)],
      })
      const account = accountOf(row ?? unknownAccount(email))
      await tx.query(deleteUser(await userTables(tx), account.id))
      // Before the commit: if something fails, the account still exists and can be erased again.
      await this.#files.drop(account.id)
      return account
    })
  }

  async verify(email: string, password: string): Promise<Account | undefined> {
    const [row] = await this.#withEmail(email)
    const isRight = await this.#passwords.verify(password, row?.password_hash ?? undefined)
    return row !== undefined && isRight && row.disabled_at === null ? accountOf(row) : undefined
  }

  /** `$2` is now, `$3` the value. */
  async #change(
    tx: StoreTx,
    email: string,
    assignment: string,
    ...value: readonly unknown[]
  ): Promise<UserRow> {
    const [row] = await tx.query<UserRow>({
      sql: `update users set ${assignment}, updated_at = $2 where lower(email) = $1 returning ${columns}`,
      parameters: [normalizeEmail(email), this.#now(), ...value],
    })
    return row ?? unknownAccount(email)
  }

  #withEmail(email: string): Promise<UserRow[]> {
    return this.#select('where lower(email) = $1', normalizeEmail(email))
  }

  #select(clause: string, ...parameters: readonly unknown[]): Promise<UserRow[]> {
    return this.#store.query('everyone', { sql: `select ${columns} from users ${clause}`, parameters })
  }
}

interface UserRow {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly role: Role
  readonly password_hash: string | null
  readonly disabled_at: Date | null
  readonly created_at: Date
}

const columns = 'id, email, name, role, password_hash, disabled_at, created_at'
const isActiveAdmin = `role = 'admin' and disabled_at is null`
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function accountOf(row: UserRow): AccountRow {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    createdAt: row.created_at,
    hasPassword: row.password_hash !== null,
    isDisabled: row.disabled_at !== null,
  }
}

/** Locks every admin's row, so that two admins demoting each other at once cannot both succeed. */
async function refuseLosingLastAdmin(tx: StoreTx, email: string): Promise<void> {
  const admins = await tx.query<{ email: string }>({
    sql: `select lower(email) as email from users where ${isActiveAdmin} order by id for update`,
    parameters: [],
  })
  if (admins.length === 1 && admins[0]?.email === email)
    throw new ToolError('CONFLICT', `${email} is the only admin; make someone else an admin first`)
}

function changeablePassword(row: UserRow | undefined): string {
  if (row === undefined) throw new ToolError('NOT_FOUND', 'This account does not exist any more')
  if (row.disabled_at !== null)
    throw new ToolError('FORBIDDEN', 'This account is disabled; ask an admin to enable it')
  if (row.password_hash === null)
    throw new ToolError(
      'FORBIDDEN',
      'This account has no password yet; ask an admin for a link where you can choose one',
    )
  return row.password_hash
}

function wrongCurrentPassword(): ToolError {
  return new ToolError(
    'FORBIDDEN',
    'The current password is not right; type it again, or ask an admin for a link to choose a new one',
  )
}

function unknownAccount(email: string): never {
  throw new ToolError('NOT_FOUND', `There is no account for ${normalizeEmail(email)}; see the list of users`)
}

function parseRole(role: string): Role {
  const known = roles.find((candidate) => candidate === role)
  if (known === undefined)
    throw new ToolError(
      'VALIDATION_ERROR',
      `Unknown role ${JSON.stringify(role)}; use one of: ${roles.join(', ')}`,
    )
  return known
}

function parseName(name: string): string {
  const trimmed = name.trim()
  if (trimmed.length > 200)
    throw new ToolError('VALIDATION_ERROR', 'The name must have at most 200 characters')
  if (/\p{Cc}|\p{Cs}/u.test(trimmed))
    throw new ToolError('VALIDATION_ERROR', 'The name must not contain control characters')
  return trimmed
}
