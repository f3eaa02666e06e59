import { readUniverse, eventsAddress } from '../../api/universes.ts'
import { asProblem } from '../../api/problem.ts'
import type { CommandEvent, Dropped, Presence } from '../../api/wire.ts'
import { afterDrop, waitBefore, type Connection } from './connection.ts'

export interface LiveHandlers {
  command(event: CommandEvent): void
  people(people: readonly Presence[]): void
  renamed(name: string): void
  connection(connection: Connection): void
  /** Everything up to this revision is known. */
  revision(): number
}

/**
 * The universe's event stream. The browser reconnects after a lost connection and sends the id of the last event it saw.
 * When it gives up because the server answered with an error, this class checks whether the universe still exists.
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
    source.addEventListener('command', (event) => this.#handlers.command(dataOf<CommandEvent>(event)))
    source.addEventListener('presence', (event) =>
      this.#handlers.people(dataOf<{ people: Presence[] }>(event).people),
    )
    source.addEventListener('universe', (event) =>
      this.#handlers.renamed(dataOf<{ name: string }>(event).name),
    )
    source.addEventListener('dropped', (event) => this.#dropped(dataOf<Dropped>(event)))
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

/** Safe: the server writes the data of each event as the contract defines it. */
function dataOf<Data>(event: MessageEvent<string>): Data {
  return JSON.parse(event.data) as Data
}
