import type { Client } from 'oidc-provider'
import type { Statement, Store } from '../storage/store.ts'

/**
 * The last good metadata document of each client that a person has connected. With it, a sign-in survives a restart, an
 * instance that has not seen the client, and an unreachable web server.
 */
export class KeptDocuments {
  readonly #store: Store
  readonly #now: () => Date

  constructor(store: Store, now: () => Date) {
    this.#store = store
    this.#now = now
  }

  /** The document as JSON. */
  async find(clientId: string): Promise<string | undefined> {
    const [row] = await this.#store.query<{ document: string }>('everyone', {
      sql: 'select document::text as document from client_documents where client_id = $1',
      parameters: [clientId],
    })
    return row?.document
  }

  /** Writes only changes. A client without a document is ignored. */
  async keep(client: Client): Promise<void> {
    if (!isDescribed(client.clientId)) return
    await this.#store.query('everyone', {
      sql: `insert into client_documents as kept (client_id, document, kept_at) values ($1, $2::jsonb, $3)
            on conflict (client_id) do update set document = excluded.document, kept_at = excluded.kept_at
            where kept.document <> excluded.document`,
      parameters: [client.clientId, documentOf(client), this.#now()],
    })
  }
}

/** A document is kept for as long as somebody has its client connected. */
export function forgetDocuments(now: Date): Statement {
  return {
    sql: `delete from client_documents kept where not exists (select from connected_apps app
            where app.client_id = kept.client_id and app.revoked_at is null and app.expires_at > $1)`,
    parameters: [now],
  }
}

/** Whether a client is identified by a document: then its id is the URL of the document. */
export function isDescribed(clientId: string): boolean {
  return clientId.startsWith('https://')
}

/** The fields that make the client, without any others. */
function documentOf(client: Client): Readonly<Record<string, unknown>> {
  const metadata: Readonly<Record<string, unknown>> = client.metadata()
  return Object.fromEntries(fields.map((name) => [name, metadata[name]]))
}

const fields = [
  'client_id',
  'client_name',
  'redirect_uris',
  'grant_types',
  'response_types',
  'token_endpoint_auth_method',
]
