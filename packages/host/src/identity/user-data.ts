import { zip } from 'fflate'
import type { Account } from '@quipu/kit'
import { ToolError } from '@quipu/kit'
import type { Accounts } from './accounts.ts'
import type { UserFiles } from '../blobs/blob-store.ts'
import type { Store } from '../storage/store.ts'
import type { UserTable } from './user-tables.ts'
import { partTables, quoted, userTables } from './user-tables.ts'

export interface UserData {
  /** The number of rows of each kind, shown before they are erased. */
  summary(userId: string): Promise<readonly { readonly kind: string; readonly rows: number }[]>
  /** All data of the user, as a ZIP of JSON files. */
  export(userId: string): Promise<Uint8Array>
}

const pageRows = 5_000

export interface UserDataOptions {
  readonly store: Store
  readonly accounts: Pick<Accounts, 'byId'>
  readonly files: Pick<UserFiles, 'list' | 'read'>
  readonly now: () => Date
}

export function openUserData(options: UserDataOptions): UserData {
  return new StoredUserData(options)
}

class StoredUserData implements UserData {
  readonly #store: Store
  readonly #accounts: UserDataOptions['accounts']
  readonly #files: UserDataOptions['files']
  readonly #now: () => Date

  constructor({ store, accounts, files, now }: UserDataOptions) {
    this.#store = store
    this.#accounts = accounts
    this.#files = files
    this.#now = now
  }

  async summary(userId: string): Promise<readonly { readonly kind: string; readonly rows: number }[]> {
    await this.#account(userId)
    const counts: { kind: string; rows: number }[] = []
    for (const table of await this.#tables()) {
      const [count] = await this.#store.query<{ rows: number }>(
        { userId },
        {
          sql: `select count(*) as rows from ${table.quoted} where ${table.is_theirs}`,
          parameters: [userId],
        },
      )
      counts.push({ kind: table.name, rows: count?.rows ?? 0 })
    }
    counts.push({ kind: 'files', rows: (await this.#files.list(userId)).length })
    return counts.filter(({ rows }) => rows > 0)
  }

  async export(userId: string): Promise<Uint8Array> {
    const account = await this.#account(userId)
    const contents: Record<string, Uint8Array> = { 'account.json': accountJson(account) }
    for (const table of await this.#tables()) {
      const rows = await this.#rowsOf(table, userId)
      if (rows.length > 0) contents[`${table.name}.json`] = jsonList(rows)
    }
    contents['audit.json'] = jsonList(await this.#auditOf(userId))
    for (const sha256 of await this.#files.list(userId)) {
      const bytes = await this.#files.read(userId, sha256)
      if (bytes !== undefined) contents[`files/${sha256}`] = bytes
    }
    contents['README.txt'] = readme(account, this.#now(), Object.keys(contents))
    return zipped(contents, this.#now())
  }

  async #account(userId: string): Promise<Account> {
    const account = await this.#accounts.byId(userId)
    if (account === undefined)
      throw new ToolError('NOT_FOUND', 'There is no such account; see the list of users')
    return account
  }

  async #tables(): Promise<UserTable[]> {
    const tables = await this.#store.transaction('everyone', async (tx) => [
      ...(await userTables(tx)),
      ...(await partTables(tx)),
    ])
    return tables.filter(({ name }) => !bookkeeping.has(name))
  }

  /**
   * Each row as JSON that the store wrote, which keeps numbers exact. Read as the user, who sees only their own rows.
   */
  async #rowsOf(table: UserTable, userId: string): Promise<string[]> {
    const lines: string[] = []
    let after: readonly string[] = []
    for (;;) {
      const page = await this.#store.query<PageRow>({ userId }, pageOf(table, userId, after))
      for (const { line } of page) lines.push(line)
      const last = page.at(-1)
      if (last === undefined || page.length < pageRows) return lines
      after = last.place
    }
  }

  async #auditOf(userId: string): Promise<string[]> {
    const lines: string[] = []
    let after = 0
    for (;;) {
      const page = await this.#store.query<{ id: number; line: string }>('everyone', {
        sql: auditSql,
        parameters: [userId, after],
      })
      for (const { line } of page) lines.push(line)
      const last = page.at(-1)
      if (last === undefined || page.length < pageRows) return lines
      after = last.id
    }
  }
}

/** What the host remembers for a day, so that nothing happens twice or too often: not personal data. */
const bookkeeping: ReadonlySet<string> = new Set(['idempotency_keys', 'quotas', 'spent_states'])

/** Credentials in any form are left out: exports stay in download folders. */
const secretColumn = /^(password|token|secret)_hash$|^sealed_|_sealed$/

interface PageRow {
  readonly line: string
  readonly place: readonly string[]
}

function pageOf(
  { name, quoted: table, columns, key, key_types, is_theirs }: UserTable,
  userId: string,
  after: readonly string[],
) {
  if (key.length === 0)
    throw new Error(`The table ${name} has no primary key; its rows cannot be read in pages`)
  const shown = columns.filter((column) => !secretColumn.test(column)).map(quoted)
  const keys = key.map(quoted)
  const bounds = key_types.map((type, place) => `$${place + 2}::text::${type}`)
  const beyond = after.length === 0 ? '' : `and (${keys.join(', ')}) > (${bounds.join(', ')})`
  return {
    sql: `select row_to_json((select shown from (select ${shown.join(', ')}) shown))::text as line,
            array[${keys.map((column) => `${column}::text`).join(', ')}] as place
          from ${table} where ${is_theirs} ${beyond} order by ${keys.join(', ')} limit ${pageRows}`,
    parameters: [userId, ...after],
  }
}

const auditSql = `
select id, json_build_object('at', at, 'action', action,
  'resource', json_build_object('type', resource_type, 'id', resource_id), 'outcome', outcome)::text as line
from audit_events where user_id = $1 and id > $2 order by id limit ${pageRows}`

function accountJson({ id, email, name, role, createdAt }: Account): Uint8Array {
  return Buffer.from(`${JSON.stringify({ id, email, name, role, created_at: createdAt }, null, 2)}\n`)
}

function jsonList(lines: readonly string[]): Uint8Array {
  return Buffer.from(lines.length === 0 ? '[]\n' : `[\n${lines.join(',\n')}\n]\n`)
}

function readme({ email }: Account, now: Date, names: readonly string[]): Uint8Array {
  const tables = names.filter((name) => name.endsWith('.json') && !described.has(name))
  const hasFiles = names.some((name) => name.startsWith('files/'))
  return Buffer.from(`Everything that Quipu keeps for ${email}, as of ${now.toISOString()}.

account.json  who you are here
audit.json    what was done in your name, and when
${tables.map((name) => `${name}  your rows of this kind\n`).join('')}${
    hasFiles ? 'files/  the files you handed over, each named by the SHA-256 of its contents\n' : ''
  }
The JSON files are plain text: any editor or spreadsheet opens them. Times are in UTC.
Passwords and tokens are not in here; Quipu keeps only what is needed to check them.
`)
}

const described: ReadonlySet<string> = new Set(['account.json', 'audit.json'])

/** Compressed on separate threads, so that a large export delays nobody else. */
function zipped(contents: Readonly<Record<string, Uint8Array>>, mtime: Date): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
  zip({ ...contents }, { mtime }, (error, bytes) => {
    if (error === null) resolve(bytes)
    else reject(error)
  })
  return promise
}
