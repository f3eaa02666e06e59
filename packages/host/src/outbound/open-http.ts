import type { Http, HttpAnswer, HttpHeaders, HttpLimits, HttpRequest, HttpStream, OpenHttp } from '@quipu/kit'
import { PortError } from '@quipu/kit'
import { addressOf, baseOf } from './addresses.ts'
import { streamOf } from './body-stream.ts'
import { Patience } from './patience.ts'

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
    const { ask, step, maxBytes } = this.#begin(path, request)
    const { host } = this.#base
    return step(async () => {
      const response = await ask()
      return answerOf(response, await bytesOf(response, maxBytes, host), host)
    })
  }

  async open(path: string, request: HttpRequest = {}): Promise<HttpStream> {
    const { ask, step, maxBytes } = this.#begin(path, request)
    const response = await step(ask)
    let size = 0
    const bytes = streamOf(response.body, async (read) => {
      const chunk = await step(read)
      size += chunk?.byteLength ?? 0
      if (size > maxBytes) throw tooLarge(this.#base.host, maxBytes)
      return chunk
    })
    return { status: response.status, headers: Object.fromEntries(response.headers), bytes }
  }

  #begin(path: string, request: HttpRequest) {
    const { ms = this.#limits.ms ?? defaultMs, maxBytes = this.#limits.maxBytes ?? defaultMaxBytes } = request
    checkHeaders(request.headers ?? {})
    const url = addressOf(this.#base, path, request.query)
    const patience = new Patience(ms, request.signal)
    const init = this.#initOf(request, patience.signal)
    return {
      maxBytes,
      ask: () => this.#follow(url, init),
      step: <Result>(work: () => Promise<Result>): Promise<Result> =>
        patience.during(work).catch((error: unknown) => {
          throw failureOf(error, patience, url.host)
        }),
    }
  }

  #initOf({ method = 'GET', headers, json }: HttpRequest, signal: AbortSignal): Init {
    const own = new Headers({ accept: 'application/json', ...this.#headers, ...headers })
    if (json === undefined) return { method, headers: own, signal, redirect: 'manual' }
    if (!own.has('content-type')) own.set('content-type', 'application/json')
    return { method, headers: own, signal, redirect: 'manual', body: JSON.stringify(json) }
  }

  /** Followed here and not by `fetch`, because credentials must not leave the origin. */
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

function failureOf(error: unknown, patience: Patience, host: string): unknown {
  if (error instanceof PortError) return error
  if (patience.isGivenUp) return patience.signal.reason
  // Without the original error: it may contain the address with its query.
  const isOutcomeUnknown = !neverSent.has(codeOf(error))
  if (patience.isOver)
    return new PortError('time', `${host} did not answer within ${patience.ms / 1000} s`, {
      isOutcomeUnknown,
    })
  return new PortError('unavailable', `${host} cannot be reached: ${codeOf(error)}`, { isOutcomeUnknown })
}

/** No connection was made, so the server knows nothing of the request. */
const neverSent: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** Only the name: the value may be a credential. */
function checkHeaders(headers: HttpHeaders): void {
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name))
      throw new TypeError('A header has a name that no header can have')
    if (!/^[\t\x20-\x7e]*$/.test(value))
      throw new TypeError(`The header ${name} has characters that no header can have`)
  }
}

async function bytesOf(response: Response, maxBytes: number, host: string): Promise<Uint8Array> {
  if (Number(response.headers.get('content-length') ?? 0) > maxBytes) {
    await response.body?.cancel()
    throw tooLarge(host, maxBytes)
  }
  const chunks: Uint8Array[] = []
  let size = 0
  // Leaving the loop closes the connection.
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) throw tooLarge(host, maxBytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, size)
}

function tooLarge(host: string, maxBytes: number): PortError {
  return new PortError('too-large', `${host} answers with more than ${maxBytes} bytes`, {
    isOutcomeUnknown: true,
  })
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
        throw new PortError('not-json', `${host} answers ${status} with something that is no JSON`, {
          isOutcomeUnknown: true,
        })
      }
    },
  }
}

/** Such as ECONNREFUSED. */
function codeOf(error: unknown): string {
  const { cause } = error as { readonly cause?: { readonly code?: unknown } }
  return typeof cause?.code === 'string' ? cause.code : 'the connection failed'
}
