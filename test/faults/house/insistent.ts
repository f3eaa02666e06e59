import { setTimeout as sleep } from 'node:timers/promises'
import { TestUser } from '../../environment/test-user.ts'

/** Nobody knows what came of a call: it may have been done or not, and must not be done again. */
export class UnknownOutcome extends Error {
  override readonly name = 'UnknownOutcome'
}

/** A client that repeats what failed, the same under the same key, until it is answered. */
export class Insistent {
  /** Answers after which the same was tried again. */
  readonly refusals: string[] = []
  /** What no fault excuses. */
  readonly complaints: string[] = []
  readonly user: TestUser
  readonly #signal: AbortSignal | undefined

  constructor(url: string, token: string, signal?: AbortSignal) {
    this.user = new TestUser({ id: '', email: '', token, url, path: '' })
    this.#signal = signal
  }

  /** The structured content of an answer that is no error. */
  async tool<Body>(name: string, input: object): Promise<Body> {
    return this.#insist(name, async () => {
      const response = await this.user.post('tools/call', { name, arguments: input }, { signal: patience() })
      const text = await response.text()
      if (response.status >= 500) return again(response.status, text)
      const { result, error } = JSON.parse(text) as Answer
      if (result === undefined) return { complaint: `${name}: ${JSON.stringify(error)}` }
      if (result.isError !== true) return { body: result.structuredContent as Body }
      return failed(name, String(result._meta?.['error_code']), text)
    })
  }

  /** The body of an answer of 2xx. */
  async rest<Body>(method: string, path: string, body?: object, key?: string): Promise<Body> {
    const headers = key === undefined ? {} : { 'idempotency-key': key }
    return this.#insist(`${method} ${path}`, async () => {
      const response = await this.user.api(method, path, body, headers)
      const text = await response.text()
      if (response.ok) return { body: (text === '' ? null : JSON.parse(text)) as Body }
      if (response.status >= 500) return again(response.status, text)
      return failed(`${method} ${path}`, /"code":"(\w+)"/.exec(text)?.[1] ?? String(response.status), text)
    })
  }

  async #insist<Body>(name: string, attempt: () => Promise<Attempt<Body>>): Promise<Body> {
    const deadline = performance.now() + longestMs
    for (;;) {
      const told = await attempt().catch((error: unknown): Attempt<Body> => {
        if (error instanceof UnknownOutcome) throw error
        return { refusal: `${name}: ${String(error)}` }
      })
      if ('body' in told) return told.body
      if ('complaint' in told) {
        this.complaints.push(told.complaint)
        throw new Error(told.complaint)
      }
      this.refusals.push(told.refusal)
      this.#signal?.throwIfAborted()
      if (performance.now() > deadline) throw new Error(`gave up: ${told.refusal}`)
      await sleep(pauseMs)
    }
  }
}

type Attempt<Body> = { readonly body: Body } | { readonly refusal: string } | { readonly complaint: string }

interface Answer {
  readonly result?: {
    readonly isError?: boolean
    readonly structuredContent?: unknown
    readonly _meta?: Readonly<Record<string, unknown>>
  }
  readonly error?: unknown
}

/** An answer of 500 is a bug, whatever happened below it. */
function again(status: number, text: string): { refusal: string } | { complaint: string } {
  return status === 500 ? { complaint: `500 ${text}` } : { refusal: `${status} ${text}` }
}

function failed(name: string, code: string, text: string): { refusal: string } | { complaint: string } {
  if (text.includes('outcome is not known')) throw new UnknownOutcome(name)
  return code === 'UNAVAILABLE' || code === 'TIMEOUT'
    ? { refusal: `${name}: ${text}` }
    : { complaint: `${name}: ${text}` }
}

function patience(): AbortSignal {
  return AbortSignal.timeout(20_000)
}

const pauseMs = 20
/** What takes long may be cut off several times in a row. */
const longestMs = 600_000
