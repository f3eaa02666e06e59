import { createReadStream } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { BucketRefusal } from './blob-place.ts'

export interface BucketOptions {
  /** The URL of the service, without the bucket. */
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Puts the bucket into the path, as most services other than Amazon's need it, instead of into the host name. */
  readonly forcePathStyle: boolean
  /** How long a request may make no progress. Default: 20,000. */
  readonly idleMs?: number | undefined
}

export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** Without a key, the request is for the bucket itself. */
  readonly key?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | { readonly path: string; readonly size: number }
}

const attempts = 3
const firstPauseMs = 100
const longestMessage = 4_096

/** Signed requests to one bucket. All of them can be repeated, so temporary failures are retried. */
export class S3Requests {
  readonly #options: BucketOptions
  readonly #idleMs: number

  constructor(options: BucketOptions) {
    this.#options = options
    this.#idleMs = options.idleMs ?? 20_000
  }

  get name(): string {
    return `${this.#options.bucket} at ${new URL(this.#options.endpoint).host}`
  }

  /** The answer, if it is successful; undefined if the key does not exist. */
  async send(request: S3Request): Promise<Response | undefined> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const answer = await this.#once(request)
        if (answer.ok) return answer
        const code = await codeOf(answer)
        if (answer.status === 404 && code !== 'NoSuchBucket') return undefined
        if (attempt === attempts || !isPassing(answer.status))
          throw new BucketRefusal(`The bucket ${this.name} answers ${answer.status} ${code}`.trim())
      } catch (error) {
        if (error instanceof BucketRefusal) throw error
        if (attempt === attempts) throw unreachable(this.name, error)
      }
      await pause(firstPauseMs * 4 ** (attempt - 1))
    }
  }

  async #once({ method, key = '', query = {}, headers = {}, body }: S3Request): Promise<Response> {
    const { accessKeyId, secretAccessKey, region } = this.#options
    const signed = await new AwsV4Signer({
      method,
      url: addressOf(this.#options, key, query),
      headers: { ...headers, 'content-length': String(lengthOf(body)) },
      accessKeyId,
      secretAccessKey,
      region,
      service: 's3',
    }).sign()
    const idle = new Idle(this.#idleMs)
    try {
      const answer = await fetch(signed.url, {
        method,
        headers: signed.headers,
        signal: idle.signal,
        redirect: 'manual',
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : fileBytes(body.path, idle) }),
        duplex: 'half',
      })
      return answer.body === null ? answer : new Response(this.#watched(answer.body, idle), answer)
    } finally {
      idle.rest()
    }
  }

  /** Counts only the time in which the reader waits for the bucket, not that of a slow reader. */
  #watched(body: ReadableStream<Uint8Array>, idle: Idle): ReadableStream<Uint8Array> {
    const reader = body.getReader()
    const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
      idle.stir()
      try {
        const { done, value } = await reader.read()
        if (done) controller.close()
        else controller.enqueue(value)
      } catch (error) {
        throw unreachable(this.name, error)
      } finally {
        idle.rest()
      }
    }
    return new ReadableStream({ pull, cancel: (reason) => reader.cancel(reason) }, { highWaterMark: 0 })
  }
}

/** The bucket stands in the path or in the host name. */
export function addressOf(
  { endpoint, bucket, forcePathStyle }: Pick<BucketOptions, 'endpoint' | 'bucket' | 'forcePathStyle'>,
  key: string,
  query: Readonly<Record<string, string>> = {},
): string {
  const url = new URL(endpoint)
  if (!forcePathStyle) url.hostname = `${bucket}.${url.hostname}`
  url.pathname = [url.pathname.replace(/\/$/, ''), ...(forcePathStyle ? [bucket] : []), key].join('/')
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

/** Aborts a request that has made no progress for a while. */
class Idle {
  readonly #ms: number
  readonly #controller = new AbortController()
  #timer: NodeJS.Timeout | undefined

  constructor(ms: number) {
    this.#ms = ms
    this.stir()
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  stir(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(
      () => this.#controller.abort(new Error(`nothing happened for ${this.#ms / 1000} s`)),
      this.#ms,
    )
  }

  rest(): void {
    clearTimeout(this.#timer)
  }
}

async function* fileBytes(path: string, idle: Idle): AsyncGenerator<Uint8Array> {
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    idle.stir()
    // A read stream without an encoding gives buffers.
    yield chunk as Buffer
  }
}

function lengthOf(body: S3Request['body']): number {
  return typeof body === 'string' ? Buffer.byteLength(body) : (body?.size ?? 0)
}

/** Too many requests, and errors of the server. */
function isPassing(status: number): boolean {
  return status === 429 || status >= 500
}

async function codeOf(answer: Response): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > longestMessage) break
  }
  return /<Code>(\w{1,100})<\/Code>/.exec(text)?.[1] ?? ''
}

function unreachable(name: string, cause: unknown): BucketRefusal {
  return new BucketRefusal(`The bucket ${name} cannot be reached`, { cause })
}
