import { ToolError } from '@quipu/kit'
import { endLinksOf } from './end-links.ts'
import type { Statement, Store, StoreTx } from '../storage/store.ts'

/** What people have granted to clients: one entry for each sign-in that was approved. */
export interface ConnectedApps {
  /** Of one person, or of everyone; newest first, only valid ones. */
  list(userId?: string): Promise<readonly ConnectedApp[]>
  /** Ends its tokens at once. With a user id, an app of someone else is NOT_FOUND. */
  revoke(id: string, userId?: string): Promise<ConnectedApp>
}

export interface ConnectedApp {
  readonly id: string
  readonly userId: string
  readonly email: string
  readonly clientId: string
  readonly clientName: string
  readonly redirectHost: string
  readonly resource: string
  readonly scope: readonly string[]
  readonly createdAt: Date
  readonly lastUsedAt: Date
}

const keptMs = 400 * 24 * 60 * 60 * 1000

/** What people have granted, as the authorization server needs it. */
export interface AppGrants extends ConnectedApps {
  connected(app: NewConnectedApp): Promise<void>
  /** Records that the app got new tokens, and until when it can refresh them. */
  used(id: string, until: Date): Promise<void>
  /** The app, if this call ended it. In either case nothing remains that was issued under the grant. */
  revoked(id: string): Promise<ConnectedApp | undefined>
  /** Ends everything that was granted to a client. */
  revokeClient(clientId: string): Promise<readonly ConnectedApp[]>
  /** Ends everything that a person has granted. */
  revokeUser(userId: string): Promise<readonly ConnectedApp[]>
  /** Whether the person has consented to each of these scopes before, for this client, redirect host and resource. */
  hasConsent(consent: Consent): Promise<boolean>
  /**
   * Adds to earlier consents, and takes out of them what the person declined now. Deleted when an app of this client is
   * revoked.
   */
  rememberConsent(consent: Consent, declined?: readonly string[]): Promise<void>
}

export interface Consent {
  readonly userId: string
  readonly clientId: string
  readonly redirectHost: string
  readonly resource: string
  readonly scope: readonly string[]
}

export interface NewConnectedApp extends Consent {
  /** The id of the grant, which its tokens contain. */
  readonly id: string
  readonly clientName: string
  readonly expiresAt: Date
}

export interface ConnectedAppsOptions {
  readonly store: Store
  readonly now: () => Date
}

export function openConnectedApps({ store, now }: ConnectedAppsOptions): AppGrants {
  return new StoredApps(store, now)
}

/**
 * Ends everything that acts for a person: connected apps with all their tokens, consents, every access token, and the
 * one-time links, by which somebody else could sign in.
 */
export async function endAccessOf(tx: StoreTx, userId: string, now: Date): Promise<void> {
  await tx.query({ sql: 'update users set tokens_from = $2 where id = $1', parameters: [userId, now] })
  await tx.query(endLinksOf(userId))
  await endUser(tx, userId, now)
}

async function endUser(tx: StoreTx, userId: string, now: Date): Promise<readonly ConnectedApp[]> {
  const apps = await endApps(tx, { user_id: userId }, now)
  await tx.query({ sql: 'delete from consents where user_id = $1', parameters: [userId] })
  return apps
}

/** Deletes what ended so long ago that nobody needs it. */
export function forgetOldApps(now: Date): Statement {
  return {
    sql: 'delete from connected_apps where revoked_at < $1 or expires_at < $1',
    parameters: [new Date(now.getTime() - keptMs)],
  }
}

class StoredApps implements AppGrants {
  readonly #store: Store
  readonly #now: () => Date

  constructor(store: Store, now: () => Date) {
    this.#store = store
    this.#now = now
  }

  async list(userId?: string): Promise<readonly ConnectedApp[]> {
    const rows = await this.#store.query<AppRow>(userId === undefined ? 'everyone' : { userId }, {
      sql: `select ${columns} from connected_apps app join users on users.id = app.user_id
            where app.revoked_at is null and app.expires_at > $1 and ($2::uuid is null or app.user_id = $2)
            order by app.created_at desc, app.id`,
      parameters: [this.#now(), userId ?? null],
    })
    return rows.map(appOf)
  }

  async connected(app: NewConnectedApp): Promise<void> {
    await this.#store.query(
      { userId: app.userId },
      {
        sql: `insert into connected_apps (id, user_id, client_id, client_name, redirect_host, resource, scopes,
              created_at, last_used_at, expires_at)
            values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9)`,
        parameters: [
          app.id,
          app.userId,
          app.clientId,
          app.clientName,
          app.redirectHost,
          app.resource,
          app.scope,
          this.#now(),
          app.expiresAt,
        ],
      },
    )
  }

  async used(id: string, until: Date): Promise<void> {
    await this.#store.query('everyone', {
      sql: `update connected_apps set last_used_at = greatest(last_used_at, $2),
              expires_at = greatest(expires_at, $3)
            where id = $1 and revoked_at is null`,
      parameters: [id, this.#now(), until],
    })
  }

  async revoke(id: string, userId?: string): Promise<ConnectedApp> {
    const whose = userId === undefined ? { id } : { id, user_id: userId }
    const [app] = await this.#store.transaction('everyone', (tx) => endApps(tx, whose, this.#now()))
    if (app === undefined)
      throw new ToolError('NOT_FOUND', `There is no connected app with the id ${id}; see the list of apps`)
    return app
  }

  revoked(id: string): Promise<ConnectedApp | undefined> {
    return this.#store.transaction('everyone', async (tx) => {
      const [app] = await endApps(tx, { id }, this.#now())
      if (app === undefined) await forgetArtifacts(tx, [id])
      return app
    })
  }

  revokeClient(clientId: string): Promise<readonly ConnectedApp[]> {
    return this.#store.transaction('everyone', async (tx) => {
      const apps = await endApps(tx, { client_id: clientId }, this.#now())
      await tx.query({ sql: 'delete from consents where client_id = $1', parameters: [clientId] })
      return apps
    })
  }

  revokeUser(userId: string): Promise<readonly ConnectedApp[]> {
    return this.#store.transaction('everyone', (tx) => endUser(tx, userId, this.#now()))
  }

  async hasConsent({ userId, clientId, redirectHost, resource, scope }: Consent): Promise<boolean> {
    const rows = await this.#store.query(
      { userId },
      {
        sql: `select 1 from consents where user_id = $1 and client_id = $2 and redirect_host = $3
              and resource = $4 and scopes @> $5::text[]`,
        parameters: [userId, clientId, redirectHost, resource, scope],
      },
    )
    return rows.length > 0
  }

  async rememberConsent(consent: Consent, declined: readonly string[] = []): Promise<void> {
    const { userId, clientId, redirectHost, resource, scope } = consent
    await this.#store.query(
      { userId },
      {
        sql: `insert into consents (user_id, client_id, redirect_host, resource, scopes, given_at)
            values ($1, $2, $3, $4, $5, $6)
            on conflict (user_id, client_id, redirect_host, resource) do update set given_at = excluded.given_at,
              scopes = array(select distinct name from unnest(consents.scopes || excluded.scopes) as name
                where name <> all ($7::text[]) order by 1)`,
        parameters: [userId, clientId, redirectHost, resource, scope, this.#now(), declined],
      },
    )
  }
}

/** Rows are locked in one order, so that ending a client and ending a person cannot deadlock. */
async function endApps(
  tx: StoreTx,
  which: Readonly<Record<string, string>>,
  now: Date,
): Promise<readonly ConnectedApp[]> {
  const filter = Object.keys(which).map((column, index) => `and ${column} = $${index + 2}`)
  const rows = await tx.query<AppRow>({
    sql: `with ending as (select id from connected_apps where revoked_at is null ${filter.join(' ')}
            order by id for update)
          update connected_apps app set revoked_at = $1 from ending, users
          where app.id = ending.id and users.id = app.user_id returning ${columns}`,
    parameters: [now, ...Object.values(which)],
  })
  if (rows.length > 0) {
    const ids = rows.map(({ id }) => id)
    await forgetArtifacts(tx, ids)
    await forgetConsents(tx, rows)
    await tx.query({
      sql: `update personal_tokens set revoked_at = $1 where app_id = any($2::text[]) and revoked_at is null`,
      parameters: [now, ids],
    })
  }
  return rows.map(appOf)
}

interface AppRow {
  readonly id: string
  readonly user_id: string
  readonly email: string
  readonly client_id: string
  readonly client_name: string
  readonly redirect_host: string
  readonly resource: string
  readonly scopes: readonly string[]
  readonly created_at: Date
  readonly last_used_at: Date
}

const columns = `app.id, app.user_id, users.email, app.client_id, app.client_name, app.redirect_host,
  app.resource, app.scopes, app.created_at, app.last_used_at`

function appOf(row: AppRow): ConnectedApp {
  return {
    id: row.id,
    userId: row.user_id,
    email: row.email,
    clientId: row.client_id,
    clientName: row.client_name,
    redirectHost: row.redirect_host,
    resource: row.resource,
    scope: row.scopes,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }
}

async function forgetArtifacts(tx: StoreTx, grantIds: readonly string[]): Promise<void> {
  await tx.query({
    sql: 'delete from oauth_artifacts where grant_id = any($1::text[])',
    parameters: [grantIds],
  })
}

async function forgetConsents(tx: StoreTx, apps: readonly AppRow[]): Promise<void> {
  await tx.query({
    sql: `delete from consents using unnest($1::uuid[], $2::text[]) as ended (user_id, client_id)
          where consents.user_id = ended.user_id and consents.client_id = ended.client_id`,
    parameters: [apps.map(({ user_id }) => user_id), apps.map(({ client_id }) => client_id)],
  })
}
