import { fork } from 'node:child_process'
import { once } from 'node:events'

/** A server with the truth module, in a process of its own so that its processor time can be told. */
export class TruthServer implements AsyncDisposable {
  readonly #child: ReturnType<typeof fork>
  readonly #url: string
  readonly #token: string

  private constructor(child: ReturnType<typeof fork>, url: string, token: string) {
    this.#child = child
    this.#url = url
    this.#token = token
  }

  /** On PostgreSQL where a URL is given, else on the embedded store in a new folder. */
  static async start(databaseUrl?: string): Promise<TruthServer> {
    const program = new URL('./servers/quipu.ts', import.meta.url)
    const child = fork(program, databaseUrl === undefined ? [] : [databaseUrl], {
      execArgv: ['--disable-warning=ExperimentalWarning'],
    })
    // Safe: the first message of our own program.
    const [{ url, token }] = (await once(child, 'message')) as [{ url: string; token: string }]
    return new TruthServer(child, url, token)
  }

  /** One call of a tool over MCP, as an assistant makes it. */
  async call<Answer>(tool: string, input: object): Promise<Answer> {
    const response = await fetch(`${this.#url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${this.#token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': tool,
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: {
          name: tool,
          arguments: input,
          _meta: {
            'io.modelcontextprotocol/protocolVersion': '2026-07-28',
            'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
            'io.modelcontextprotocol/clientCapabilities': {},
          },
        },
      }),
    })
    const text = await response.text()
    // Safe: an answer of our own server; anything else fails at its first use.
    const answer = JSON.parse(text) as { result?: { isError?: boolean; structuredContent: Answer } }
    if (answer.result === undefined || answer.result.isError === true)
      throw new Error(`${tool}: ${text.slice(0, 500)}`)
    return answer.result.structuredContent
  }

  /** Processor time of the server so far, in seconds. */
  async cpuSeconds(): Promise<number> {
    this.#child.send('cpu')
    // Safe: what our own program sends.
    const [{ user, system }] = (await once(this.#child, 'message')) as [NodeJS.CpuUsage]
    return (user + system) / 1e6
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.#child, 'exit')
    this.#child.send('end')
    await ended
  }
}
