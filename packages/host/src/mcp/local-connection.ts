import type { Caller, Log } from '@quipu/kit'
import { ScopeMissing } from '../calls/permission.ts'
import { LegacySession } from '../sessions/legacy-session.ts'
import type { View } from './exchange.ts'
import type { LegacyEra } from './legacy.ts'
import { readHello } from './legacy.ts'
import type { ModernEra } from './modern.ts'
import { isModern } from './modern.ts'
import { MalformedBody } from '../input/malformed-body.ts'
import { parseJson } from '../input/parse-json.ts'
import type { Message, RequestId } from './protocol.ts'
import { asParseError, code, errorJson, readMessage, RpcError } from './protocol.ts'
import type { Responder } from './responder.ts'
import { newRequestId } from '../telemetry/request-id.ts'

export interface LocalParts {
  readonly modern: ModernEra
  readonly legacy: LegacyEra
  readonly view: View
  readonly log: Log
  /** Called for each request, so that a change of role takes effect at once. */
  caller(): Promise<Caller>
}

export interface LocalConnection {
  /** `key` identifies a forwarded request, so that a second delivery has no second effect. */
  receive(line: string, key?: string): void
  /** Resolves when nothing is under way any more. */
  idle(): Promise<void>
  close(): void
}

/** A client over a pipe: one message per line, both eras, all answers on one channel. */
export class PipeConnection implements LocalConnection {
  readonly #parts: LocalParts
  readonly #send: (line: string) => void
  readonly #onClose: () => void
  readonly #running = new Set<Promise<void>>()
  readonly #cancels = new Map<RequestId, () => void>()
  #session: LegacySession | undefined
  #isClosed = false

  constructor(parts: LocalParts, send: (line: string) => void, onClose: () => void) {
    this.#parts = parts
    this.#send = send
    this.#onClose = onClose
  }

  receive(line: string, key?: string): void {
    if (line.trim() === '') return
    const work = this.#receive(line, key).catch((error: unknown) => {
      this.#parts.log.error({ err: error }, 'a local request failed')
    })
    this.#running.add(work)
    void work.finally(() => this.#running.delete(work))
  }

  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running)
  }

  close(): void {
    this.#isClosed = true
    for (const cancel of this.#cancels.values()) cancel()
    this.#session?.end()
    this.#onClose()
  }

  async #receive(line: string, key: string | undefined): Promise<void> {
    const requestId = newRequestId()
    let message: Message | undefined
    try {
      message = readMessage(parseJson(line))
      await this.#answer(message, requestId, key)
    } catch (error) {
      if (message !== undefined && message.id === undefined) return
      this.#write(errorJson(message?.id, this.#asRpcError(error, requestId), requestId))
    }
  }

  async #answer(message: Message, requestId: string, deliveryKey: string | undefined): Promise<void> {
    const { legacy, modern, view } = this.#parts
    if (message.method === 'notifications/cancelled') {
      const id = message.params?.['requestId']
      if (typeof id === 'string' || typeof id === 'number') this.#cancels.get(id)?.()
    }
    const caller = await this.#parts.caller()
    const responder = this.#responder(message.id)
    try {
      if (isModern(message, undefined)) {
        await modern.answer({ message, caller, view, requestId, responder, deliveryKey })
      } else if (message.method === 'initialize') {
        const hello = readHello(message)
        this.#session?.end()
        this.#session = new LegacySession({ userId: caller.userId, ...hello })
        this.#session.onEnd(legacy.announce(this.#session, (json) => this.#write(json)))
        responder.answer(200, legacy.welcome(message.id, hello, view, caller.role))
      } else {
        await legacy.answer({
          message,
          caller,
          view,
          requestId,
          responder,
          session: this.#session,
          deliveryKey,
        })
      }
    } finally {
      if (!responder.isKept && message.id !== undefined) this.#cancels.delete(message.id)
    }
  }

  #responder(id: RequestId | undefined): Responder & { readonly isKept: boolean } {
    let isKept = false
    let isDone = false
    return {
      transport: 'stdio',
      isShared: true,
      canSend: true,
      get isKept() {
        return isKept
      },
      send: (json) => {
        if (!isDone) this.#write(json)
      },
      answer: (_status, json) => {
        if (!isDone && json !== undefined) this.#write(json)
        isDone = true
      },
      keepOpen: () => {
        isKept = true
      },
      onClose: (listener) => {
        if (id === undefined) return
        this.#cancels.set(id, () => {
          isDone = true
          listener()
        })
      },
    }
  }

  #asRpcError(error: unknown, requestId: string): RpcError {
    if (error instanceof RpcError) return error
    if (error instanceof MalformedBody) return asParseError(error)
    if (error instanceof ScopeMissing) return new RpcError(code.forbidden, error.message)
    this.#parts.log.error({ err: error, request_id: requestId }, 'request failed')
    return new RpcError(
      code.internalError,
      'Something went wrong on our side; it was logged under the trace id',
    )
  }

  #write(json: string): void {
    if (!this.#isClosed) this.#send(json)
  }
}
