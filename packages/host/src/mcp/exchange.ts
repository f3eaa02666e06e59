import type {
  Call,
  Caller,
  ClientInfo,
  InputRequest,
  InputRequests,
  InputResponses,
  LogLevel,
} from '@quipu/kit'
import { ToolError } from '@quipu/kit'
import type { Profile } from './profile.ts'
import type { Fields, RequestId } from './protocol.ts'
import { code, isFields, notificationJson, RpcError } from './protocol.ts'
import type { Catalogue } from './catalogue.ts'
import type { ResumedState } from './request-state.ts'
import type { Wire } from './wire.ts'

/** One MCP endpoint as one profile shows it. */
export interface View {
  readonly profile: Profile
  readonly catalogue: Catalogue
  /** It is the endpoint of one module, which answers by that module's contract. */
  readonly isOwn: boolean
}

/** The way back to the client while a request is under way. */
export interface Channel {
  send(json: string): void
  /** A request to the client. Only a legacy session has one; a modern client is asked by its own request's result. */
  readonly request?: ((request: InputRequest, signal: AbortSignal) => Promise<Fields>) | undefined
  /** Tells when nobody waits for the answer any more. */
  onClose?(listener: () => void): void
}

export interface ExchangeInit {
  readonly id: RequestId | undefined
  readonly method: string
  readonly params: Fields
  readonly caller: Caller
  readonly client: ClientInfo | undefined
  readonly capabilities: Fields
  readonly view: View
  readonly wire: Wire
  readonly requestId: string
  readonly channel: Channel
  readonly logLevel: LogLevel | undefined
  readonly sessionId?: string | undefined
  /** Marks a request forwarded by another process, so that its second delivery is not applied twice. */
  readonly deliveryKey?: string | undefined
}

/** Thrown through a tool when a modern client must answer first. */
export class InputRequired extends Error {
  override readonly name = 'InputRequired'
  readonly requests: InputRequests

  constructor(requests: InputRequests) {
    super('The client has to answer first')
    this.requests = requests
  }
}

/** One request in the core, whatever era and transport brought it. */
export class Exchange implements Call {
  readonly init: ExchangeInit
  readonly caller: Caller
  readonly client: ClientInfo | undefined
  readonly requestId: string
  dryRun = false
  /** Of the input, what the audit tells. */
  audited: Readonly<Record<string, string>> = {}
  answers: InputResponses = {}
  resumed: ResumedState | undefined
  /** It has taken a point of its tool's limit. */
  isCounted = false
  /** Runs before the person is asked, so that nothing is held open meanwhile. */
  beforeAsk: (() => Promise<void>) | undefined
  #controller: AbortController | undefined
  #isAborted = false
  #isStopped = false
  #lastProgress = -Infinity

  constructor(init: ExchangeInit) {
    this.init = init
    this.caller = init.caller
    this.client = init.client
    this.requestId = init.requestId
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController()
      this.init.channel.onClose?.(() => this.abort())
    }
    if (this.#isAborted || this.#isStopped) this.#controller.abort()
    return this.#controller.signal
  }

  get isAborted(): boolean {
    return this.#isAborted
  }

  abort(): void {
    this.#isAborted = true
    this.#controller?.abort()
  }

  /** The server is going, and cannot wait for it any longer; the caller still waits for an answer. */
  get isStopped(): boolean {
    return this.#isStopped
  }

  stop(): void {
    this.#isStopped = true
    this.#controller?.abort()
  }

  progress(progress: number, total?: number, message?: string): void {
    const meta = this.init.params['_meta']
    const progressToken = isFields(meta) ? meta['progressToken'] : undefined
    if (typeof progressToken !== 'string' && typeof progressToken !== 'number') return
    if (progress <= this.#lastProgress || this.#isAborted) return
    this.#lastProgress = progress
    this.init.channel.send(
      notificationJson('notifications/progress', {
        progressToken,
        progress,
        ...(total === undefined ? {} : { total }),
        ...(message === undefined ? {} : { message }),
      }),
    )
  }

  log(level: LogLevel, data: unknown, logger?: string): void {
    const { logLevel } = this.init
    if (logLevel === undefined || severity.indexOf(level) < severity.indexOf(logLevel) || this.#isAborted)
      return
    this.init.channel.send(
      notificationJson('notifications/message', { level, data, ...(logger === undefined ? {} : { logger }) }),
    )
  }

  async ask(requests: InputRequests): Promise<InputResponses> {
    await this.beforeAsk?.()
    for (const request of Object.values(requests)) this.#demandCapability(request)
    const { request } = this.init.channel
    if (request === undefined) return this.#askByResult(requests)
    const answered = await Promise.all(
      Object.entries(requests).map(async ([key, asked]) => [key, await request(asked, this.signal)] as const),
    )
    return Object.fromEntries(answered)
  }

  canAsk(request: InputRequest): boolean {
    const needed = capabilityFor(request)
    const declared = this.init.capabilities[needed.name]
    const isDeclared = isFields(declared) && (needed.mode === undefined || isFields(declared[needed.mode]))
    return isDeclared && (this.init.wire.era === 'modern' || this.init.channel.request !== undefined)
  }

  #askByResult(requests: InputRequests): InputResponses {
    const missing = Object.entries(requests).filter(([key]) => !Object.hasOwn(this.answers, key))
    if (missing.length > 0) throw new InputRequired(Object.fromEntries(missing))
    return this.answers
  }

  #demandCapability(request: InputRequest): void {
    if (this.canAsk(request)) return
    const needed = capabilityFor(request)
    if (this.init.wire.era === 'legacy') {
      throw new ToolError(
        'VALIDATION_ERROR',
        `This needs a client that supports ${needed.name}; yours does not`,
      )
    }
    const required = { [needed.name]: needed.mode === undefined ? {} : { [needed.mode]: {} } }
    throw new RpcError(code.missingCapability, `This needs the client capability ${needed.name}`, {
      status: 400,
      data: { requiredCapabilities: required },
    })
  }
}

const severity: readonly LogLevel[] = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
]

export function isLogLevel(value: unknown): value is LogLevel {
  return severity.includes(value as LogLevel)
}

function capabilityFor(request: InputRequest): { name: string; mode?: string } {
  if (request.method === 'sampling/createMessage') return { name: 'sampling' }
  if (request.method === 'roots/list') return { name: 'roots' }
  return request.params?.['mode'] === 'url' ? { name: 'elicitation', mode: 'url' } : { name: 'elicitation' }
}
