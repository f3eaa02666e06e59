import { once } from 'node:events'
import { connect } from 'node:net'
import type { Request } from './load.ts'

export interface Hammered {
  readonly answers: number
  readonly seconds: number
  /** In milliseconds, sorted. */
  readonly latencies: Float64Array
}

/**
 * Sends one request repeatedly on several connections, each as soon as the previous one was answered. On a machine with few
 * cores a general client would take time from the server. So this one does only what it must: it writes the same
 * bytes on each connection and searches the response for the end of an answer. Anything but 200 ends it with an error.
 */
export async function hammer(
  url: string,
  request: Request | ((lane: number) => Request),
  connections: number,
  seconds: number,
): Promise<Hammered> {
  const bytes = (lane: number) =>
    bytesOf(new URL(url), typeof request === 'function' ? request(lane) : request)
  const latencies: number[] = []
  const startedAt = performance.now()
  const endsAt = startedAt + seconds * 1000
  await Promise.all(
    Array.from({ length: connections }, (_, lane) => repeat(url, bytes(lane), endsAt, latencies)),
  )
  const took = (performance.now() - startedAt) / 1000
  return { answers: latencies.length, seconds: took, latencies: new Float64Array(latencies).sort() }
}

async function repeat(url: string, bytes: Buffer, endsAt: number, latencies: number[]): Promise<void> {
  const { hostname, port } = new URL(url)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let sentAt = 0
  let came = ''
  const send = () => {
    sentAt = performance.now()
    socket.write(bytes)
  }
  const receive = (length: number, buffer: Uint8Array) => {
    came += Buffer.from(buffer.buffer, buffer.byteOffset, length).toString('latin1')
    const isWhole = isAnswer(came)
    if (isWhole === undefined) return reject(new Error(`${url} answered ${came.slice(0, 200)}`))
    if (!isWhole) return
    came = ''
    const now = performance.now()
    latencies.push(now - sentAt)
    if (now < endsAt) send()
    else resolve()
  }
  const socket = connect({
    host: hostname,
    port: Number(port),
    noDelay: true,
    onread: {
      buffer: Buffer.alloc(256 * 1024),
      callback: (length, buffer) => {
        receive(length, buffer)
        return true
      },
    },
  })
  socket.on('error', reject)
  socket.on('close', () => reject(new Error(`${url} hung up`)))
  await once(socket, 'connect')
  send()
  try {
    await promise
  } finally {
    socket.destroy()
  }
}

/** Undefined for anything but 200; false while the answer is incomplete. */
function isAnswer(text: string): boolean | undefined {
  if (!text.startsWith('HTTP/1.1 200 ')) return text.length < 13 ? false : undefined
  const headEnd = text.indexOf('\r\n\r\n')
  if (headEnd < 0) return false
  const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1]
  return length === undefined ? text.endsWith('\r\n0\r\n\r\n') : text.length >= headEnd + 4 + Number(length)
}

function bytesOf({ host, pathname, search }: URL, { headers, body }: Request): Buffer {
  const fields = Object.entries({ host, ...headers, 'content-length': String(Buffer.byteLength(body)) })
  const head = fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return Buffer.from(`POST ${pathname}${search} HTTP/1.1\r\n${head}\r\n${body}`)
}
