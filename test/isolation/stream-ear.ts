import { setTimeout as sleep } from 'node:timers/promises'

/** How long is waited for the first of what a stream has to say, and for what comes with it. */
const firstWordMs = 150
const moreWordsMs = 20

/** Listens to a stream of events for as long as it is left open. */
export class StreamEar {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  readonly #begun = Promise.withResolvers<void>()
  #heard = ''
  #read = 0

  private constructor(reader: ReadableStreamDefaultReader<Uint8Array>) {
    this.#reader = reader
    // A connection that is cut is the end of it, too.
    this.#listen().catch(() => {})
  }

  /** Undefined if the answer is not a stream. */
  static at(response: Response): StreamEar | undefined {
    const isStream = response.headers.get('content-type') === 'text/event-stream'
    return isStream && response.body !== null ? new StreamEar(response.body.getReader()) : undefined
  }

  /** What came until now, or within a moment, as a list in JSON. */
  async firstWords(): Promise<string> {
    await Promise.race([this.#begun.promise, sleep(firstWordMs)])
    await sleep(moreWordsMs)
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
      if (this.#heard.includes('data:')) this.#begun.resolve()
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
