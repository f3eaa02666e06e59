import type { IncomingMessage } from 'node:http'
import type { Log } from '@quipu/kit'
import type { LimitDoor } from '../limits/limits.ts'
import type { AuditEvent } from '../audit/audit-event.ts'
import { addressKey, refusalsAuditedPerAddress } from '../limits/transport-policies.ts'
import { newRequestId } from '../telemetry/request-id.ts'
import type { Guard } from './guard.ts'

export interface RefusalParts {
  readonly audit: { record(event: AuditEvent): void }
  readonly limits: LimitDoor
  readonly options: { readonly log: Log }
}

/** Audits requests that were refused at the door, with a limit so that nobody can fill the audit with them. */
export class Refusals {
  readonly #parts: RefusalParts
  readonly #guard: () => Guard
  readonly #requestIdOf: (incoming: object) => string

  constructor(
    parts: RefusalParts,
    {
      guard,
      requestIdOf,
    }: { readonly guard: () => Guard; readonly requestIdOf: (incoming: object) => string },
  ) {
    this.#parts = parts
    this.#guard = guard
    this.#requestIdOf = requestIdOf
  }

  tell(action: string, request: IncomingMessage, outcome: string, requestId?: string): void {
    const address = this.#guard().address(request)
    void this.#isRoomFor(address).then(
      (isRoom) => isRoom && this.#record(action, request, outcome, requestId ?? this.#requestIdOf(request)),
      (error: unknown) =>
        this.#parts.options.log.warn({ err: error }, 'A refused request could not be audited'),
    )
  }

  async #isRoomFor(address: string): Promise<boolean> {
    const { name, policy } = refusalsAuditedPerAddress
    return (await this.#parts.limits.consume(name, policy, addressKey(address))).ok
  }

  #record(action: string, request: IncomingMessage, outcome: string, requestId: string): void {
    const { url = '' } = request
    this.#parts.audit.record({
      userId: undefined,
      action,
      resourceType: 'http_request',
      // Without the query, which may contain a credential.
      resourceId: `${request.method ?? ''} ${url.replace(/[?#].*$/s, '').slice(0, 200)}`,
      outcome,
      requestId: requestId || newRequestId(),
      metadata: { address: this.#guard().address(request) },
    })
  }
}
