import { hash, randomBytes } from 'node:crypto'
import { ToolError } from '@quipu/kit'
import type { Accounts } from './accounts.ts'
import type { Statement, Store, StoreTx } from '../storage/store.ts'
import type { Permissions } from './permissions.ts'
import { personalTokenPrefix } from './personal-token-use.ts'
import { audienceOf } from './resource-metadata.ts'

/** Named credentials for programs without a browser. */
export interface PersonalTokens {
  /** The token is returned here and never again. */
  create(request: PersonalTokenRequest): Promise<PersonalToken & { readonly token: string }>
  /** Newest first, without revoked ones. */
  list(userId: string): Promise<readonly PersonalToken[]>
  /** A token of someone else is NOT_FOUND. */
  revoke(userId: string, id: string): Promise<void>
}

export interface PersonalTokenRequest {
  readonly userId: string
  readonly name: string
  /** Empty means every permission that the account's role has. */
  readonly scope: readonly string[]
  /** An MCP endpoint, or the public URL for all of them and REST. Default: the public URL. */
  readonly resource?: string | undefined
  readonly ttlSeconds: number
  /** The id of the connected app or personal token that the creating credential depends on. */
  readonly madeWith?: string | undefined
}

export interface PersonalToken {
  readonly id: string
  readonly name: string
  readonly resource: string
  readonly scope: readonly string[]
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly lastUsedAt: Date | undefined
}

const maxTokenSeconds = 366 * 24 * 60 * 60
const maxLiveTokens = 50
const keptMs = 400 * 24 * 60 * 60 * 1000

export interface PersonalTokenOptions {
  readonly store: Store
  readonly accounts: Pick<Accounts, 'byId'>
  readonly permissions: Permissions
  /** The public URL: a token for it is valid at every resource. */
  readonly issuer: string
  readonly resources: ReadonlySet<string>
  readonly now: () => Date
}

export function openPersonalTokens(options: PersonalTokenOptions): PersonalTokens {
  return new StoredPersonalTokens(options)
}

/** Deletes what ended so long ago that nobody needs it. */
export function forgetOldPersonalTokens(now: Date): Statement {
  return {
    sql: 'delete from personal_tokens where revoked_at < $1 or expires_at < $1',
    parameters: [new Date(now.getTime() - keptMs)],
  }
}

class StoredPersonalTokens implements PersonalTokens {
  readonly #options: PersonalTokenOptions

  constructor(options: PersonalTokenOptions) {
    this.#options = options
  }

  async create(request: PersonalTokenRequest): Promise<PersonalToken & { readonly token: string }> {
    const name = parseName(request.name)
    const resource = this.#parseResource(request.resource)
    const ttlSeconds = parseTtl(request.ttlSeconds)
    const scope = await this.#parseScope(request)
    const token = personalTokenPrefix + randomBytes(32).toString('base64url')
    const now = this.#options.now()
    const row = await this.#insert(request, [
      request.userId,
      name,
      hash('sha256', token, 'hex'),
      resource,
      scope,
      now,
      new Date(now.getTime() + ttlSeconds * 1000),
    ])
    if (row === undefined)
      throw new ToolError(
        'CONFLICT',
        `There are ${maxLiveTokens} personal tokens already; revoke one that is not needed any more`,
      )
    return { ...tokenOf(row), token }
  }

  async list(userId: string): Promise<readonly PersonalToken[]> {
    const rows = await this.#options.store.query<TokenRow>(
      { userId },
      {
        sql: `select ${columns} from personal_tokens where user_id = $1 and revoked_at is null
            order by created_at desc, id`,
        parameters: [userId],
      },
    )
    return rows.map(tokenOf)
  }

  async revoke(userId: string, id: string): Promise<void> {
    const rows = uuid.test(id) ? await this.#revoke(userId, id) : []
    if (rows.length === 0)
      throw new ToolError('NOT_FOUND', `There is no personal token with the id ${id}; see the list of tokens`)
  }

  #revoke(userId: string, id: string): Promise<unknown[]> {
    return this.#options.store.query(
      { userId },
      {
        sql: `update personal_tokens set revoked_at = $3
            where id = $1 and user_id = $2 and revoked_at is null returning id`,
        parameters: [id, userId, this.#options.now()],
      },
    )
  }

  /** Undefined if there are too many. The lock prevents two creations from counting at the same time. */
  #insert(
    { userId, madeWith }: PersonalTokenRequest,
    values: readonly unknown[],
  ): Promise<TokenRow | undefined> {
    return this.#options.store.transaction({ userId }, async (tx) => {
      const appId = madeWith === undefined ? undefined : await appBehind(tx, madeWith)
      await tx.query({
        sql: `select pg_advisory_xact_lock(hashtextextended('personal_tokens ' || $1::text, 0))`,
        parameters: [userId],
      })
      const [row] = await tx.query<TokenRow>({ sql: insertSql, parameters: [...values, appId ?? null] })
      if (row !== undefined && appId !== undefined) await lengthenApp(tx, appId, row.expires_at)
      return row
    })
  }

  #parseResource(resource = this.#options.issuer): string {
    const { issuer, resources } = this.#options
    const known = new Set([issuer, ...resources])
    const audience = audienceOf(resource)
    if (!known.has(audience))
      throw new ToolError(
        'VALIDATION_ERROR',
        `Unknown resource ${resource}; use one of: ${[...known].join(', ')}`,
      )
    return audience
  }

  async #parseScope({ userId, scope }: PersonalTokenRequest): Promise<readonly string[]> {
    const { accounts, permissions } = this.#options
    const account = await accounts.byId(userId)
    if (account === undefined) throw new ToolError('NOT_FOUND', `There is no account with the id ${userId}`)
    if (account.isDisabled)
      throw new ToolError('FORBIDDEN', `The account ${account.email} is disabled; it gets no tokens`)

    const ofRole = permissions.ofRole(account.role)
    const granted = scope.length === 0 ? [...ofRole] : [...new Set(scope)]
    refuse('Unknown scope', permissions.names, granted, 'this installation knows')
    refuse(`The role ${account.role} does not have`, ofRole, granted, 'it has')
    if (granted.length === 0)
      throw new ToolError('VALIDATION_ERROR', `The role ${account.role} has no permission to give to a token`)
    return granted
  }
}

interface TokenRow {
  readonly id: string
  readonly name: string
  readonly resource: string
  readonly scopes: readonly string[]
  readonly created_at: Date
  readonly expires_at: Date
  readonly last_used_at: Date | null
}

const columns = 'id, name, resource, scopes, created_at, expires_at, last_used_at'
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const insertSql = `insert into personal_tokens
    (user_id, name, token_hash, resource, scopes, created_at, expires_at, app_id)
  select $1::uuid, $2, $3, $4, $5::text[], $6::timestamptz, $7::timestamptz, $8
  where (select count(*) from personal_tokens
         where user_id = $1::uuid and revoked_at is null and expires_at > $6::timestamptz) < ${maxLiveTokens}
  returning ${columns}`

/** The connected app that ends a token made with this credential; undefined if a person made it. */
async function appBehind(tx: StoreTx, madeWith: string): Promise<string | undefined> {
  const [token] = await tx.query<{ app_id: string | null }>({
    sql: 'select app_id from personal_tokens where id::text = $1',
    parameters: [madeWith],
  })
  const appId = token === undefined ? madeWith : token.app_id
  if (appId === null) return undefined
  // The lock makes this wait for an app that is being revoked, whose tokens have been ended already.
  const [app] = await tx.query({
    sql: 'select id from connected_apps where id = $1 and revoked_at is null for update',
    parameters: [appId],
  })
  if (app === undefined)
    throw new ToolError('FORBIDDEN', 'The app that asks for a token is no longer connected; connect it again')
  return appId
}

/** An app stays connected as long as the last token that it got, so that its person sees it and can revoke it. */
async function lengthenApp(tx: StoreTx, appId: string, until: Date): Promise<void> {
  await tx.query({
    sql: 'update connected_apps set expires_at = greatest(expires_at, $2) where id = $1',
    parameters: [appId, until],
  })
}

function tokenOf(row: TokenRow): PersonalToken {
  return {
    id: row.id,
    name: row.name,
    resource: row.resource,
    scope: row.scopes,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at ?? undefined,
  }
}

function parseName(name: string): string {
  const trimmed = name.trim()
  if (trimmed.length < 1 || trimmed.length > 100)
    throw new ToolError('VALIDATION_ERROR', 'The name of the token must have 1 to 100 characters')
  if (/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(trimmed))
    throw new ToolError('VALIDATION_ERROR', 'The name of the token must not contain control characters')
  return trimmed
}

function parseTtl(seconds: number): number {
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > maxTokenSeconds)
    throw new ToolError(
      'VALIDATION_ERROR',
      `The lifetime must be a whole number of seconds from 1 to ${maxTokenSeconds} (366 days)`,
    )
  return seconds
}

function refuse(
  what: string,
  known: ReadonlySet<string>,
  scope: readonly string[],
  alternatively: string,
): void {
  const wrong = scope.filter((name) => !known.has(name))
  if (wrong.length > 0)
    throw new ToolError(
      'VALIDATION_ERROR',
      `${what}: ${wrong.join(', ')}; ${alternatively}: ${[...known].join(', ')}`,
      { wrong },
    )
}
