import type { ServerResponse } from 'node:http'

const mostEvents = 500
const retryMs = 1000

/** Messages of one legacy stream, numbered and kept, so that a client that lost its connection can go on from where it was. */
export class EventStream {
  readonly id: string
  readonly #events: { readonly id: string; readonly json: string }[] = []
  #response: ServerResponse | undefined
  #count = 0
  #isEnded = false

  constructor(id: string) {
    this.id = id
  }

  /** Events before the first message carry an id too, so that even an empty stream can be resumed. */
  attach(response: ServerResponse, afterEventId?: string): void {
    this.#response?.end()
    this.#response = response
    response.on('close', () => {
      if (this.#response === response) this.#response = undefined
    })
    if (afterEventId === undefined) {
      response.write(`id: ${this.#nextId()}\nretry: ${retryMs}\ndata: \n\n`)
    }
    const from = afterEventId === undefined ? 0 : this.#events.findIndex(({ id }) => after(id, afterEventId))
    if (from >= 0) for (const event of this.#events.slice(from)) response.write(frame(event))
    if (this.#isEnded) response.end()
  }

  send(json: string): void {
    if (this.#isEnded) return
    const event = { id: this.#nextId(), json }
    this.#events.push(event)
    if (this.#events.length > mostEvents) this.#events.shift()
    this.#response?.write(frame(event))
  }

  /** Lets the connection go while the work goes on; the client comes back for the rest. */
  release(): void {
    this.#response?.end()
    this.#response = undefined
  }

  end(): void {
    this.#isEnded = true
    this.release()
  }

  get isAttached(): boolean {
    return this.#response !== undefined
  }

  keepAlive(): void {
    this.#response?.write(':\n\n')
  }

  #nextId(): string {
    this.#count += 1
    return `${this.id}.${this.#count}`
  }
}

export function streamOf(eventId: string): string {
  return eventId.slice(0, eventId.lastIndexOf('.'))
}

function after(id: string, known: string): boolean {
  return Number(id.slice(id.lastIndexOf('.') + 1)) > Number(known.slice(known.lastIndexOf('.') + 1))
}

function frame({ id, json }: { readonly id: string; readonly json: string }): string {
  return `id: ${id}\nevent: message\ndata: ${json}\n\n`
}
