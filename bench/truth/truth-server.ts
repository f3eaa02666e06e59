import { fork } from 'node:child_process'
import { once } from 'node:events'
import { callTool } from '../tool-calls/call-tool.ts'

/** A server with the truth module, in its own process, so that its processor time can be measured. */
export class TruthServer implements AsyncDisposable {
  readonly #child: ReturnType<typeof fork>
  readonly #url: string
  readonly #token: string

  private constructor(child: ReturnType<typeof fork>, url: string, token: string) {
    this.#child = child
    this.#url = url
    this.#token = token
  }

  /** On PostgreSQL if a URL is given, otherwise on the embedded store in a new folder. */
  static async start(databaseUrl?: string): Promise<TruthServer> {
    const program = new URL('./servers/quipu.ts', import.meta.url)
    const child = fork(program, databaseUrl === undefined ? [] : [databaseUrl], {
      execArgv: ['--disable-warning=ExperimentalWarning'],
    })
    // Safe: the first message of our own program.
    const [{ url, token }] = (await once(child, 'message')) as [{ url: string; token: string }]
    return new TruthServer(child, url, token)
  }

  async call<Answer>(tool: string, input: object): Promise<Answer> {
    // Safe: each tool's answer has the shape of its own contract.
    return (await callTool(`${this.#url}/mcp`, this.#token, tool, input)) as Answer
  }

  /** Processor time of the server so far, in seconds. */
  async cpuSeconds(): Promise<number> {
    this.#child.send('cpu')
    // Safe: a message of our own program.
    const [{ user, system }] = (await once(this.#child, 'message')) as [NodeJS.CpuUsage]
    return (user + system) / 1e6
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.#child, 'exit')
    this.#child.send('end')
    await ended
  }
}
