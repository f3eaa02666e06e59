import type { Client, Configuration } from 'oidc-provider'
import { errors } from 'oidc-provider'
import type { Log } from '@quipu/kit'
import { Recent } from '../identity/recent.ts'
import type { KeptDocuments } from './kept-documents.ts'
import type { SafeFetch } from './safe-fetch.ts'
import { FetchRefused, isFetchable } from './safe-fetch.ts'

/** The part of a provider's configuration that identifies clients by the URL of their metadata document. */
export type DocumentConfiguration = Required<Pick<Configuration, 'fetch' | 'fetchResponseBodyLimits'>> & {
  readonly feature: NonNullable<NonNullable<Configuration['features']>['clientIdMetadataDocument']>
}

export interface ClientDocumentsOptions {
  readonly safeFetch: Pick<SafeFetch, 'fetch'>
  readonly kept: Pick<KeptDocuments, 'find'>
  /** Whether clients can be identified by a document at all. */
  readonly isOn: boolean
  readonly log: Log
  readonly now: () => Date
}

/**
 * Anyone can make the server fetch by naming a URL as the client id, so the number of requests to one host is limited.
 * The provider caches what it fetched, as long as the document's headers say within these bounds, and simultaneous
 * lookups of one document share one fetch. If a fetch fails, the document that was kept with a grant is used.
 */
export class ClientDocuments {
  readonly #options: ClientDocumentsOptions
  readonly #windows = new Recent<Window>(1_000)
  /** By URL: the provider looks a second time before it answers that it found nothing valid. */
  readonly #lately = new Recent<Outcome>(200)
  #underWay = 0

  constructor(options: ClientDocumentsOptions) {
    this.#options = options
  }

  configuration(): DocumentConfiguration {
    return {
      fetch: (input, init) => this.#find(String(input instanceof Request ? input.url : input), init),
      fetchResponseBodyLimits: { 'client_id metadata document': 5_120 },
      feature: {
        enabled: this.#options.isOn,
        ack: 'draft-02',
        allowFetch: (_ctx, clientId) => mayDescribe(clientId),
        allowClient: (_ctx, client) => isComplete(client),
        cacheDuration: { min: 300, max: 86_400 },
      },
    }
  }

  async #find(url: string, init?: RequestInit): Promise<Response> {
    const lately = this.#lately.get(url)
    if (lately !== undefined && lately.endsAt > this.#nowMs()) return responseOf(lately)
    const document = await this.#fetch(url, init).catch(async (error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error)
      const body = await this.#options.kept.find(url)
      const isKept = body !== undefined
      const details = { url: url.slice(0, 200), reason, isKept }
      this.#options.log.warn(details, 'A client metadata document could not be fetched')
      return isKept ? { body, headers: [] } : undefined
    })
    const outcome = { endsAt: this.#nowMs() + keptMs, document }
    this.#lately.set(url, outcome)
    return responseOf(outcome)
  }

  async #fetch(url: string, init?: RequestInit): Promise<Document> {
    this.#count(new URL(url).host)
    this.#underWay += 1
    try {
      const response = await this.#options.safeFetch.fetch(url, { signal: init?.signal ?? undefined })
      const body = await response.text()
      refuseUnlessJson(body)
      return { body, headers: [...response.headers] }
    } finally {
      this.#underWay -= 1
    }
  }

  #count(host: string): void {
    if (this.#underWay >= maxUnderWay) throw new FetchRefused('too many documents are being fetched')
    const now = this.#nowMs()
    const known = this.#windows.get(host)
    const window = known && known.endsAt > now ? known : { endsAt: now + windowMs, count: 0 }
    window.count += 1
    this.#windows.set(host, window)
    if (window.count > maxPerWindow) throw new FetchRefused('the host was asked too often')
  }

  #nowMs(): number {
    return this.#options.now().getTime()
  }
}

/** Seconds after which a document that could not be fetched is requested again. */
export const askAgainSeconds = 10
const keptMs = askAgainSeconds * 1000

/** Whether the library refused a client because its document could not be fetched, which is not the client's fault. */
export function isDocumentAway({ error, error_description: why }: Refusal): boolean {
  return error === 'invalid_client' && why === 'client_id metadata document fetch failed'
}

export const documentAwayMessage =
  'The metadata document of this client could not be fetched; try again later, or ask an admin to add the client'

interface Refusal {
  readonly error: string
  readonly error_description?: string | undefined
}

/** Judged by the URL alone. The front page of a site is not a document about a client. */
function mayDescribe(clientId: string): boolean {
  return clientId.length <= maxIdLength && isFetchable(clientId) && new URL(clientId).pathname !== '/'
}

interface Window {
  readonly endsAt: number
  count: number
}

interface Document {
  readonly body: string
  readonly headers: [string, string][]
}

/** The result of a request for a document; none if there was no request. */
interface Outcome {
  readonly endsAt: number
  readonly document: Document | undefined
}

function responseOf({ document }: Outcome): Response {
  if (document === undefined) throw notFetched()
  return new Response(document.body, { headers: document.headers })
}

const maxIdLength = 2_000
const maxUnderWay = 64
const windowMs = 60_000
const maxPerWindow = 60

/** Without its cause: what was refused, and why, would reveal networks that the requesting side cannot see. */
function notFetched(): Error {
  return new Error('The client metadata document could not be fetched')
}

/** The parser's own message would quote the document. */
function refuseUnlessJson(text: string): void {
  try {
    JSON.parse(text)
  } catch {
    throw new FetchRefused('the answer is not JSON')
  }
}

/**
 * MCP follows the draft in which both are required; a client without a name could not be recognised on the consent
 * page.
 */
function isComplete(client: Client): boolean {
  if (client.clientName === undefined)
    throw new errors.InvalidClientMetadata('client_name is missing from the client ID metadata document')
  return (client.redirectUris ?? []).length > 0
}
