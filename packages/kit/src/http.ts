import type { Json } from './json.ts'

/** A client for one server, which the configuration names, never a caller. `headers` are sent to no other server. */
export type OpenHttp = (base: string, options?: HttpLimits & { readonly headers?: HttpHeaders }) => Http
export type HttpHeaders = Readonly<Record<string, string>>

export interface HttpLimits {
  /** For the whole request. Default: 30,000. */
  readonly ms?: number
  /** Of the answer, after decompression. Default: 10 MiB. */
  readonly maxBytes?: number
}

export interface Http {
  /**
   * The answer, whatever its status. If there is none, throws a `PortError` with the reason unavailable, time,
   * too-large or redirect. `path` must be under the base. GET follows redirects on the same origin; no retries.
   */
  send(path: string, request?: HttpRequest): Promise<HttpAnswer>
  /** The same, with the body as a stream: read it to its end, or cancel it. `ms` then applies to each read. */
  open(path: string, request?: HttpRequest): Promise<HttpStream>
}
export type HttpStream = Omit<HttpAnswer, 'json' | 'bytes'> & { readonly bytes: ReadableStream<Uint8Array> }

export interface HttpRequest extends HttpLimits {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>
  readonly headers?: HttpHeaders
  readonly json?: Json
  readonly signal?: AbortSignal
}

export interface HttpAnswer {
  readonly status: number
  /** By lower-case name. */
  readonly headers: HttpHeaders
  readonly bytes: Uint8Array
  /** Parse before use. A body that is not JSON is a `PortError` with the reason not-json. */
  json(): unknown
}
