import { ToolError } from '@quipu/kit'
import type { Store } from '../storage/store.ts'
import { clientGrants } from './server-metadata.ts'
import { applicationTypeOf, redirectProblem } from './redirect-uris.ts'

/** Clients that an admin added, and those that registered themselves. */
export interface Clients {
  add(client: NewClient): Promise<KnownClient>
  list(): Promise<readonly KnownClient[]>
  /** Ends everything that was granted to it. */
  remove(id: string): Promise<KnownClient>
}

export interface NewClient {
  readonly id: string
  readonly name?: string | undefined
  readonly redirectUris: readonly string[]
}

export interface KnownClient {
  readonly id: string
  readonly name: string
  readonly origin: 'added' | 'registered'
  readonly redirectUris: readonly string[]
  readonly createdAt: Date
  readonly lastUsedAt: Date | undefined
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const maxRegistered = 10_000

/** Clients, as the authorization server needs them. */
export interface ClientRegistry extends Clients {
  /** The metadata of the client, given by itself or by an admin. */
  findMetadata(id: string): Promise<ClientRecord | undefined>
  /** Whether an admin added it. */
  isAdded(id: string): Promise<boolean>
  /** Records that it got tokens. A lookup does not count as use: anybody can cause one. */
  used(id: string): Promise<void>
  /**
   * To be called before a registration: if no more fit, deletes the oldest clients that nobody ever connected, and
   * returns them. Throws `TooManyClients` if each has been connected by somebody.
   */
  makeRoom(): Promise<readonly KnownClient[]>
  register(id: string, metadata: ClientRecord): Promise<KnownClient>
  destroy(id: string): Promise<void>
  /** Deletes and returns those that registered themselves, have no grant and were not used for long. */
  forgetUnused(): Promise<readonly KnownClient[]>
}

/** Client metadata by their names in RFC 7591. */
export type ClientRecord = Readonly<Record<string, unknown>>

/** Registration is open to everyone, so it must have a limit. Clients that nobody uses are deleted after a time. */
export class TooManyClients extends Error {
  override readonly name = 'TooManyClients'
  constructor() {
    super('No more clients can register now; try again in an hour, or ask an admin to add the client')
  }
}

export interface ClientsOptions {
  readonly store: Store
  readonly now: () => Date
  readonly apps: { revokeClient(clientId: string): Promise<unknown> }
}

export function openClients(options: ClientsOptions): ClientRegistry {
  return new StoredClients(options)
}

class StoredClients implements ClientRegistry {
  readonly #store: Store
  readonly #now: () => Date
  readonly #apps: ClientsOptions['apps']

  constructor({ store, now, apps }: ClientsOptions) {
    this.#store = store
    this.#now = now
    this.#apps = apps
  }

  async add(client: NewClient): Promise<KnownClient> {
    const metadata = metadataOf(client)
    const [row] = await this.#insert(client.id, 'added', metadata)
    return clientOf(row ?? alreadyThere(client.id))
  }

  async list(): Promise<readonly KnownClient[]> {
    const rows = await this.#query(`select ${columns} from oauth_clients order by created_at, id`)
    return rows.map(clientOf)
  }

  async remove(id: string): Promise<KnownClient> {
    const [found] = await this.#find(id)
    if (found === undefined)
      throw new ToolError('NOT_FOUND', `There is no client ${JSON.stringify(id)}; see the list of clients`)
    await this.#apps.revokeClient(id)
    await this.destroy(id)
    // A sign-in that ended between the two must not outlive the client.
    await this.#apps.revokeClient(id)
    return clientOf(found)
  }

  async findMetadata(id: string): Promise<ClientRecord | undefined> {
    const [row] = await this.#find(id)
    return row?.metadata
  }

  async used(id: string): Promise<void> {
    if (!idPattern.test(id)) return
    const now = this.#now()
    await this.#query(
      `update oauth_clients set last_used_at = $2
       where id = $1 and (last_used_at is null or last_used_at <= $3)`,
      id,
      now,
      new Date(now.getTime() - minuteMs),
    )
  }

  async isAdded(id: string): Promise<boolean> {
    const [row] = await this.#find(id)
    return row?.origin === 'added'
  }

  async makeRoom(): Promise<readonly KnownClient[]> {
    const [counted] = await this.#store.query<{ excess: number }>('everyone', {
      sql: `select count(*)::int - $1::int as excess from oauth_clients where origin = 'registered'`,
      parameters: [maxRegistered - 1],
    })
    const excess = counted?.excess ?? 0
    if (excess <= 0) return []
    const rows = await this.#query(makeRoomSql, excess)
    if (rows.length === 0) throw new TooManyClients()
    return rows.map(clientOf)
  }

  async register(id: string, metadata: ClientRecord): Promise<KnownClient> {
    const [row] = await this.#insert(id, 'registered', metadata)
    return clientOf(row ?? alreadyThere(id))
  }

  async destroy(id: string): Promise<void> {
    if (idPattern.test(id)) await this.#query('delete from oauth_clients where id = $1', id)
  }

  async forgetUnused(): Promise<readonly KnownClient[]> {
    const now = this.#now()
    const before = (days: number) => new Date(now.getTime() - days * dayMs)
    const rows = await this.#query(forgetSql, now, before(1), before(90))
    return rows.map(clientOf)
  }

  #insert(id: string, origin: KnownClient['origin'], metadata: ClientRecord): Promise<ClientRow[]> {
    return this.#query(
      `insert into oauth_clients (id, origin, metadata, created_at) values ($1, $2, $3::jsonb, $4)
       on conflict do nothing returning ${columns}`,
      id,
      origin,
      metadata,
      this.#now(),
    )
  }

  /** A client id comes from the wire: a value that cannot be one, such as the URL of a document, is not looked up. */
  async #find(id: string): Promise<ClientRow[]> {
    return idPattern.test(id) ? this.#query(`select ${columns} from oauth_clients where id = $1`, id) : []
  }

  #query(sql: string, ...parameters: readonly unknown[]): Promise<ClientRow[]> {
    return this.#store.query('everyone', { sql, parameters })
  }
}

interface ClientRow {
  readonly id: string
  readonly origin: KnownClient['origin']
  readonly metadata: ClientRecord
  readonly created_at: Date
  readonly last_used_at: Date | null
}

const columns = 'id, origin, metadata, created_at, last_used_at'
const idPattern = /^[A-Za-z0-9._~-]{1,200}$/

/** The list is an array, so that it is read once: see `takeJobs`. */
const makeRoomSql = `delete from oauth_clients where id = any (array(
    select id from oauth_clients client
    where origin = 'registered' and not exists (select from connected_apps app where app.client_id = client.id)
    order by created_at, id limit $1 for update skip locked))
  returning ${columns}`

const forgetSql = `delete from oauth_clients client
  where origin = 'registered'
    and coalesce(last_used_at, created_at) < case
      when exists (select from connected_apps app where app.client_id = client.id) then $3::timestamptz
      else $2::timestamptz end
    and not exists (select from connected_apps app
      where app.client_id = client.id and app.revoked_at is null and app.expires_at > $1)
  returning ${columns}`

function clientOf({ id, origin, metadata, created_at, last_used_at }: ClientRow): KnownClient {
  const { client_name: name, redirect_uris: uris } = metadata
  return {
    id,
    name: typeof name === 'string' ? name : id,
    origin,
    redirectUris: Array.isArray(uris) ? uris.map(String) : [],
    createdAt: created_at,
    lastUsedAt: last_used_at ?? undefined,
  }
}

function metadataOf({ id, name, redirectUris }: NewClient): ClientRecord {
  if (!idPattern.test(id)) throw invalid('The client id must have 1 to 200 characters of A-Z a-z 0-9 . _ ~ -')
  if (redirectUris.length === 0) throw invalid('The client needs at least one redirect URI')
  const problem = redirectProblem(redirectUris, 'admin')
  if (problem !== undefined) throw invalid(`The redirect URIs ${problem}`)
  return {
    client_id: id,
    client_name: parseName(name ?? '') || id,
    redirect_uris: [...new Set(redirectUris)],
    application_type: applicationTypeOf(redirectUris),
    grant_types: clientGrants,
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  }
}

function parseName(name: string): string {
  const trimmed = name.trim()
  if (/[\p{C}\p{Default_Ignorable_Code_Point}]/u.test(trimmed))
    throw invalid('The name of the client must not contain control or invisible characters')
  if (!/^.{0,200}$/u.test(trimmed)) throw invalid('The name of the client must have at most 200 characters')
  return trimmed
}

function invalid(message: string): ToolError {
  return new ToolError('VALIDATION_ERROR', message)
}

function alreadyThere(id: string): never {
  throw new ToolError(
    'CONFLICT',
    `There is already a client ${JSON.stringify(id)}; choose another id, or remove it first`,
  )
}
