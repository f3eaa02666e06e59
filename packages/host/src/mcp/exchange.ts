import type { InputRequest, InputRequests, InputResponses, LogLevel } from '@quipu/kit'
import type { CallInit } from '../calls/running-call.ts'
import { cannotBeAsked, capabilityFor, InputRequired, RunningCall } from '../calls/running-call.ts'
import type { AuthFailure } from '../identity/auth-failure.ts'
import type { Fields } from '../input/fields.ts'
import { isFields } from '../input/fields.ts'
import type { Catalogue } from './catalogue.ts'
import type { Profile } from './profile.ts'
import type { RequestId } from './protocol.ts'
import { code, notificationJson, RpcError } from './protocol.ts'
import type { Wire } from './wire.ts'

/** One MCP endpoint as one profile shows it. */
export interface View {
  readonly profile: Profile
  readonly catalogue: Catalogue
  /** Set for the endpoint of one module, which answers by that module's contract. */
  readonly isOwn: boolean
}

/** The connection back to the client while a request is under way. */
export interface Channel {
  send(json: string): void
  /**
   * Sends a request to the client. Only a legacy session has it; a modern client is asked by the result of its own
   * request.
   */
  readonly request?: ((request: InputRequest, signal: AbortSignal) => Promise<Fields>) | undefined
  /** Answers with the refusal. Set if the answer needs the stream of the session, which ends with the token. */
  readonly refuse?: ((refused: AuthFailure) => Promise<void>) | undefined
  /** Calls back when nobody waits for the answer any more. */
  onClose?(listener: () => void): void
}

export interface ExchangeInit extends CallInit {
  readonly id: RequestId | undefined
  readonly method: string
  readonly params: Fields
  readonly capabilities: Fields
  readonly view: View
  readonly wire: Wire
  readonly channel: Channel
  readonly logLevel: LogLevel | undefined
  /** Identifies a request that another process forwarded, so that a second delivery has no second effect. */
  readonly deliveryKey?: string | undefined
}

/** One request in the protocol core, of either era: the call, and what the protocol adds to it. */
export class Exchange extends RunningCall {
  readonly init: ExchangeInit
  answers: InputResponses = {}
  #lastProgress = -Infinity

  constructor(init: ExchangeInit) {
    super(init)
    this.init = init
  }

  override progress(progress: number, total?: number, message?: string): void {
    const meta = this.init.params['_meta']
    const progressToken = isFields(meta) ? meta['progressToken'] : undefined
    if (typeof progressToken !== 'string' && typeof progressToken !== 'number') return
    if (progress <= this.#lastProgress || this.isAborted) return
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

  override log(level: LogLevel, data: unknown, logger?: string): void {
    const { logLevel } = this.init
    if (logLevel === undefined || severity.indexOf(level) < severity.indexOf(logLevel) || this.isAborted)
      return
    this.init.channel.send(
      notificationJson('notifications/message', { level, data, ...(logger === undefined ? {} : { logger }) }),
    )
  }

  override async ask(requests: InputRequests): Promise<InputResponses> {
    await this.beforeAsk?.()
    for (const request of Object.values(requests)) this.#demandCapability(request)
    const { request } = this.init.channel
    if (request === undefined) return this.#askByResult(requests)
    const answered = await Promise.all(
      Object.entries(requests).map(async ([key, asked]) => [key, await request(asked, this.signal)] as const),
    )
    return Object.fromEntries(answered)
  }

  override canAsk(request: InputRequest): boolean {
    const needed = capabilityFor(request)
    const declared = this.init.capabilities[needed.name]
    const isDeclared = isFields(declared) && (needed.mode === undefined || isFields(declared[needed.mode]))
    return isDeclared && (this.init.wire.era === 'modern' || this.init.channel.request !== undefined)
  }

  protected override watchClient(): void {
    this.init.channel.onClose?.(() => this.abort())
  }

  #askByResult(requests: InputRequests): InputResponses {
    const missing = Object.entries(requests).filter(([key]) => !Object.hasOwn(this.answers, key))
    if (missing.length > 0) throw new InputRequired(Object.fromEntries(missing))
    return this.answers
  }

  #demandCapability(request: InputRequest): void {
    if (this.canAsk(request)) return
    if (this.init.wire.era === 'legacy') throw cannotBeAsked(request)
    const needed = capabilityFor(request)
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
