import { once } from 'node:events'
import { renameSync } from 'node:fs'
import { createConnection, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** Stands before an owner's control socket and keeps every answer to a client from arriving. */
export class DeafProxy {
  /** Resolves when the owner has answered a client; the client does not get the answer. */
  readonly swallowed: Promise<void>
  readonly #server: Server
  readonly #guests = new Set<Socket>()

  private constructor(server: Server, owner: string) {
    this.#server = server
    const { promise, resolve } = Promise.withResolvers<void>()
    this.swallowed = promise
    server.on('connection', (guest: Socket) => {
      this.#guests.add(guest)
      const upstream = createConnection(owner)
      for (const socket of [guest, upstream]) socket.on('error', () => {})
      guest.pipe(upstream)
      createInterface({ input: upstream }).on('line', (frame) => {
        if (frame.startsWith('{"type":"line"')) resolve()
        else guest.write(`${frame}\n`)
      })
    })
  }

  static async listen(dataFolder: string): Promise<DeafProxy> {
    const path = join(dataFolder, 'control.sock')
    const owner = join(dataFolder, 'moved.sock')
    renameSync(path, owner)
    const proxy = new DeafProxy(createServer(), owner)
    proxy.#server.listen(path)
    await once(proxy.#server, 'listening')
    return proxy
  }

  close(): void {
    this.#server.close()
    for (const guest of this.#guests) guest.destroy()
  }
}
