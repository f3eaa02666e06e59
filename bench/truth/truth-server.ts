import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { temporaryFolder } from '../../test/environment/places.ts'
import { callTool } from '../tool-calls/call-tool.ts'

/** A server with the truth module, in its own process, so that its processor time can be measured. */
export class TruthServer implements AsyncDisposable {
  readonly #databaseUrl: string
  readonly #folder = temporaryFolder()
  #running: Running | undefined

  private constructor(databaseUrl: string) {
    this.#databaseUrl = databaseUrl
  }

  /** On PostgreSQL where a URL is given, else on the embedded store in a new folder. */
  static async start(databaseUrl = ''): Promise<TruthServer> {
    const server = new TruthServer(databaseUrl)
    server.#running = await server.#fork([])
    return server
  }

  /** Starts again with so many copies of all that is known. */
  async startWithCopies(copies: number, edges: number): Promise<void> {
    const { userId } = this.#place
    await this.#end()
    this.#running = await this.#fork([userId, String(copies), String(edges)])
  }

  async call<Answer>(tool: string, input: object): Promise<Answer> {
    const { url, token } = this.#place
    for (let attempt = 1; ; attempt += 1) {
      try {
        // Safe: each tool's answer has the shape of its own contract.
        return (await callTool(`${url}/mcp`, token, tool, input)) as Answer
      } catch (error) {
        // On a busy machine a large table may be tended for longer than a call waits. Nothing of the call was done.
        const isBusy = error instanceof Error && /UNAVAILABLE|retryable/.test(error.message)
        if (!isBusy || attempt === mostAttempts) throw error
        await pause(1000)
      }
    }
  }

  /** Processor time of the server so far, in seconds. */
  async cpuSeconds(): Promise<number> {
    const { child } = this.#place
    child.send('cpu')
    // Safe: what our own program sends.
    const [{ user, system }] = (await once(child, 'message')) as [NodeJS.CpuUsage]
    return (user + system) / 1e6
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#end()
    this.#folder[Symbol.dispose]()
  }

  get #place(): Running {
    if (this.#running === undefined) throw new Error('The server has ended')
    return this.#running
  }

  async #fork(more: readonly string[]): Promise<Running> {
    const program = new URL('./servers/quipu.ts', import.meta.url)
    const child = fork(program, [this.#databaseUrl, this.#folder.path, ...more], {
      execArgv: ['--disable-warning=ExperimentalWarning'],
    })
    const failed = once(child, 'exit').then(() => Promise.reject(new Error('The server did not start')))
    // Safe: the first message of our own program.
    const [place] = (await Promise.race([once(child, 'message'), failed])) as [Omit<Running, 'child'>]
    failed.catch(() => {})
    return { ...place, child }
  }

  async #end(): Promise<void> {
    const { child } = this.#place
    const ended = once(child, 'exit')
    child.send('end')
    await ended
    this.#running = undefined
  }
}

interface Running {
  readonly child: ReturnType<typeof fork>
  readonly url: string
  readonly token: string
  readonly userId: string
}

const mostAttempts = 60
