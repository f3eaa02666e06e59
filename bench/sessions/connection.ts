import { once } from 'node:events'
import type { Socket } from 'node:net'
import { connect } from 'node:net'

export interface Answer {
  readonly head: string
  readonly body: string
}

/** One connection that sends a request and waits, repeatedly. It does as little HTTP as possible, to leave the processor to the server. */
export class Connection {
  readonly #socket: Socket
  #received = ''
  #waiting: PromiseWithResolvers<Answer> | undefined

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => this.#take(chunk))
    socket.on('error', (error) => this.#waiting?.reject(error))
    socket.on('close', () => this.#waiting?.reject(new Error('The server hung up')))
  }

  static async open(url: string): Promise<Connection> {
    const { hostname, port } = new URL(url)
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    await once(socket, 'connect')
    return new Connection(socket)
  }

  /** Resolves to the answer, which must be a success; for a stream, to its head and its first bytes. */
  async ask(request: string): Promise<Answer> {
    this.#waiting = Promise.withResolvers()
    this.#received = ''
    this.#socket.write(request)
    const answer = await this.#waiting.promise
    this.#waiting = undefined
    const isRefused = !answer.head.startsWith('HTTP/1.1 200') || answer.body.includes('"error"')
    if (isRefused) throw new Error(`Refused: ${answer.head.split('\r\n', 1)[0]} ${answer.body.slice(0, 200)}`)
    return answer
  }

  /** Resolves when the other end has closed too. */
  async close(): Promise<void> {
    if (this.#socket.closed) return
    const closed = once(this.#socket, 'close')
    this.#socket.end()
    this.#socket.resume()
    const giveUp = setTimeout(() => this.#socket.destroy(), 1000)
    await closed
    clearTimeout(giveUp)
  }

  #take(chunk: string): void {
    if (this.#waiting === undefined) return
    this.#received += chunk
    const end = this.#received.indexOf('\r\n\r\n')
    if (end < 0) return
    const head = this.#received.slice(0, end)
    const body = this.#received.slice(end + 4)
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
    const isWhole = length === undefined ? body.includes('\n\n') : body.length >= Number(length)
    if (isWhole) this.#waiting.resolve({ head, body })
  }
}
