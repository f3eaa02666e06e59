/** What a client sends to a window (MCP Apps): the answer of the tool, and the colours that are on. */
export interface Listener {
  onResult(result: { readonly structuredContent?: unknown }): void
  onTheme(theme: 'light' | 'dark'): void
}

const protocolVersion = '2026-01-26'
const helloId = 1

/**
 * Speaks with the client around the window, in the few messages that a window without actions needs. The official
 * library has twice the size that a window may have.
 */
export class Bridge {
  readonly #client: Window

  constructor(client: Window) {
    this.#client = client
  }

  /** Gives a way to stop. */
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

  #take(message: Readonly<Record<string, unknown>>, listener: Listener): void {
    const { id, method, params, result } = message
    if (id === helloId && isRecord(result)) {
      hearTheme(result['hostContext'], listener)
      return this.#send({ method: 'ui/notifications/initialized', params: {} })
    }
    if (method === 'ui/notifications/host-context-changed') return hearTheme(params, listener)
    if (method === 'ui/notifications/tool-result' && isRecord(params)) return listener.onResult(params)
    // Any other request, such as a ping or a farewell, has nothing to say here.
    if (method !== undefined && id !== undefined) this.#send({ id, result: {} })
  }

  #send(message: Readonly<Record<string, unknown>>): void {
    // A window without an origin of its own does not know the client's.
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
