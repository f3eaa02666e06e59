import type { Account, Role } from '@quipu/kit'
import { roles, ToolError } from '@quipu/kit'
import type { AccountRow, Accounts, NewAccount } from '../host.ts'
import type { Store, StoreTx } from '../storage/store.ts'
import { normalizeEmail, parseEmail } from './email.ts'
import { hashPassword, verifyPassword } from './passwords.ts'

export function openAccounts(store: Store, now: () => Date): Accounts {
  return new StoredAccounts(store, now)
}

class StoredAccounts implements Accounts {
  readonly #store: Store
  readonly #now: () => Date

  constructor(store: Store, now: () => Date) {
    this.#store = store
    this.#now = now
  }

  async create(account: NewAccount): Promise<Account> {
    const email = parseEmail(account.email)
    const name = parseName(account.name ?? '')
    const role = parseRole(account.role)
    const passwordHash = account.password === undefined ? null : await hashPassword(account.password)
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

  async setRole(email: string, role: Role): Promise<Account> {
    const wanted = parseRole(role)
    return this.#store.transaction('everyone', async (tx) => {
      await refuseLosingLastAdmin(tx, normalizeEmail(email), wanted)
      const [row] = await tx.query<UserRow>({
        sql: `update users set role = $2, updated_at = $3 where lower(email) = $1 returning ${columns}`,
        parameters: [normalizeEmail(email), wanted, this.#now()],
      })
      return accountOf(row ?? unknownAccount(email))
    })
  }

  async setPassword(email: string, password: string): Promise<Account> {
    const passwordHash = await hashPassword(password)
    const [row] = await this.#store.query<UserRow>('everyone', {
      sql: `update users set password_hash = $2, updated_at = $3 where lower(email) = $1 returning ${columns}`,
      parameters: [normalizeEmail(email), passwordHash, this.#now()],
    })
    return accountOf(row ?? unknownAccount(email))
  }

  async verify(email: string, password: string): Promise<Account | undefined> {
    const [row] = await this.#withEmail(email)
    const isRight = await verifyPassword(password, row?.password_hash ?? undefined)
    return row !== undefined && isRight && row.disabled_at === null ? accountOf(row) : undefined
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
async function refuseLosingLastAdmin(tx: StoreTx, email: string, role: Role): Promise<void> {
  if (role === 'admin') return
  const admins = await tx.query<{ email: string }>({
    sql: `select lower(email) as email from users where ${isActiveAdmin} order by id for update`,
    parameters: [],
  })
  if (admins.length === 1 && admins[0]?.email === email)
    throw new ToolError('CONFLICT', `${email} is the only admin; make someone else an admin first`)
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
