import pg from 'pg'
import { SourceError } from '../source.ts'

/** A database of this server itself, which is never a source. */
export interface OwnDatabase {
  readonly url: string
}

/** Throws if the client is connected to one of these databases, by any name, address or replica. */
export async function refuseOwnDatabase(client: pg.ClientBase, own: readonly OwnDatabase[]): Promise<void> {
  if (own.length === 0) return
  const identity = await identityOf(client)
  for (const { url } of own) {
    const other = await ownIdentity(url)
    const isSameCluster =
      identity.system !== null && other.system !== null
        ? identity.system === other.system
        : identity.started === other.started
    if (isSameCluster && identity.database === other.database)
      throw new SourceError('refused', 'This is the database of the server itself; connect another one')
  }
}

interface Identity {
  readonly database: string
  readonly started: string
  readonly system: string | null
}

async function ownIdentity(url: string): Promise<Identity> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return await identityOf(client)
  } catch {
    throw new SourceError(
      'unreachable',
      'The database of the server itself does not answer, so it is not known whether this is the same one',
    )
  } finally {
    await client.end().catch(() => {})
  }
}

async function identityOf(client: pg.ClientBase): Promise<Identity> {
  const { rows } = await client.query<{ database: string; started: string }>(
    `select oid::text as database, pg_postmaster_start_time()::timestamptz(6)::text as started
     from pg_catalog.pg_database where datname = current_database()`,
  )
  const [{ database, started } = { database: '', started: '' }] = rows
  return { database, started: new Date(started).toISOString(), system: await systemOf(client) }
}

/** Not every role may read it. */
async function systemOf(client: pg.ClientBase): Promise<string | null> {
  try {
    const { rows } = await client.query<{ system: string }>(
      'select system_identifier::text as system from pg_catalog.pg_control_system()',
    )
    return rows[0]?.system ?? null
  } catch {
    return null
  }
}
