export interface Received {
  readonly id: string | undefined
  readonly message: {
    readonly method?: string
    readonly id?: string | number
    readonly params?: Readonly<Record<string, unknown>>
    readonly result?: Readonly<Record<string, unknown>>
    readonly error?: { readonly code: number; readonly message: string }
  }
}

/** A legacy client that sends exactly what the test says. */
export class LegacyClient {
  readonly #url: string
  readonly #token: string
  session: string | undefined

  constructor(url: string, token: string, session?: string) {
    this.#url = url
    this.#token = token
    this.session = session
  }

  async hello(
    capabilities: object = {},
    clientInfo: unknown = { name: 'test', version: '1' },
  ): Promise<this> {
    const params = { protocolVersion: '2025-11-25', capabilities, clientInfo }
    const response = await this.send('POST', { id: 0, method: 'initialize', params })
    await response.text()
    this.session = response.headers.get('mcp-session-id') ?? undefined
    return this
  }

  send(method: string, message?: object, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(this.#url, {
      method,
      headers: {
        authorization: `Bearer ${this.#token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(this.session === undefined ? {} : { 'mcp-session-id': this.session }),
        ...headers,
      },
      ...(message === undefined ? {} : { body: JSON.stringify({ jsonrpc: '2.0', ...message }) }),
    })
  }

  /** One request with its answer, which must not be a stream. */
  async rpc(method: string, params: object = {}, id: string | number = 1): Promise<Received['message']> {
    const response = await this.send('POST', { id, method, params })
    return (await response.json()) as Received['message']
  }

  async status(method = 'ping'): Promise<number> {
    const response = await this.send('POST', { id: 1, method })
    await response.body?.cancel()
    return response.status
  }
}

/** Reads a stream event by event; never waits longer than it must. */
export class EventReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  readonly #decoder = new TextDecoder()
  readonly #ready: Received[] = []
  #rest = ''

  constructor(response: Response) {
    if (response.body === null) throw new Error('The answer has no body')
    this.#reader = response.body.getReader()
  }

  /** The next event that carries a message; undefined at the end. */
  async next(): Promise<Received | undefined> {
    for (;;) {
      const ready = this.#ready.shift()
      if (ready !== undefined) return ready
      const { done, value } = await this.#reader.read()
      if (done) return undefined
      const frames = (this.#rest + this.#decoder.decode(value, { stream: true })).split('\n\n')
      this.#rest = frames.pop() ?? ''
      this.#ready.push(...frames.map(received).filter(({ message }) => Object.keys(message).length > 0))
    }
  }

  async rest(): Promise<Received[]> {
    const all: Received[] = []
    for (let one = await this.next(); one !== undefined; one = await this.next()) all.push(one)
    return all
  }

  async hangUp(): Promise<void> {
    await this.#reader.cancel()
  }
}

function received(frame: string): Received {
  const data = /^data: (.*)$/m.exec(frame)?.[1]
  return {
    id: /^id: (.*)$/m.exec(frame)?.[1],
    message: data === undefined || data === '' ? {} : (JSON.parse(data) as Received['message']),
  }
}
