import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { pipeline } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

/** A TCP proxy before a server, which can be slow, fall silent and break. */
export class Line implements AsyncDisposable {
  /** Each chunk that passes, in either direction, is delayed by this much. */
  delayMs = 0
  /** How many chunks wait for the line to be mended. */
  held = 0
  /** Asked before each piece that passes, in either direction: true ends its connection there. */
  breaks: () => boolean = () => false
  readonly #target: URL
  readonly #server = createServer((socket) => this.#accept(socket))
  readonly #sockets = new Set<Socket>()
  #isCut = false
  #silence: PromiseWithResolvers<void> | undefined

  static async to(url: string): Promise<Line> {
    const line = new Line(url)
    line.#server.listen(0, '127.0.0.1')
    await once(line.#server, 'listening')
    return line
  }

  private constructor(url: string) {
    this.#target = new URL(url)
  }

  /** The server's URL, by way of this line. */
  get url(): string {
    const url = new URL(this.#target)
    url.hostname = '127.0.0.1'
    // It listens on a port, so the address is not that of a pipe, and it is open.
    url.port = String((this.#server.address() as AddressInfo).port)
    return url.href
  }

  /** Ends every connection, and each new one until it is mended. */
  cut(): void {
    this.#isCut = true
    for (const socket of this.#sockets) socket.destroy()
  }

  /** Connections stay, and new ones are made, but nothing passes until it is mended. */
  fallSilent(): void {
    this.#silence ??= Promise.withResolvers()
  }

  mend(): void {
    this.#isCut = false
    this.delayMs = 0
    this.#silence?.resolve()
    this.#silence = undefined
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut()
    this.#silence?.resolve()
    this.#server.close()
  }

  #accept(near: Socket): void {
    if (this.#isCut) return void near.destroy()
    const far = connect(Number(this.#target.port), this.#target.hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(from)
      from.once('close', () => this.#sockets.delete(from))
      const pass = (pieces: AsyncIterable<Buffer>) => this.#pass(pieces)
      // Whatever ends one of the two ends the other.
      pipeline(from, pass, to, () => to.destroy())
    }
  }

  async *#pass(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const piece of pieces) {
      await this.#hold()
      if (this.breaks()) return
      yield piece
    }
  }

  async #hold(): Promise<void> {
    if (this.delayMs > 0) await sleep(this.delayMs)
    if (this.#silence === undefined) return
    this.held += 1
    await this.#silence.promise
    this.held -= 1
  }
}
