import type { ClientRequest, IncomingMessage } from 'node:http'
import { get } from 'node:http'

export interface HeardEvent {
  readonly event: string
  readonly id: string | undefined
  readonly data: string
}

/** Reads a stream of events as a browser does, and can stop reading. */
export class EventReader implements Disposable {
  readonly response: IncomingMessage
  readonly #request: ClientRequest
  readonly events: HeardEvent[] = []
  readonly comments: string[] = []
  /** As it came, for a refusal. */
  text = ''
  /** Milliseconds, if the server has sent it. */
  retry: number | undefined
  /** When the connection was over, however it ended. */
  readonly closed: Promise<void>
  isClosed = false
  /** Of an event that is not complete yet. */
  #rest: string[] = []

  private constructor(request: ClientRequest, response: IncomingMessage) {
    this.#request = request
    this.response = response
    response.setEncoding('utf8')
    response.on('data', (chunk: string) => this.#take(chunk))
    // A connection that is cut is an end like any other here.
    response.on('error', () => {})
    this.closed = new Promise((resolve) => {
      response.on('close', () => {
        this.isClosed = true
        resolve()
      })
    })
  }

  /** Resolves with the head of the answer, whatever its status. */
  static async open(url: string, headers: Record<string, string>): Promise<EventReader> {
    return new Promise((resolve, reject) => {
      const request = get(
        url,
        { headers: { accept: 'text/event-stream', ...headers }, agent: false },
        (response) => resolve(new EventReader(request, response)),
      )
      request.on('error', reject)
    })
  }

  get status(): number {
    return this.response.statusCode ?? 0
  }

  /** The data of every event of this name, parsed. */
  dataOf(name: string): unknown[] {
    return this.events.filter(({ event }) => event === name).map(({ data }) => JSON.parse(data) as unknown)
  }

  async json(): Promise<unknown> {
    await this.closed
    return JSON.parse(this.text)
  }

  pause(): void {
    this.response.pause()
  }

  resume(): void {
    this.response.resume()
  }

  [Symbol.dispose](): void {
    this.#request.destroy()
  }

  #take(chunk: string): void {
    if (this.response.headers['content-type'] !== 'text/event-stream') {
      this.text += chunk
      return
    }
    const wasEnding = this.#rest.at(-1)?.endsWith('\n') === true
    this.#rest.push(chunk)
    // Long events come in many parts, and are put together once.
    if (!chunk.includes('\n\n') && !(wasEnding && chunk.startsWith('\n'))) return
    const frames = this.#rest.join('').split('\n\n')
    this.#rest = [frames.pop() ?? '']
    for (const frame of frames) this.#note(frame)
  }

  #note(frame: string): void {
    const fields = new Map<string, string>()
    for (const line of frame.split('\n')) {
      const [, name = '', value = ''] = /^(\w*): ?(.*)$/s.exec(line) ?? []
      if (name === '') this.comments.push(value)
      else fields.set(name, name === 'data' && fields.has('data') ? `${fields.get('data')}\n${value}` : value)
    }
    if (fields.has('retry')) this.retry = Number(fields.get('retry'))
    const data = fields.get('data')
    if (data !== undefined)
      this.events.push({ event: fields.get('event') ?? 'message', id: fields.get('id'), data })
  }
}
