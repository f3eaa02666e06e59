import { request } from 'node:http'
import { connect } from 'node:net'

export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

export interface RawRequest {
  readonly method?: string
  readonly path?: string
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly body?: string | Uint8Array
}

const patienceMs = 60_000

/** One HTTP request with exactly these headers; whatever comes back, as it came. */
export function send(
  url: string,
  { method = 'POST', path = '/mcp', headers = {}, body }: RawRequest,
): Promise<RawAnswer> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const list = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, typeof value === 'string' ? value : [...value]]),
    )
    const sent = request(
      { host: hostname, port, method, path, headers: list, timeout: patienceMs },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('error', reject)
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            text: Buffer.concat(chunks).toString(),
          }),
        )
      },
    )
    sent.on('timeout', () => sent.destroy(new Error('No answer in time')))
    sent.on('error', reject)
    sent.end(body)
  })
}

/** These bytes on a connection of their own, of which our half is then closed; what comes back until the server closes its own. */
export function sendBytes(url: string, chunks: Iterable<string | Uint8Array>): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    let heard = ''
    const socket = connect(Number(port), hostname)
    socket.on('data', (chunk: Buffer) => (heard += String(chunk)))
    // A server that is sent more than it accepts disconnects, perhaps in the middle of our request.
    socket.on('error', (error) => (heard === '' ? reject(error) : resolve(heard)))
    socket.on('close', () => resolve(heard))
    for (const chunk of chunks) socket.write(chunk)
    socket.end()
  })
}
