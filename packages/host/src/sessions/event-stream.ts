import type { ServerResponse } from 'node:http'

const mostEvents = 500
const retryMs = 1000

interface Event {
  readonly number: number
  readonly json: string
}

/** Messages of one legacy stream, numbered and kept, so that a client that lost its connection can go on from where it was. */
export class EventStream {
  readonly id: string
  readonly #events: Event[] = []
  #response: ServerResponse | undefined
  #last = 0
  #sent = 0
  #connections = 0
  #isEnded = false

  constructor(id: string) {
    this.id = id
  }

  /** A connection that names no event gets what none has had yet, and first an id, so that even an empty stream can be resumed. */
  attach(response: ServerResponse, afterEventId?: string): void {
    this.#response?.end()
    this.#response = response
    response.on('close', () => {
      if (this.#response === response) this.#response = undefined
    })
    const known = afterEventId === undefined ? this.#sent : numberOf(afterEventId)
    this.#connections += 1
    if (afterEventId === undefined) {
      response.write(`id: ${this.id}.${known}-${this.#connections}\nretry: ${retryMs}\ndata: \n\n`)
    }
    for (const event of this.#events) if (event.number > known) this.#write(response, event)
    if (this.#isEnded) response.end()
  }

  send(json: string): void {
    if (this.#isEnded) return
    this.#last += 1
    const event = { number: this.#last, json }
    this.#events.push(event)
    if (this.#events.length > mostEvents) this.#events.shift()
    if (this.#response !== undefined) this.#write(this.#response, event)
  }

  end(): void {
    this.#isEnded = true
    this.#response?.end()
    this.#response = undefined
  }

  keepAlive(): void {
    this.#response?.write(':\n\n')
  }

  #write(response: ServerResponse, { number, json }: Event): void {
    this.#sent = Math.max(this.#sent, number)
    response.write(`id: ${this.id}.${number}\nevent: message\ndata: ${json}\n\n`)
  }
}

export function streamOf(eventId: string): string {
  return eventId.slice(0, eventId.lastIndexOf('.'))
}

/** Nothing for an id that was never given: then everything is news. */
function numberOf(eventId: string): number {
  return Number.parseInt(eventId.slice(eventId.lastIndexOf('.') + 1), 10) || 0
}
