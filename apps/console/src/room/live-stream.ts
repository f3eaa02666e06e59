import { readUniverse, eventsAddress } from '../api/universes.ts'
import { asProblem } from '../api/problem.ts'
import type { CommandEvent, Dropped, Presence } from '../wire.ts'
import { afterDrop, waitBefore, type Connection } from './connection.ts'

export interface LiveHandlers {
  command(event: CommandEvent): void
  people(people: readonly Presence[]): void
  renamed(name: string): void
  connection(connection: Connection): void
  /** Up to which revision everything is known. */
  revision(): number
}

/**
 * The universe's event stream. The browser itself comes back after a lost connection and says which event it saw last;
 * where it gives up, because the server answered with an error, this looks whether the universe is still there.
 */
export class LiveStream {
  readonly #id: string
  readonly #handlers: LiveHandlers
  #source: EventSource | undefined
  #timer: number | undefined
  #attempt = 0
  #isClosed = false

  constructor(id: string, handlers: LiveHandlers) {
    this.#id = id
    this.#handlers = handlers
    this.#open()
  }

  close(): void {
    this.#isClosed = true
    window.clearTimeout(this.#timer)
    this.#source?.close()
  }

  #open(): void {
    const source = new EventSource(eventsAddress(this.#id, this.#handlers.revision()))
    this.#source = source
    source.addEventListener('open', () => {
      this.#attempt = 0
      this.#handlers.connection({ kind: 'live' })
    })
    source.addEventListener('error', () => this.#lost(source))
    source.addEventListener('command', (event) => this.#handlers.command(told<CommandEvent>(event)))
    source.addEventListener('presence', (event) =>
      this.#handlers.people(told<{ people: Presence[] }>(event).people),
    )
    source.addEventListener('universe', (event) => this.#handlers.renamed(told<{ name: string }>(event).name))
    source.addEventListener('dropped', (event) => this.#dropped(told<Dropped>(event)))
  }

  #dropped({ reason, message }: Dropped): void {
    const connection = afterDrop(reason, message)
    this.#handlers.connection(connection)
    if (connection.kind === 'gone') this.close()
  }

  #lost(source: EventSource): void {
    if (this.#isClosed) return
    this.#handlers.connection({ kind: 'reconnecting' })
    if (source.readyState !== EventSource.CLOSED) return
    this.#timer = window.setTimeout(() => void this.#again(), waitBefore(this.#attempt++))
  }

  async #again(): Promise<void> {
    try {
      await readUniverse(this.#id)
    } catch (caught) {
      const { status, message, next } = asProblem(caught)
      if (status === 401 || status === 404) {
        this.#handlers.connection({
          kind: 'gone',
          words: message,
          next: next === 'signIn' ? 'signIn' : 'back',
        })
        this.close()
      } else if (!this.#isClosed)
        this.#timer = window.setTimeout(() => void this.#again(), waitBefore(this.#attempt++))
      return
    }
    if (!this.#isClosed) this.#open()
  }
}

/** The server writes each event's data as the contract says. */
function told<Told>(event: MessageEvent<string>): Told {
  return JSON.parse(event.data) as Told
}
