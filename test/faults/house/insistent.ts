import { setTimeout as sleep } from 'node:timers/promises'
import { TestUser } from '../../environment/test-user.ts'

/** The outcome of a call is unknown: it may have been done or not, and must not be repeated. */
export class UnknownOutcome extends Error {
  override readonly name = 'UnknownOutcome'
}

/** A client that repeats a failed call with the same idempotency key until it is answered. */
export class Insistent {
  /** Answers after which the same request was repeated. */
  readonly refusals: string[] = []
  /** Answers that no fault excuses. */
  readonly complaints: string[] = []
  readonly user: TestUser
  readonly #signal: AbortSignal | undefined

  constructor(url: string, token: string, signal?: AbortSignal) {
    this.user = new TestUser({ id: '', email: '', token, url, path: '' })
    this.#signal = signal
  }

  /** The structured content of a successful answer. */
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

  /** The body of a 2xx answer. */
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
      const outcome = await attempt().catch((error: unknown): Attempt<Body> => {
        if (error instanceof UnknownOutcome) throw error
        return { refusal: `${name}: ${String(error)}` }
      })
      if ('body' in outcome) return outcome.body
      if ('complaint' in outcome) {
        this.complaints.push(outcome.complaint)
        throw new Error(outcome.complaint)
      }
      this.refusals.push(outcome.refusal)
      this.#signal?.throwIfAborted()
      if (performance.now() > deadline) throw new Error(`gave up: ${outcome.refusal}`)
      await sleep(pauseAfter(outcome.refusal))
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

/** A 500 is a bug, whatever fault caused it. */
function again(status: number, text: string): { refusal: string } | { complaint: string } {
  return status === 500 ? { complaint: `500 ${text}` } : { refusal: `${status} ${text}` }
}

function failed(name: string, code: string, text: string): { refusal: string } | { complaint: string } {
  if (text.includes('outcome is not known')) throw new UnknownOutcome(name)
  return repeated.has(code) ? { refusal: `${name}: ${text}` } : { complaint: `${name}: ${text}` }
}

function patience(): AbortSignal {
  return AbortSignal.timeout(20_000)
}

/** Codes of calls that were not done, and may be repeated. */
const repeated = new Set(['UNAVAILABLE', 'SERVICE_UNAVAILABLE', 'TIMEOUT', 'RATE_LIMIT_EXCEEDED'])

/** As long as a limit says. */
function pauseAfter(refusal: string): number {
  const seconds = /try again in (\d+) second/.exec(refusal)?.[1]
  return seconds === undefined ? pauseMs : Number(seconds) * 1000
}

const pauseMs = 20
/** A long call may be interrupted several times in a row. */
const longestMs = 600_000
