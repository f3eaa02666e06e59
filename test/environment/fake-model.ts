import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

export interface ModelCall {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: Readonly<Record<string, unknown>>
  /** The prompt that the model got, in either wire format. */
  readonly prompt: string
}

/** Readings or a narrative to give; or what to do instead. */
type Turn =
  | { readonly readings: readonly object[] }
  | { readonly narrative: string }
  | ((response: ServerResponse) => void)

/** A server that speaks the wire formats of OpenAI's chat completions and Anthropic's messages. */
export class FakeModel implements AsyncDisposable {
  readonly calls: ModelCall[] = []
  /** Taken one after the other; the last one stays. */
  turns: Turn[] = [{ readings: [] }]
  readonly #server = createServer((request, response) => {
    this.#serve(request, response).catch((error: unknown) => response.destroy(error as Error))
  })

  static async start(): Promise<FakeModel> {
    const fake = new FakeModel()
    fake.#server.listen(0, '127.0.0.1')
    await once(fake.#server, 'listening')
    return fake
  }

  get url(): string {
    // It listens.
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = (await json(request)) as Readonly<Record<string, unknown>>
    const path = request.url ?? ''
    const prompt = JSON.stringify([asked['system'], asked['messages']])
    this.calls.push({ path, headers: request.headers, body: asked, prompt })
    const turn = (this.turns.length > 1 ? this.turns.shift() : this.turns[0]) ?? { readings: [] }
    if (typeof turn === 'function') return turn(response)
    const isNarrative = 'narrative' in turn
    const said = isNarrative ? turn : { readings: turn.readings.map((query) => ({ query })) }
    const name = isNarrative ? 'give_narrative' : 'give_readings'
    const body = path.endsWith('/v1/messages')
      ? ofAnthropic(said, 'tool_use', name)
      : ofOpenAi(JSON.stringify(said))
    sendJson(response, 200, body)
  }
}

export function ofOpenAi(content: string, finish_reason = 'stop'): object {
  const message = { role: 'assistant', content, refusal: null }
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    choices: [{ index: 0, message, finish_reason }],
    usage: {},
  }
}

export function ofAnthropic(input: unknown, stop_reason = 'tool_use', name = 'give_readings'): object {
  const content = [{ type: 'tool_use', id: 'toolu_1', name, input }]
  return { id: 'msg_1', type: 'message', role: 'assistant', content, stop_reason, usage: {} }
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}
