import type { JsonObject } from '@quipu/kit'
import type { Visitor } from './open-universe.ts'

export interface Frame {
  readonly event: string
  readonly id: string | undefined
  readonly data: JsonObject
}

/** Reads the events of a universe as a page does. */
export class Watcher implements AsyncDisposable {
  readonly response: Response
  /** Comments as they came. */
  readonly comments: string[] = []
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  readonly #decoder = new TextDecoder()
  readonly #ready: Frame[] = []
  #rest = ''

  private constructor(response: Response) {
    if (response.body === null) throw new Error('The stream has no body')
    this.response = response
    this.#reader = response.body.getReader()
  }

  static async open(
    visitor: Visitor,
    id: string,
    from: { readonly after?: number | string; readonly lastEventId?: number | string } = {},
  ): Promise<Watcher> {
    const response = await ask(visitor, id, from)
    if (response.status !== 200)
      throw new Error(`The stream answered ${response.status}: ${await response.text()}`)
    return new Watcher(response)
  }

  /** The next event of any kind; undefined at the end. */
  async next(): Promise<Frame | undefined> {
    for (;;) {
      const ready = this.#ready.shift()
      if (ready !== undefined) return ready
      const { done, value } = await this.#reader.read()
      if (done) return undefined
      const blocks = (this.#rest + this.#decoder.decode(value, { stream: true })).split('\n\n')
      this.#rest = blocks.pop() ?? ''
      for (const block of blocks) this.#take(block)
    }
  }

  async nextOf(event: string): Promise<Frame> {
    for (;;) {
      const frame = await this.next()
      if (frame === undefined) throw new Error(`The stream ended before ${event}`)
      if (frame.event === event) return frame
    }
  }

  async commands(most: number): Promise<Frame[]> {
    const frames: Frame[] = []
    while (frames.length < most) frames.push(await this.nextOf('command'))
    return frames
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#reader.cancel()
  }

  #take(block: string): void {
    const lines = block.split('\n')
    for (const line of lines) if (line.startsWith(':')) this.comments.push(line)
    const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
    const [event, data] = [field('event'), field('data')]
    if (event === undefined || data === undefined) return
    this.#ready.push({ event, id: field('id'), data: JSON.parse(data) as JsonObject })
  }
}

export function ask(
  { user }: Visitor,
  id: string,
  { after, lastEventId }: { readonly after?: number | string; readonly lastEventId?: number | string } = {},
): Promise<Response> {
  return user.api(
    'GET',
    `/universes/${id}/events${after === undefined ? '' : `?after=${after}`}`,
    undefined,
    lastEventId === undefined ? {} : { 'last-event-id': String(lastEventId) },
  )
}
