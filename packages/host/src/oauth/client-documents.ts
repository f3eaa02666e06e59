import type { Client, Configuration } from 'oidc-provider'
import { errors } from 'oidc-provider'
import type { Log } from '@quipu/kit'
import { Recent } from '../identity/recent.ts'
import type { SafeFetch } from './safe-fetch.ts'
import { FetchRefused } from './safe-fetch.ts'

/** What a provider needs of its configuration to know clients by the URL of their metadata document. */
export type DocumentConfiguration = Required<Pick<Configuration, 'fetch' | 'fetchResponseBodyLimits'>> & {
  readonly feature: NonNullable<NonNullable<Configuration['features']>['clientIdMetadataDocument']>
}

export interface ClientDocumentsOptions {
  readonly safeFetch: Pick<SafeFetch, 'fetch'>
  readonly log: Log
  readonly now: () => Date
}

/**
 * Anyone can make the server fetch by naming a URL as the client id, so one host is asked a bounded number of times.
 * The provider keeps what it fetched, as long as the document's headers say within these bounds, and lets simultaneous
 * lookups of one document wait for one fetch.
 */
export class ClientDocuments {
  readonly #safeFetch: Pick<SafeFetch, 'fetch'>
  readonly #log: Log
  readonly #now: () => Date
  readonly #windows = new Recent<Window>(1_000)
  /** By URL: the provider looks a second time before it answers that it found nothing, or nothing that makes a client. */
  readonly #lately = new Recent<Outcome>(200)
  #underWay = 0

  constructor({ safeFetch, log, now }: ClientDocumentsOptions) {
    this.#safeFetch = safeFetch
    this.#log = log
    this.#now = now
  }

  configuration(): DocumentConfiguration {
    return {
      fetch: (input, init) => this.#fetch(String(input instanceof Request ? input.url : input), init),
      fetchResponseBodyLimits: { 'client_id metadata document': 5_120 },
      feature: {
        enabled: true,
        ack: 'draft-02',
        allowFetch: (_ctx, clientId) => this.#mayFetch(clientId),
        allowClient: (_ctx, client) => isComplete(client),
        cacheDuration: { min: 300, max: 86_400 },
      },
    }
  }

  #mayFetch(clientId: string): boolean {
    const { host, pathname = '/' } = URL.parse(clientId) ?? {}
    if (host === undefined || clientId.length > maxIdLength || this.#underWay >= maxUnderWay) return false
    // The front page of a site is no document about a client.
    if (pathname === '/') return false
    // Costs nobody anything: it is not asked for again.
    if (this.#outcomeOf(clientId) !== undefined) return true
    const now = this.#now().getTime()
    const known = this.#windows.get(host)
    const window = known && known.endsAt > now ? known : { endsAt: now + windowMs, count: 0 }
    window.count += 1
    this.#windows.set(host, window)
    return window.count <= maxPerWindow
  }

  #outcomeOf(url: string): Outcome | undefined {
    const outcome = this.#lately.get(url)
    return outcome !== undefined && outcome.endsAt > this.#now().getTime() ? outcome : undefined
  }

  #keep(url: string, document?: Outcome['document']): void {
    this.#lately.set(url, { endsAt: this.#now().getTime() + keptMs, document })
  }

  async #fetch(url: string, init?: RequestInit): Promise<Response> {
    const known = this.#outcomeOf(url)
    if (known !== undefined) return responseOf(known)
    this.#underWay += 1
    try {
      const response = await this.#safeFetch.fetch(url, { signal: init?.signal ?? undefined })
      const body = await response.text()
      refuseUnlessJson(body)
      const document = { body, headers: [...response.headers] }
      this.#keep(url, document)
      return responseOf({ document })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      this.#log.warn({ url: url.slice(0, 200), reason }, 'A client metadata document could not be fetched')
      this.#keep(url)
      throw notFetched()
    } finally {
      this.#underWay -= 1
    }
  }
}

interface Window {
  readonly endsAt: number
  count: number
}

/** What asking for a document led to; without one, to nothing. */
interface Outcome {
  readonly endsAt: number
  readonly document: { readonly body: string; readonly headers: [string, string][] } | undefined
}

function responseOf({ document }: Pick<Outcome, 'document'>): Response {
  if (document === undefined) throw notFetched()
  return new Response(document.body, { headers: document.headers })
}

const maxIdLength = 2_000
const maxUnderWay = 64
const windowMs = 60_000
const maxPerWindow = 60
const keptMs = 10_000

/** Without its cause: what was refused, and why, tells about networks that the asking side cannot see. */
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

/** MCP holds to the draft in which both are required; a nameless client could not be told apart on the consent page. */
function isComplete(client: Client): boolean {
  if (client.clientName === undefined)
    throw new errors.InvalidClientMetadata('client_name is missing from the client ID metadata document')
  return (client.redirectUris ?? []).length > 0
}
