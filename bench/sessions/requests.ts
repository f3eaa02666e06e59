const legacyVersion = '2025-11-25'
const modernVersion = '2026-07-28'
const meta = {
  'io.modelcontextprotocol/protocolVersion': modernVersion,
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
}
const clientInfo = { name: 'bench', version: '1' }
const hello = { protocolVersion: legacyVersion, capabilities: { elicitation: { form: {} } }, clientInfo }
const echo = { name: 'echo', arguments: { text: 'hello' } }

/** Requests of one user to one server, as the bytes sent. */
export class Requests {
  readonly #path: string
  readonly #head: readonly string[]

  constructor(url: string, token: string) {
    const { host, pathname } = new URL(url)
    this.#path = pathname
    this.#head = [
      `host: ${host}`,
      `authorization: Bearer ${token}`,
      'accept: application/json, text/event-stream',
      'user-agent: bench/1',
    ]
  }

  initialize(): string {
    return this.#post('initialize', hello, [])
  }

  legacyCall(session: string): string {
    return this.#post('tools/call', echo, this.#legacy(session))
  }

  modernCall(): string {
    const fields = this.#modern('tools/call')
    return this.#post('tools/call', { ...echo, _meta: meta }, [...fields, 'mcp-name: echo'])
  }

  listen(): string {
    const params = { notifications: { toolsListChanged: true }, _meta: meta }
    return this.#post('subscriptions/listen', params, this.#modern('subscriptions/listen'))
  }

  standaloneStream(session = 'none'): string {
    return this.#text('GET', this.#legacy(session))
  }

  terminate(session: string): string {
    return this.#text('DELETE', this.#legacy(session))
  }

  #legacy(session: string): readonly string[] {
    return [`mcp-session-id: ${session}`, `mcp-protocol-version: ${legacyVersion}`]
  }

  #modern(method: string): readonly string[] {
    return [`mcp-protocol-version: ${modernVersion}`, `mcp-method: ${method}`]
  }

  #post(method: string, params: object, fields: readonly string[]): string {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const length = Buffer.byteLength(body)
    return this.#text(
      'POST',
      [...fields, 'content-type: application/json', `content-length: ${length}`],
      body,
    )
  }

  #text(method: string, fields: readonly string[], body = ''): string {
    return [`${method} ${this.#path} HTTP/1.1`, ...this.#head, ...fields, '', body].join('\r\n')
  }
}

/** The session id in the server's answer to `initialize`. */
export function sessionOf(head: string): string {
  const id = /\r\nmcp-session-id: (\S+)/i.exec(head)?.[1]
  if (id === undefined) throw new Error('The server began no session')
  return id
}
