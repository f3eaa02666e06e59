import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createServer, request as open } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Stands at `localhost` before a server that wants a token, for a client that has no way to send one. Its own name is
 * translated to the server's; any other host or origin goes through as it came, so that the server's guard judges it.
 */
export async function openTokenProxy(
  target: string,
  token: string,
): Promise<{ url: string } & AsyncDisposable> {
  const server = createServer((request, response) => forward(new URL(target), token, request, response))
  // Clients read in the forwarded headers for how long a connection stays open: 75 s. One that closes sooner loses requests.
  server.keepAliveTimeout = 120_000
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  // A server that listens on TCP has an address of this form.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}`,
    [Symbol.asyncDispose]: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

function forward(target: URL, token: string, request: IncomingMessage, response: ServerResponse): void {
  const { method, url: path, socket } = request
  const own = `localhost:${socket.localPort}`
  const onward = open({
    host: target.hostname,
    port: target.port,
    method,
    path,
    headers: translated(request.headers, own, target.host, token),
  })
  onward.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    response.flushHeaders()
    answer.pipe(response)
  })
  onward.on('error', () => response.destroy())
  response.on('close', () => onward.destroy())
  request.pipe(onward)
}

function translated(
  headers: IncomingHttpHeaders,
  own: string,
  theirs: string,
  token: string,
): IncomingHttpHeaders {
  const { host, origin } = headers
  return {
    ...headers,
    host: host === own ? theirs : host,
    ...(origin === undefined ? {} : { origin: origin === `http://${own}` ? `http://${theirs}` : origin }),
    authorization: `Bearer ${token}`,
  }
}
