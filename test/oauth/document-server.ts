import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { HostOptions } from '@quipu/host'
import { certificateFor } from '../environment/certificate.ts'

type DocumentFetch = NonNullable<HostOptions['documentFetch']>
type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** The web, as far as a test needs it: names that lead to one https server on this machine. */
export class DocumentServer implements AsyncDisposable {
  /** Each request as `host path`. */
  readonly requests: string[] = []
  readonly #answers = new Map<string, Answer>()
  readonly #certificate: { readonly key: string; readonly cert: string }
  readonly #server

  constructor(...names: readonly string[]) {
    this.#certificate = certificateFor(...names)
    this.#server = createServer(this.#certificate, (request, response) => {
      const at = `${request.headers.host} ${request.url}`
      this.requests.push(at)
      const answer = this.#answers.get(`https://${at.replace(' ', '')}`)
      if (answer === undefined) response.writeHead(404).end()
      else answer(request, response)
    })
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return this
  }

  serve(url: string, document: object | Answer): void {
    const asJson: Answer = (_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document))
    this.#answers.set(url, typeof document === 'function' ? (document as Answer) : asJson)
  }

  /** How a host reaches it; `more` decides where names lead, and which addresses count as public. */
  fetchOptions(more: Pick<DocumentFetch, 'lookup' | 'isPublic'> = {}): DocumentFetch {
    return {
      lookup: async () => [{ address: '127.0.0.1', family: 4 }],
      // It listens on TCP, so its address is not the name of a pipe.
      port: (this.#server.address() as AddressInfo).port,
      ca: this.#certificate.cert,
      ...more,
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
