import type { Json } from './json.ts'

/** Opens a way to one server, which the configuration names, never a caller. `headers` go to no other. */
export type OpenHttp = (base: string, options?: HttpLimits & { readonly headers?: HttpHeaders }) => Http
export type HttpHeaders = Readonly<Record<string, string>>

export interface HttpLimits {
  /** For the whole exchange. Default: 30,000. */
  readonly ms?: number
  /** Of the answer, unpacked. Default: 10 MiB. */
  readonly maxBytes?: number
}

export interface Http {
  /**
   * The answer, whatever its status. Without one, a `PortError` with the reason unavailable, time, too-large or
   * redirect. `path` lies under the base. GET follows redirects on the same origin; nothing is tried again.
   */
  send(path: string, request?: HttpRequest): Promise<HttpAnswer>
  /** The same, with the body as it comes: read it to its end, or cancel it. `ms` is then for each step of it. */
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
  /** Parse before use. What is no JSON is a `PortError` with the reason not-json. */
  json(): unknown
}
