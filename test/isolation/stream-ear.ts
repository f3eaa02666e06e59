/** Streams that send nothing until something is done. Every other stream begins with an event. */
const silentAtFirst: readonly string[] = ['/api/data-agent/progress/']

/** Listens to a stream of events for as long as it is left open. */
export class StreamEar {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  readonly #begun = Promise.withResolvers<void>()
  /** What it has sent once it has begun. */
  readonly #beginning: string
  #heard = ''
  #read = 0

  private constructor(reader: ReadableStreamDefaultReader<Uint8Array>, beginning: string) {
    this.#reader = reader
    this.#beginning = beginning
    // A connection that is cut is the end of it, too.
    this.#listen()
      .catch(() => {})
      .finally(() => this.#begun.resolve())
  }

  /** Undefined if the answer is not a stream. */
  static at(response: Response): StreamEar | undefined {
    const isStream = response.headers.get('content-type') === 'text/event-stream'
    if (!isStream || response.body === null) return undefined
    const { pathname } = new URL(response.url)
    const isSilent = silentAtFirst.some((path) => pathname.startsWith(path))
    return new StreamEar(response.body.getReader(), isSilent ? 'retry:' : 'data:')
  }

  /** What came until now, and at least the first event, as a list in JSON. */
  async firstWords(): Promise<string> {
    await this.#begun.promise
    this.#read = this.#heard.length
    return JSON.stringify(eventsIn(this.#heard))
  }

  /** What came since this, or the first words, were asked for last; as it came. */
  news(): string {
    const news = this.#heard.slice(this.#read)
    this.#read = this.#heard.length
    return news
  }

  async close(): Promise<void> {
    await this.#reader.cancel()
  }

  async #listen(): Promise<void> {
    const decoder = new TextDecoder()
    for (;;) {
      const { done, value } = await this.#reader.read()
      if (done) return
      this.#heard += decoder.decode(value, { stream: true })
      if (this.#heard.includes(this.#beginning)) this.#begun.resolve()
    }
  }
}

function eventsIn(text: string): object[] {
  return text.split('\n\n').flatMap((frame) => {
    const lines = frame.split('\n').map((line) => /^(event|id|data): (.*)$/.exec(line))
    const fields = lines.flatMap((found) =>
      found === null ? [] : [[found[1] ?? '', valueOf(found[2] ?? '')]],
    )
    return fields.length === 0 ? [] : [Object.fromEntries(fields) as object]
  })
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
