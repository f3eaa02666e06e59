import type { TestUser } from '../environment/test-user.ts'

/** Listens to changes of resources, as a modern client does, and notes their addresses. */
export class Ear {
  readonly heard: string[] = []
  readonly #marker: string | undefined
  #isMarked = Promise.withResolvers<void>()
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined

  /** A change of the marker ends what is heard until then. It is not noted. */
  constructor(marker?: string) {
    this.#marker = marker
  }

  async listen(user: TestUser, uris: readonly string[]): Promise<void> {
    const response = await user.post('subscriptions/listen', {
      notifications: { resourceSubscriptions: this.#marker === undefined ? uris : [...uris, this.#marker] },
    })
    this.#reader = response.body?.getReader()
    if (this.#reader === undefined || !response.ok) throw new Error(`Cannot listen: ${response.status}`)
    void this.#read(this.#reader)
  }

  /** Resolves once a change of the marker is heard, and so everything that was sent before it. */
  async hearMarker(): Promise<void> {
    await this.#isMarked.promise
    this.#isMarked = Promise.withResolvers()
  }

  async close(): Promise<void> {
    await this.#reader?.cancel()
  }

  async #read(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder()
    let rest = ''
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const frames = (rest + decoder.decode(value, { stream: true })).split('\n\n')
      rest = frames.pop() ?? ''
      for (const frame of frames) this.#note(frame)
    }
  }

  #note(frame: string): void {
    const data = /^data: (.*)$/m.exec(frame)?.[1]
    if (data === undefined) return
    const { method, params } = JSON.parse(data) as { method?: string; params?: { uri?: string } }
    if (method !== 'notifications/resources/updated') return
    if (params?.uri === this.#marker) this.#isMarked.resolve()
    else this.heard.push(params?.uri ?? '')
  }
}
