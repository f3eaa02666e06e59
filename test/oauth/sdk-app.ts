import { randomUUID } from 'node:crypto'
import type {
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client'
import { auth, Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client'
import type { Connection, Era } from '../clients/connect.ts'

export interface SdkAppOptions {
  readonly serverUrl: string
  readonly redirectUri: string
  /** Of its metadata document; without one the app registers itself. */
  readonly documentUrl?: string
  /** What a person does with the address that the app opens: ends at the redirect URI. */
  readonly browse: (authorization: URL) => Promise<URL>
}

/** An app built on the official client, as its documentation shows one: all of OAuth is the library's. */
export class SdkApp implements OAuthClientProvider {
  readonly #options: SdkAppOptions
  /** `POST /api/oauth/token 200`, in order. */
  readonly requests: string[] = []
  /** Every address that a person was sent to. */
  readonly opened: URL[] = []
  readonly clientMetadataUrl?: string
  #client: StoredOAuthClientInformation | undefined
  #tokens: StoredOAuthTokens | undefined
  #discovered: OAuthDiscoveryState | undefined
  #verifier = ''
  #state = ''
  #transport: StreamableHTTPClientTransport | undefined

  constructor(options: SdkAppOptions) {
    this.#options = options
    if (options.documentUrl !== undefined) this.clientMetadataUrl = options.documentUrl
  }

  get redirectUrl(): string {
    return this.#options.redirectUri
  }

  get clientMetadata(): OAuthClientMetadata {
    return {
      client_name: 'SDK client',
      redirect_uris: [this.redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    }
  }

  state = (): string => (this.#state = randomUUID())
  clientInformation = () => this.#client
  saveClientInformation = (client: StoredOAuthClientInformation) => void (this.#client = client)
  tokens = () => this.#tokens
  saveTokens = (tokens: StoredOAuthTokens) => void (this.#tokens = tokens)
  codeVerifier = () => this.#verifier
  saveCodeVerifier = (verifier: string) => void (this.#verifier = verifier)
  discoveryState = () => this.#discovered
  saveDiscoveryState = (state: OAuthDiscoveryState) => void (this.#discovered = state)
  redirectToAuthorization = (url: URL) => void this.opened.push(url)

  /** Connects, with a person's help where the server wants it. */
  connect(era: Era): Promise<Connection> {
    return this.withPerson(() => this.#connect(era))
  }

  /** Runs `work`; if it takes a person, waits for them and runs it once more. */
  async withPerson<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof UnauthorizedError)) throw error
      await this.#finish()
      return work()
    }
  }

  /** Asks for these scopes before it connects. */
  async authorize(scope: string): Promise<void> {
    this.#transport = this.#newTransport()
    await auth(this, { serverUrl: this.#options.serverUrl, scope })
    await this.#finish()
  }

  async #finish(): Promise<void> {
    const opened = this.opened.at(-1)
    if (opened === undefined) throw new Error('The library did not open an address')
    const { searchParams } = await this.#options.browse(opened)
    if (searchParams.get('state') !== this.#state) throw new Error('The answer is for another request')
    await this.#transport?.finishAuth(searchParams)
  }

  async #connect(era: Era): Promise<Connection> {
    this.#transport = this.#newTransport()
    const client = new Client(
      { name: 'sdk-app', version: '1' },
      { versionNegotiation: { mode: era === 'modern' ? { pin: '2026-07-28' } : 'legacy' } },
    )
    await client.connect(this.#transport)
    return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() })
  }

  #newTransport(): StreamableHTTPClientTransport {
    return new StreamableHTTPClientTransport(new URL(this.#options.serverUrl), {
      authProvider: this,
      fetch: async (url, init) => {
        const response = await fetch(url, init)
        const { pathname } = new URL(url)
        this.requests.push(`${init?.method ?? 'GET'} ${pathname} ${response.status}`)
        return response
      },
    })
  }
}
