import type { Socket } from 'node:net'
import { connect } from 'node:net'
import { once } from 'node:events'

export interface WatchOptions {
  readonly url: string
  readonly path: string
  readonly token: string
  readonly after?: number | undefined
  heard(revision: number): void
}

/** One open stream that records the ids of its events. It does as little as possible, to leave the processor to the server. */
export class Watcher {
  readonly #socket: Socket
  #rest = ''

  private constructor(socket: Socket, heard: (revision: number) => void) {
    this.#socket = socket
    socket.setEncoding('latin1')
    socket.on('error', () => {})
    socket.on('data', (chunk: string) => {
      const lines = (this.#rest + chunk).split('\n')
      this.#rest = lines.pop() ?? ''
      for (const line of lines) if (line.startsWith('id: ')) heard(Number(line.slice(4)))
    })
  }

  static async open({ url, path, token, after, heard }: WatchOptions): Promise<Watcher> {
    const { hostname, port, host } = new URL(url)
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    await once(socket, 'connect')
    const from = after === undefined ? '' : `last-event-id: ${after}\r\n`
    const ready = new Promise<void>((resolve, reject) => {
      let head = ''
      const listen = (chunk: Buffer | string) => {
        head += chunk.toString()
        if (!head.includes(':connected')) return
        socket.off('data', listen)
        resolve()
      }
      socket.on('data', listen)
      socket.once('close', () => reject(new Error(`The stream did not open: ${head.slice(0, 300)}`)))
    })
    const watcher = new Watcher(socket, heard)
    socket.write(
      `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${token}\r\naccept: text/event-stream\r\n${from}\r\n`,
    )
    await ready
    return watcher
  }

  drop(): void {
    this.#socket.destroy()
  }
}
