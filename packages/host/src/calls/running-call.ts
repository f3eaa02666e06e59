import type {
  Call,
  Caller,
  ClientInfo,
  InputRequest,
  InputRequests,
  InputResponses,
  Json,
  LogLevel,
  Transport,
} from '@quipu/kit'
import { ToolError } from '@quipu/kit'
import { bearerOf } from '../identity/own-bearer.ts'
import { DoorError } from './door-error.ts'

/** Thrown through a call when the client must answer first. */
export class InputRequired extends DoorError {
  override readonly name = 'InputRequired'
  readonly requests: InputRequests

  constructor(requests: InputRequests) {
    super('The client has to answer first')
    this.requests = requests
  }
}

/** How long a person may take to answer. */
export const stateSeconds = 600

/** Answers that came with a request, and the nonce of the question that they belong to. */
export interface ResumedState {
  readonly answers: InputResponses
  readonly nonce: string
  readonly expiresAt: Date
  /** The call that asked took a point of its limit. */
  readonly isCounted: boolean
}

export interface CallInit {
  readonly caller: Caller
  readonly requestId: string
  readonly transport: Transport
  readonly client?: ClientInfo | undefined
  readonly sessionId?: string | undefined
  readonly link?: Json | undefined
}

/**
 * One call under way, however it came in. This class drops progress and cannot ask the person; a door with a connection
 * to the client overrides both.
 */
export class RunningCall implements Call {
  readonly caller: Caller
  readonly requestId: string
  readonly transport: Transport
  readonly client: ClientInfo | undefined
  readonly sessionId: string | undefined
  readonly link: Json | undefined
  dryRun = false
  /** The part of the input that is audited. */
  audited: Readonly<Record<string, string>> = {}
  resumed: ResumedState | undefined
  /** It has taken a point of its tool's limit. */
  isCounted = false
  /** Runs before the person is asked, so that nothing is held open meanwhile. */
  beforeAsk: (() => Promise<void>) | undefined
  #controller: AbortController | undefined
  #isAborted = false
  #reason: ToolError | undefined
  #isStopped = false

  constructor({ caller, requestId, transport, client, sessionId, link }: CallInit) {
    this.caller = caller
    this.requestId = requestId
    this.transport = transport
    this.client = client
    this.sessionId = sessionId
    this.link = link
  }

  get bearer(): string | undefined {
    return bearerOf(this.caller)?.token
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController()
      this.watchClient()
    }
    if (this.#isAborted || this.#isStopped) this.#controller.abort(this.#reason)
    return this.#controller.signal
  }

  get isAborted(): boolean {
    return this.#isAborted
  }

  abort(reason?: ToolError): void {
    this.#isAborted = true
    this.#reason = reason
    this.#controller?.abort(reason)
  }

  /** True if the server stops and cannot wait for the call any longer; the caller still waits for an answer. */
  get isStopped(): boolean {
    return this.#isStopped
  }

  stop(): void {
    this.#isStopped = true
    this.#controller?.abort()
  }

  progress(_progress: number, _total?: number, _message?: string): void {}

  log(_level: LogLevel, _data: unknown, _logger?: string): void {}

  async ask(requests: InputRequests): Promise<InputResponses> {
    const [first] = Object.values(requests)
    if (first !== undefined) throw cannotBeAsked(first)
    return {}
  }

  canAsk(_request: InputRequest): boolean {
    return false
  }

  /** Called when the signal is first read: from then on a disconnect of the client must be noticed. */
  protected watchClient(): void {}
}

export function cannotBeAsked(request: InputRequest): ToolError {
  const { name } = capabilityFor(request)
  return new ToolError('VALIDATION_ERROR', `This needs a client that supports ${name}; yours does not`)
}

/** The capability that a client must have declared to be asked this. */
export function capabilityFor(request: InputRequest): { name: string; mode?: string } {
  if (request.method === 'sampling/createMessage') return { name: 'sampling' }
  if (request.method === 'roots/list') return { name: 'roots' }
  return request.params?.['mode'] === 'url' ? { name: 'elicitation', mode: 'url' } : { name: 'elicitation' }
}
