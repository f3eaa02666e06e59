import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface CollectedSpan {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  /** 1 internal, 2 server, 3 client. */
  readonly kind: number
  readonly attributes: Readonly<Record<string, string | number | boolean>>
  readonly status: { readonly code?: number; readonly message?: string }
}

interface Pair {
  readonly key: string
  readonly value: { stringValue?: string; intValue?: number | string; boolValue?: boolean }
}

interface ExportRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Pair[] }
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<CollectedSpan, 'attributes'> & {
        readonly attributes: readonly Pair[]
      })[]
    }[]
  }[]
}

/** What a collector is on the wire: `POST /v1/traces`, OTLP as JSON. */
export class Collector implements AsyncDisposable {
  readonly spans: CollectedSpan[] = []
  readonly resources: Record<string, unknown>[] = []
  readonly headers: IncomingHttpHeaders[] = []
  /** Everything that arrived, as it arrived. */
  received = ''
  status = 200
  /** When false, requests are taken and never answered. */
  isAnswering = true
  readonly #server = createServer((request, response) => void this.#answer(request, response))

  async listen(): Promise<this> {
    await new Promise<void>((listening) => this.#server.listen(0, '127.0.0.1', listening))
    return this
  }

  get url(): string {
    // It listens on TCP, so its address is not the name of a pipe.
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  named(name: string): CollectedSpan[] {
    return this.spans.filter((span) => span.name === name)
  }

  /** The spans directly inside of this one. */
  inside(span: CollectedSpan | undefined): CollectedSpan[] {
    return this.spans.filter(({ parentSpanId }) => parentSpanId === span?.spanId)
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    this.headers.push(request.headers)
    if (!this.isAnswering) return
    if (request.method !== 'POST' || request.url !== '/v1/traces') return void response.writeHead(404).end()
    if (this.status === 200) this.#take(body)
    response.writeHead(this.status, { 'content-type': 'application/json' }).end('{}')
  }

  #take(body: string): void {
    this.received += body
    const { resourceSpans } = JSON.parse(body) as ExportRequest
    for (const { resource, scopeSpans } of resourceSpans) {
      this.resources.push(plain(resource.attributes))
      for (const { spans } of scopeSpans)
        this.spans.push(...spans.map((span) => ({ ...span, attributes: plain(span.attributes) })))
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((closed) => this.#server.close(closed))
  }
}

function plain(pairs: readonly Pair[]): Record<string, string | number | boolean> {
  return Object.fromEntries(
    pairs.map(({ key, value: { stringValue, intValue, boolValue } }) => [
      key,
      stringValue ?? boolValue ?? Number(intValue),
    ]),
  )
}
