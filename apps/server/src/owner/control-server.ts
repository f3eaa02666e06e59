import { once } from 'node:events'
import { chmodSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import type { Log } from '@quipu/kit'
import type { Workplace } from '../operations/operation.ts'
import { protocol, writeFrame, type OwnerKind } from './frames.ts'
import { Guest } from './guest.ts'
import { claimSocketPath, forgetOwner, writeOwner } from './owner-file.ts'

export interface Identity {
  readonly kind: OwnerKind
  readonly url?: string | undefined
}

/** The owner's side of the control socket: serves guests for as long as this process has the store open. */
export class ControlServer {
  readonly #server: Server
  readonly #guests = new Set<Guest>()
  readonly #dataFolder: string
  readonly #path: string

  private constructor(dataFolder: string, path: string, server: Server) {
    this.#dataFolder = dataFolder
    this.#path = path
    this.#server = server
  }

  /** Call only while holding the folder's lock: files of a former owner are removed. */
  static async listen(options: {
    readonly dataFolder: string
    readonly identity: Identity
    readonly workplace: Workplace
    readonly log: Log
    /** Another process wants the folder. Refused unless given. */
    readonly onHandOver?: (() => void) | undefined
  }): Promise<ControlServer> {
    const { dataFolder, identity, workplace, log } = options
    const path = claimSocketPath(dataFolder)
    const server = createServer()
    const control = new ControlServer(dataFolder, path, server)
    server.on('connection', (socket: Socket) => {
      writeFrame(socket, {
        type: 'hello',
        protocol,
        pid: process.pid,
        kind: identity.kind,
        url: identity.url,
      })
      const guest = new Guest(socket, { workplace, log, onHandOver: options.onHandOver })
      control.#guests.add(guest)
      socket.once('close', () => control.#guests.delete(guest))
    })
    // Nobody else may connect even for the moment between listening and the change of mode below.
    const mask = process.umask(0o177)
    try {
      server.listen(path)
    } finally {
      process.umask(mask)
    }
    await once(server, 'listening')
    chmodSync(path, 0o600)
    writeOwner(dataFolder, { pid: process.pid, kind: identity.kind, url: identity.url, socket: path })
    return control
  }

  /** Accepts no new work, and resolves when everything under way is done, or has taken longer than `timeoutMs`. */
  async leave(to: 'server' | 'anyone', timeoutMs: number): Promise<void> {
    // Also removes the path, so that the next owner's socket is never mistaken for ours.
    this.#server.close()
    for (const guest of this.#guests) guest.announceLeaving(to)
    const idle = Promise.all([...this.#guests].map((guest) => guest.idle()))
    await Promise.race([idle, delay(timeoutMs)])
  }

  /** Hangs up on everyone but the one that asked to take over: it waits for the lock, which is released later. */
  async disconnect(): Promise<void> {
    const leaving = [...this.#guests].filter((guest) => !guest.isSuccessor)
    await Promise.all(leaving.map((guest) => guest.hangUp()))
    forgetOwner(this.#dataFolder, this.#path)
  }

  /** Call when the lock is released. */
  async dismissSuccessor(): Promise<void> {
    await Promise.all([...this.#guests].map((guest) => guest.hangUp()))
  }
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}
