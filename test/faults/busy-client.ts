import { setTimeout as sleep } from 'node:timers/promises'
import type { CallToolResult } from '@modelcontextprotocol/client'
import {
  Client,
  ProtocolError,
  SdkHttpError,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import type { Era } from '../clients/connect.ts'

export interface BusyClientInit {
  readonly url: string
  readonly token: string
  readonly era: Era
  /** Distinguishes its tasks from those of other clients. */
  readonly name: string
}

/**
 * The official client, which works until `rest`: it adds tasks, each with an idempotency key, repeats failed calls with the
 * same key and the same token, reads in between, and listens for changes. It begins a new session when the server says that
 * its own is unknown, and in no other case.
 */
export class BusyClient {
  /** The acknowledged id of each task, by its title. */
  readonly acknowledged = new Map<string, number>()
  /** Answers after which the same request was repeated. */
  readonly refusals: string[] = []
  /** Answers that no fault excuses. */
  readonly complaints: string[] = []
  /** How often it was notified of changes to its list of tasks. */
  heard = 0
  sessions = 0
  readonly #init: BusyClientInit
  #client: Client | undefined
  #isResting = false
  #hasLeft = false
  #work: Promise<void> | undefined

  constructor(init: BusyClientInit) {
    this.#init = init
  }

  get name(): string {
    return this.#init.name
  }

  get era(): Era {
    return this.#init.era
  }

  start(): void {
    this.#isResting = false
    this.#work = this.#keepWorking()
  }

  /** Ends with an acknowledged task, and continues to listen. */
  async rest(): Promise<void> {
    this.#isResting = true
    await this.#work
  }

  async leave(): Promise<void> {
    await this.rest()
    this.#hasLeft = true
    await this.#client?.close()
  }

  async #keepWorking(): Promise<void> {
    do {
      const n = this.acknowledged.size
      await this.#add(n)
      if (n % 3 === 1) await this.#insist((client) => call(client, 'list_tasks', { limit: 5 }))
      if (n % 3 === 2) await this.#insist((client) => client.readResource({ uri: watched }, patience))
      await sleep(pauseMs)
    } while (!this.#isResting)
  }

  async #add(n: number): Promise<void> {
    const title = `${this.#init.name} ${n}`
    const add = () => this.#insist((client) => call(client, 'add_task', { title, idempotency_key: title }))
    const id = idOf(await add())
    this.acknowledged.set(title, id)
    if (n % 3 !== 0) return
    const again = idOf(await add())
    if (again !== id) this.complaints.push(`${title} was ${id} and is ${again}`)
  }

  /** Repeats until it succeeds. */
  async #insist<Result>(act: (client: Client) => Promise<Result>): Promise<Result> {
    const deadline = performance.now() + longestMs
    for (;;) {
      try {
        this.#client ??= await this.#connect()
        return await act(this.#client)
      } catch (error) {
        await this.#note(error)
        if (performance.now() > deadline) throw error
        await sleep(pauseMs)
      }
    }
  }

  async #note(error: unknown): Promise<void> {
    if (error instanceof SdkHttpError && error.status === 404 && this.#init.era === 'legacy') {
      const former = this.#client
      this.#client = undefined
      return former?.close()
    }
    const reason = reasonOf(error)
    const isNoExcuse =
      (error instanceof SdkHttpError && error.status < 500) ||
      (error instanceof ToolFailed && error.code !== 'UNAVAILABLE') ||
      (error instanceof ProtocolError && !JSON.stringify(error.data ?? null).includes('"UNAVAILABLE"'))
    if (isNoExcuse) this.complaints.push(reason)
    else this.refusals.push(reason)
  }

  async #connect(): Promise<Client> {
    const { url, token, era } = this.#init
    const transport = new StreamableHTTPClientTransport(new URL(url), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
      reconnectionOptions: {
        initialReconnectionDelay: 200,
        maxReconnectionDelay: 1000,
        reconnectionDelayGrowFactor: 1.5,
        maxRetries: 1000,
      },
    })
    const mode = era === 'modern' ? ({ pin: '2026-07-28' } as const) : 'legacy'
    const client = new Client({ name: 'busy', version: '1' }, { versionNegotiation: { mode } })
    client.setNotificationHandler('notifications/resources/updated', () => void (this.heard += 1))
    await client.connect(transport, patience)
    this.sessions += 1
    if (era === 'legacy') await client.subscribeResource({ uri: watched }, patience)
    else void this.#listen(client)
    return client
  }

  /** The official client leaves it to its user to listen again when a stream has ended. */
  async #listen(client: Client): Promise<void> {
    while (!this.#hasLeft) {
      try {
        const { closed } = await client.listen({ resourceSubscriptions: [watched] }, patience)
        await closed
      } catch (error) {
        if (!this.#hasLeft) await this.#note(error)
      }
      await sleep(200)
    }
  }
}

const watched = 'tasks://list'
/** While others start or wait, more work than this would only take the processor from them. */
const pauseMs = 80
/** For one answer; well above what a busy machine needs, well below what a person would wait. */
const patience = { timeout: 15_000 }
const longestMs = 60_000

class ToolFailed extends Error {
  override readonly name = 'ToolFailed'
  readonly code: string

  constructor(answer: CallToolResult) {
    const code = String(answer._meta?.['error_code'])
    super(`${code}: ${JSON.stringify(answer.structuredContent)}`)
    this.code = code
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof SdkHttpError) return `HTTP ${error.status}: ${error.message}`
  if (error instanceof ProtocolError) return `${error.code} ${error.message} ${JSON.stringify(error.data)}`
  return error instanceof Error && error.cause instanceof Error
    ? `${error.message}: ${error.cause.message}`
    : String(error)
}

async function call(client: Client, name: string, input: object): Promise<CallToolResult> {
  const answer = await client.callTool({ name, arguments: { ...input } }, patience)
  if (answer.isError === true) throw new ToolFailed(answer)
  return answer
}

function idOf({ structuredContent }: CallToolResult): number {
  // `add_task` answers with the task.
  return (structuredContent as { readonly data: { readonly id: number } }).data.id
}
