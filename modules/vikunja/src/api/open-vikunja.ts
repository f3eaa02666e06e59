import type { Http, HttpAnswer, OpenHttp } from '@quipu/kit'
import { InfoAnswer } from './answers.ts'
import { tryAgain } from './attempts.ts'
import { Client } from './client.ts'
import { Connection, type SharedServer } from './connection.ts'
import { failureOf } from './failures.ts'
import type { ServerInfo } from './model.ts'
import type { Generation } from './operations.ts'
import { VikunjaError } from './vikunja-error.ts'
import type { Vikunja, VikunjaServer } from './vikunja.ts'
import { WorkQueue } from './work-queue.ts'

export interface VikunjaPorts {
  readonly http: OpenHttp
  readonly now: () => Date
}

/** `base` is Vikunja's URL from the configuration, with or without `/api/v1` at its end. */
export function openVikunja(
  ports: VikunjaPorts,
  base: string,
  options: { readonly ms?: number } = {},
): VikunjaServer {
  return new Server(
    ports,
    base.replace(/\/+$/, '').replace(/\/api(?:\/v[12])?$/, ''),
    options.ms ?? defaultMs,
  )
}

const defaultMs = 20_000
const infoMs = 5 * 60_000
/** The limit of one answer. A description may have 10 MB. */
const maxBytes = 32 * 2 ** 20

class Server implements VikunjaServer, SharedServer {
  readonly writes = new WorkQueue()
  readonly #ports: VikunjaPorts
  readonly #base: string
  readonly #limits: { readonly ms: number; readonly maxBytes: number }
  readonly #http: Http
  #known: { readonly info: Promise<ServerInfo>; readonly until: number } | undefined

  constructor(ports: VikunjaPorts, base: string, ms: number) {
    this.#ports = ports
    this.#base = base
    this.#limits = { ms, maxBytes }
    this.#http = ports.http(base, this.#limits)
  }

  /** Concurrent calls share one answer; a failure is not cached. */
  info(): Promise<ServerInfo> {
    const now = this.#ports.now().getTime()
    if (this.#known !== undefined && now < this.#known.until) return this.#known.info
    const known = { info: this.#askInfo(), until: now + infoMs }
    this.#known = known
    known.info.catch(() => {
      if (this.#known === known) this.#known = undefined
    })
    return known.info
  }

  as(token: string, { signal }: { readonly signal?: AbortSignal } = {}): Vikunja {
    const http = /^[\x21-\x7e]+$/.test(token)
      ? this.#ports.http(this.#base, { ...this.#limits, headers: { authorization: `Bearer ${token}` } })
      : null
    return new Client(new Connection(http, this, signal))
  }

  /** v2 first, because v1 will be removed one day. A server without v2 answers 404 or with its web page. */
  async #askInfo(): Promise<ServerInfo> {
    return (await this.#infoOf('v2')) ?? (await this.#infoOf('v1')) ?? notVikunja()
  }

  async #infoOf(generation: Generation): Promise<ServerInfo | null> {
    const answer = await tryAgain(() => this.#http.send(`api/${generation}/info`))
    if (answer.status >= 500 || answer.status === 429) throw failureOf(answer)
    const info = answer.status === 200 ? InfoAnswer.safeParse(jsonOf(answer)).data : undefined
    if (info === undefined) return null
    return {
      version: info.version,
      generation,
      maxItemsPerPage: info.max_items_per_page,
      hasConcurrentWrites: info.concurrent_writes,
      webUrl: info.frontend_url.replace(/\/+$/, '') || null,
      hasComments: info.task_comments_enabled,
      hasAttachments: info.task_attachments_enabled,
    }
  }
}

function jsonOf(answer: HttpAnswer): unknown {
  try {
    return answer.json()
  } catch {
    return undefined
  }
}

function notVikunja(): never {
  throw new VikunjaError(
    'bad-answer',
    'What answers at VIKUNJA_URL does not speak the API of Vikunja; check the address and the proxy before it',
  )
}
