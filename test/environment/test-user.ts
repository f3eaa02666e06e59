const version = '2026-07-28'

export interface ToolAnswer {
  readonly isError: boolean
  /** The structured content. */
  readonly body: { readonly status: string; readonly message: string; readonly data: never }
  readonly meta: Readonly<Record<string, unknown>>
  readonly raw: Readonly<Record<string, unknown>>
}

/** Someone with an account, who speaks to the front door as a modern client does. */
export class TestUser {
  readonly id: string
  readonly email: string
  readonly token: string
  readonly #url: string
  readonly #path: string

  constructor(init: { id: string; email: string; token: string; url: string; path: string }) {
    this.id = init.id
    this.email = init.email
    this.token = init.token
    this.#url = init.url
    this.#path = init.path
  }

  /** One POST, with the headers and `_meta` that the protocol asks for unless `more` says otherwise. */
  async post(
    method: string,
    params: object = {},
    more: { headers?: Record<string, string>; search?: string; signal?: AbortSignal } = {},
  ) {
    const named = params as { name?: string; uri?: string }
    const name = named.name ?? named.uri
    return fetch(this.#url + (this.#path || '/mcp') + (more.search ?? ''), {
      method: 'POST',
      ...(more.signal === undefined ? {} : { signal: more.signal }),
      headers: {
        authorization: `Bearer ${this.token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': version,
        'mcp-method': method,
        ...(name === undefined ? {} : { 'mcp-name': headerValue(name) }),
        ...more.headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { _meta: meta, ...params } }),
    })
  }

  async rpc(method: string, params: object = {}, more: { search?: string } = {}): Promise<RpcAnswer> {
    const response = await this.post(method, params, more)
    return (await response.json()) as RpcAnswer
  }

  async call(tool: string, input: object = {}, more: { search?: string } = {}): Promise<ToolAnswer> {
    const { result, error } = await this.rpc('tools/call', { name: tool, arguments: input }, more)
    if (result === undefined) throw new Error(`${tool} answered with an RPC error: ${JSON.stringify(error)}`)
    return {
      isError: result['isError'] === true,
      body: result['structuredContent'] as ToolAnswer['body'],
      meta: result['_meta'] as ToolAnswer['meta'],
      raw: result,
    }
  }

  /** A REST call with a body of bytes. */
  send(
    method: string,
    path: string,
    body: string | Uint8Array<ArrayBuffer> | ReadableStream,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    const authorization = `Bearer ${this.token}`
    return fetch(this.#url + path, {
      method,
      headers: { authorization, ...headers },
      body,
      duplex: 'half',
    } as RequestInit)
  }

  /** A REST call; the token must be for the installation itself (`path: ''`). */
  async api(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    return fetch(this.#url + path, {
      method,
      headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  }
}

export interface RpcAnswer {
  readonly id?: unknown
  readonly result?: Readonly<Record<string, unknown>>
  readonly error?: {
    readonly code: number
    readonly message: string
    readonly data?: Readonly<Record<string, unknown>>
  }
}

export const meta = {
  'io.modelcontextprotocol/protocolVersion': version,
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
}

function headerValue(text: string): string {
  const isPlain = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !text.startsWith('=?base64?')
  return isPlain ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`
}
