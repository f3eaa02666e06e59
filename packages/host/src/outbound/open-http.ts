import type { Http, HttpAnswer, HttpHeaders, HttpLimits, HttpRequest, OpenHttp } from '@quipu/kit'
import { PortError } from '@quipu/kit'
import { addressOf, baseOf } from './addresses.ts'

const defaultMs = 30_000
const defaultMaxBytes = 10 * 2 ** 20
const mostRedirects = 3

export type Fetch = (url: string, init: Init) => Promise<Response>
type Init = RequestInit & { headers: Headers }

/** Requests to servers that the configuration names, over the connections that Node keeps alive. */
export function openHttp(fetch: Fetch): OpenHttp {
  return (base, { headers = {}, ...limits } = {}) => {
    checkHeaders(headers)
    return new OneServer(baseOf(base), headers, limits, fetch)
  }
}

class OneServer implements Http {
  readonly #base: URL
  readonly #headers: HttpHeaders
  readonly #limits: HttpLimits
  readonly #fetch: Fetch

  constructor(base: URL, headers: HttpHeaders, limits: HttpLimits, fetch: Fetch) {
    this.#base = base
    this.#headers = headers
    this.#limits = limits
    this.#fetch = fetch
  }

  async send(path: string, request: HttpRequest = {}): Promise<HttpAnswer> {
    const { ms = this.#limits.ms ?? defaultMs, maxBytes = this.#limits.maxBytes ?? defaultMaxBytes } = request
    checkHeaders(request.headers ?? {})
    const url = addressOf(this.#base, path, request.query)
    const { signal } = request
    const timeout = AbortSignal.timeout(ms)
    const stop = signal === undefined ? timeout : AbortSignal.any([signal, timeout])
    try {
      const response = await this.#follow(url, this.#initOf(request, stop))
      return answerOf(response, await bytesOf(response, maxBytes, this.#base.host), this.#base.host)
    } catch (error) {
      if (error instanceof PortError) throw error
      if (signal?.aborted) throw signal.reason
      const { host } = this.#base
      // Not what was thrown: it may quote the address with its query.
      if (timeout.aborted) throw new PortError('time', `${host} did not answer within ${ms / 1000} s`)
      throw new PortError('unavailable', `${host} cannot be reached: ${codeOf(error)}`)
    }
  }

  #initOf({ method = 'GET', headers, json }: HttpRequest, signal: AbortSignal): Init {
    const own = new Headers({ accept: 'application/json', ...this.#headers, ...headers })
    if (json === undefined) return { method, headers: own, signal, redirect: 'manual' }
    if (!own.has('content-type')) own.set('content-type', 'application/json')
    return { method, headers: own, signal, redirect: 'manual', body: JSON.stringify(json) }
  }

  /** By hand, because what carries credentials must not leave the origin. */
  async #follow(url: URL, init: Init): Promise<Response> {
    for (let redirects = 0; ; redirects += 1) {
      const response = await this.#fetch(url.href, init)
      const location = response.headers.get('location')
      if (response.status < 300 || response.status > 399 || location === null) return response
      await response.body?.cancel()
      const next = URL.parse(location, url.href)
      if (next?.origin !== url.origin)
        throw new PortError('redirect', `${url.host} leads to another server; set its own address`)
      if (init.method !== 'GET' || redirects === mostRedirects)
        throw new PortError('redirect', `${url.host} leads elsewhere, and that is not followed`)
      url = next
    }
  }
}

/** By name only: the value may be a credential. */
function checkHeaders(headers: HttpHeaders): void {
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name))
      throw new TypeError('A header has a name that no header can have')
    if (!/^[\t\x20-\x7e]*$/.test(value))
      throw new TypeError(`The header ${name} has characters that no header can have`)
  }
}

async function bytesOf(response: Response, maxBytes: number, host: string): Promise<Uint8Array> {
  const tooLarge = () => new PortError('too-large', `${host} answers with more than ${maxBytes} bytes`)
  if (Number(response.headers.get('content-length') ?? 0) > maxBytes) {
    await response.body?.cancel()
    throw tooLarge()
  }
  const chunks: Uint8Array[] = []
  let size = 0
  // Leaving the loop ends the connection.
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, size)
}

function answerOf({ status, headers }: Response, bytes: Uint8Array, host: string): HttpAnswer {
  return {
    status,
    headers: Object.fromEntries(headers),
    bytes,
    json: () => {
      try {
        return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown
      } catch {
        throw new PortError('not-json', `${host} answers ${status} with something that is no JSON`)
      }
    },
  }
}

/** Such as ECONNREFUSED. */
function codeOf(error: unknown): string {
  const { cause } = error as { readonly cause?: { readonly code?: unknown } }
  return typeof cause?.code === 'string' ? cause.code : 'the connection failed'
}
