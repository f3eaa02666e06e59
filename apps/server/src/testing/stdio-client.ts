import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import { end, spawnQuipu } from './quipu-process.ts'

export interface Answer {
  readonly id?: unknown
  readonly method?: string
  readonly params?: Record<string, unknown>
  readonly result?: { readonly structuredContent?: Envelope; readonly isError?: boolean } & Record<
    string,
    unknown
  >
  readonly error?: { readonly code: number; readonly message: string }
}
interface Envelope {
  readonly status?: string
  readonly message?: string
  readonly data?: Record<string, unknown>
}

/** An assistant: starts `quipu stdio` and speaks JSON-RPC with it. */
export class StdioClient {
  readonly child: ChildProcess
  /** Every line of standard output, parsed: one that is not JSON throws. */
  readonly received: Answer[] = []
  stderr = ''
  readonly #waiting = new Map<unknown, PromiseWithResolvers<Answer>>()
  #nextId = 1

  constructor(dataFolder: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
    this.child = spawnQuipu(['stdio', ...args], { QUIPU_DATA_DIR: dataFolder, ...env })
    onTestFinished(async () => {
      await end(this.child, 'SIGKILL')
    })
    this.child.stderr?.on('data', (chunk: Buffer) => (this.stderr += String(chunk)))
    if (this.child.stdout === null) throw new Error('the process has no standard output')
    createInterface({ input: this.child.stdout }).on('line', (line) => {
      const answer = JSON.parse(line) as Answer
      this.received.push(answer)
      this.#waiting.get(answer.id)?.resolve(answer)
    })
    this.child.once('close', (code) => {
      const error = new Error(`quipu stdio ended with ${code}: ${this.stderr}`)
      for (const { reject } of this.#waiting.values()) reject(error)
    })
  }

  /** The handshake of the older era. */
  async initialize(capabilities: object = {}): Promise<Answer> {
    const clientInfo = { name: 'test', version: '1' }
    const answer = await this.request('initialize', {
      protocolVersion: '2025-11-25',
      capabilities,
      clientInfo,
    })
    this.write({ jsonrpc: '2.0', method: 'notifications/initialized' })
    return answer
  }

  request(method: string, params: object = {}): Promise<Answer> {
    const id = this.#nextId++
    const waiting = Promise.withResolvers<Answer>()
    this.#waiting.set(id, waiting)
    this.write({ jsonrpc: '2.0', id, method, params })
    return waiting.promise
  }

  /** A tool of the tasks module, called in the modern era: no handshake. Throws unless it succeeded. */
  async call(name: string, args: object): Promise<Record<string, unknown>> {
    const answer = await this.request('tools/call', { name, arguments: args, _meta: modernMeta })
    const envelope = answer.result?.structuredContent
    if (envelope?.status !== 'success') throw new Error(`${name} answered ${JSON.stringify(answer)}`)
    return envelope.data ?? {}
  }

  write(message: object): void {
    this.child.stdin?.write(`${JSON.stringify(message)}\n`)
  }

  /** Closes its input and waits until it has ended. */
  async close(): Promise<number | null> {
    if (this.child.exitCode !== null) return this.child.exitCode
    const gone = once(this.child, 'close')
    this.child.stdin?.end()
    await gone
    return this.child.exitCode
  }

  kill(): Promise<number | null> {
    return end(this.child, 'SIGKILL')
  }
}

const modernMeta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
}
