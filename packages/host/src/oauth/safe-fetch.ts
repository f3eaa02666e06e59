import type { LookupAddress } from 'node:dns'
import { lookup as resolveName } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import type { LookupFunction } from 'node:net'
import { isIP } from 'node:net'
import { isPublicAddress } from './addresses.ts'

export interface SafeFetchOptions {
  /** All addresses of a name. Default: the system's resolver. */
  readonly lookup?: ((hostname: string) => Promise<readonly LookupAddress[]>) | undefined
  readonly isPublic?: ((address: string) => boolean) | undefined
  /** The port to connect to instead of 443; URLs still must not name a port. */
  readonly port?: number | undefined
  /** The certificate authority to trust instead of the public ones. */
  readonly ca?: string | undefined
  readonly maxBytes?: number | undefined
  readonly totalMs?: number | undefined
}

/** Why nothing was fetched. For the log only: it reveals networks that the requesting side cannot see. */
export class FetchRefused extends Error {
  override readonly name = 'FetchRefused'
}

/**
 * Fetches a small JSON document from an address that a stranger chose. The name is resolved once, every address must be
 * public, and the connection goes to one of these addresses. A name that later resolves to another address has no
 * effect.
 */
export class SafeFetch {
  readonly #lookup: (hostname: string) => Promise<readonly LookupAddress[]>
  readonly #isPublic: (address: string) => boolean
  readonly #options: SafeFetchOptions

  constructor(options: SafeFetchOptions = {}) {
    this.#lookup = options.lookup ?? ((hostname) => resolveName(hostname, { all: true }))
    this.#isPublic = options.isPublic ?? isPublicAddress
    this.#options = options
  }

  async fetch(
    address: string,
    { signal }: { readonly signal?: AbortSignal | undefined } = {},
  ): Promise<Response> {
    const url = acceptableUrl(address)
    const limits = [AbortSignal.timeout(this.#options.totalMs ?? 10_000), ...(signal ? [signal] : [])]
    const deadline = AbortSignal.any(limits)
    try {
      const addresses = await before(deadline, this.#publicAddresses(url.hostname))
      const answer = await this.#request(url, addresses, deadline)
      const body = await bodyOf(answer, this.#options.maxBytes ?? 5_120)
      return new Response(body, { status: 200, headers: cacheHeaders(answer) })
    } catch (error) {
      if (deadline.aborted) throw new FetchRefused('it took too long', { cause: error })
      throw error
    }
  }

  async #publicAddresses(hostname: string): Promise<readonly LookupAddress[]> {
    const addresses = await this.#lookup(hostname)
    if (addresses.length === 0) throw new FetchRefused('the name has no address')
    const closed = addresses.find(({ address }) => !this.#isPublic(address))
    if (closed) throw new FetchRefused(`the name leads to ${closed.address}, which is not public`)
    return addresses
  }

  #request(url: URL, addresses: readonly LookupAddress[], signal: AbortSignal): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const { port = 443, ca } = this.#options
      const asked = request({
        host: url.hostname,
        servername: url.hostname,
        port,
        path: url.pathname + url.search,
        headers: {
          host: url.host,
          accept: 'application/json',
          'accept-encoding': 'identity',
          'user-agent': 'quipu',
        },
        agent: false,
        rejectUnauthorized: true,
        ...(ca === undefined ? {} : { ca }),
        lookup: pinnedTo(addresses),
        signal,
      })
      asked.once('response', resolve).once('error', reject).end()
    })
  }
}

/** Whether a URL has an acceptable form. Its addresses are checked when it is fetched. */
export function isFetchable(address: string): boolean {
  try {
    acceptableUrl(address)
    return true
  } catch {
    return false
  }
}

function acceptableUrl(address: string): URL {
  const url = URL.parse(address)
  if (url === null) throw new FetchRefused('it is not a URL')
  if (url.protocol !== 'https:') throw new FetchRefused('the URL is not https')
  if (url.port !== '') throw new FetchRefused('the URL names a port')
  if (url.username !== '' || url.password !== '')
    throw new FetchRefused('the URL has a user name or a password')
  if (isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0)
    throw new FetchRefused('the URL has an address instead of a name')
  return url
}

/** Returns the resolved addresses, in either of the two forms that sockets ask for. */
function pinnedTo(addresses: readonly LookupAddress[]): LookupFunction {
  return (_hostname, options, answer) => {
    const [first] = addresses
    if (options.all === true) answer(null, [...addresses])
    else answer(null, first?.address ?? '', first?.family)
  }
}

async function bodyOf(answer: IncomingMessage, maxBytes: number): Promise<string> {
  try {
    refuseUnlessJson(answer)
    if (Number(answer.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes)
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxBytes) throw tooLarge(maxBytes)
      chunks.push(chunk)
    }
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } finally {
    answer.destroy()
  }
}

function refuseUnlessJson({ statusCode, headers }: IncomingMessage): void {
  if (statusCode !== 200) throw new FetchRefused(`the answer has status ${statusCode}`)
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(headers['content-type'] ?? ''))
    throw new FetchRefused('the answer is not declared as JSON')
  if (!['', 'identity'].includes(headers['content-encoding'] ?? ''))
    throw new FetchRefused('the answer is compressed')
}

function tooLarge(maxBytes: number): FetchRefused {
  return new FetchRefused(`the answer has more than ${maxBytes} bytes`)
}

function cacheHeaders({ headers }: IncomingMessage): Record<string, string> {
  const kept: Record<string, string> = { 'content-type': 'application/json' }
  for (const name of ['cache-control', 'expires'] as const) {
    const value = headers[name]
    if (value !== undefined) kept[name] = value
  }
  return kept
}

/** For work that cannot be aborted, such as resolving a name by the system. */
async function before<Value>(signal: AbortSignal, work: Promise<Value>): Promise<Value> {
  signal.throwIfAborted()
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
