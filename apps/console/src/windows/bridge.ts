/** What a client sends to a window (MCP Apps): the input and answer of the tool, and the theme. */
export interface Listener {
  onInput(input: Readonly<Record<string, unknown>>): void
  onResult(result: ToolResult): void
  onTheme(theme: 'light' | 'dark'): void
}

/** The answer of a tool, as clients receive it. */
export interface ToolResult {
  readonly structuredContent?: unknown
  readonly isError?: boolean
  readonly content?: readonly { readonly text?: string }[]
}

const protocolVersion = '2026-01-26'
const helloId = 1

interface Waiting {
  resolve(result: ToolResult): void
  reject(error: Error): void
}

/**
 * Exchanges messages with the client around the window, only those that our windows need. The official library has twice
 * the size that a window may have.
 */
export class Bridge {
  readonly #client: Window
  readonly #waiting = new Map<number, Waiting>()
  #lastId = helloId

  constructor(client: Window) {
    this.#client = client
  }

  /** Returns a function that stops it. */
  listen(listener: Listener): () => void {
    const hear = ({ data, source }: MessageEvent<unknown>) => {
      if (source === this.#client && isRecord(data)) this.#take(data, listener)
    }
    window.addEventListener('message', hear)
    this.#send({
      id: helloId,
      method: 'ui/initialize',
      params: { appInfo: { name: 'quipu', version: '1' }, appCapabilities: {}, protocolVersion },
    })
    return () => window.removeEventListener('message', hear)
  }

  tellSize(width: number, height: number): void {
    this.#send({ method: 'ui/notifications/size-changed', params: { width, height } })
  }

  /** Has the client call a tool of the server. Throws the message of a refusal. */
  async call(name: string, input: object): Promise<unknown> {
    const id = ++this.#lastId
    const result = await new Promise<ToolResult>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.#send({ id, method: 'tools/call', params: { name, arguments: input } })
    })
    if (result.isError === true) throw new Error(result.content?.[0]?.text ?? `${name} was refused`)
    return result.structuredContent
  }

  #take(message: Readonly<Record<string, unknown>>, listener: Listener): void {
    const { id, method, params } = message
    if (method === undefined) return this.#settle(message, listener)
    if (method === 'ui/notifications/host-context-changed') return hearTheme(params, listener)
    if (method === 'ui/notifications/tool-input' && isRecord(params))
      return listener.onInput(isRecord(params['arguments']) ? params['arguments'] : {})
    if (method === 'ui/notifications/tool-result' && isRecord(params)) return listener.onResult(params)
    // Any other request, such as a ping or a teardown, gets an empty answer.
    if (id !== undefined) this.#send({ id, result: {} })
  }

  #settle({ id, result, error }: Readonly<Record<string, unknown>>, listener: Listener): void {
    if (id === helloId && isRecord(result)) {
      hearTheme(result['hostContext'], listener)
      return this.#send({ method: 'ui/notifications/initialized', params: {} })
    }
    const waiting = typeof id === 'number' ? this.#waiting.get(id) : undefined
    if (waiting === undefined) return
    this.#waiting.delete(Number(id))
    if (isRecord(result)) waiting.resolve(result)
    else waiting.reject(new Error(isRecord(error) ? String(error['message']) : 'The client gave no answer'))
  }

  #send(message: Readonly<Record<string, unknown>>): void {
    // A sandboxed window has no origin and does not know the client's.
    this.#client.postMessage({ jsonrpc: '2.0', ...message }, '*')
  }
}

function hearTheme(context: unknown, listener: Listener): void {
  const theme = isRecord(context) ? context['theme'] : undefined
  if (theme === 'light' || theme === 'dark') listener.onTheme(theme)
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
