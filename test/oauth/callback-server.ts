import { createServer, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { HostOptions } from '@quipu/host'
import { certificateFor } from '../environment/certificate.ts'

const page = '<!doctype html><link rel="icon" href="data:,"><title>Done</title><h1>Back in the app</h1>'

/** Where an app on a person's machine waits for the answer. */
export async function openCallback(): Promise<{ readonly url: string } & AsyncDisposable> {
  const server = createServer((_request, response) => html(response))
  const port = await listen(server)
  return { url: `http://127.0.0.1:${port}/callback`, [Symbol.asyncDispose]: () => close(server) }
}

/** An app on the web, under a name that only the test knows: its metadata document, and where it waits. */
export class WebApp implements AsyncDisposable {
  readonly id: string
  readonly redirectUri: string
  /** How the server under test comes to the document. */
  readonly documentFetch: NonNullable<HostOptions['documentFetch']>
  /** How Chromium comes to the page. */
  readonly resolverRules: string
  readonly #server: Server

  private constructor(server: Server, name: string, port: number, ca: string) {
    this.#server = server
    this.id = `https://${name}/client.json`
    this.redirectUri = `https://${name}/callback`
    const lookup = async () => [{ address: '127.0.0.1', family: 4 }]
    this.documentFetch = { lookup, isPublic: (address) => address === '127.0.0.1', port, ca }
    this.resolverRules = `MAP ${name} 127.0.0.1:${port}`
  }

  static async open(name = 'client.example'): Promise<WebApp> {
    const { key, cert } = certificateFor(name)
    const document = {
      client_id: `https://${name}/client.json`,
      client_name: 'Example Assistant',
      redirect_uris: [`https://${name}/callback`],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    }
    const server = createSecureServer({ key, cert }, ({ url }, response) => {
      if (url !== '/client.json') return html(response)
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document))
    })
    return new WebApp(server, name, await listen(server), cert)
  }

  [Symbol.asyncDispose](): Promise<void> {
    return close(this.#server)
  }
}

function html(response: ServerResponse): ServerResponse {
  return response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  // It listens on TCP, so its address is not the name of a pipe.
  return (server.address() as AddressInfo).port
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((closed) => server.close(closed))
}
