import type { Caller, Log, Module } from '@quipu/kit'
import type { AuditEvent } from '../audit/audit-event.ts'
import type { LimitDoor } from '../limits/limits.ts'
import type { Statement, Store } from '../storage/store.ts'

/** What every call needs of the rest of the host, however it came in. */
export interface CallParts {
  readonly store: Store
  readonly audit: AuditDoor
  readonly limits: LimitDoor
  /** The calls under way, which are aborted when the server must stop. */
  readonly running: Set<{ stop(): void }>
  readonly log: Log
  readonly now: () => Date
  /** Why the caller may not: the credential or session is narrower than the role, or the role lacks it. */
  whyMissing(caller: Caller, needs: readonly string[]): 'scope' | 'session' | 'role'
}

export interface AuditDoor {
  /** The statement that adds the row, for the transaction of the call that it records. */
  row(event: AuditEvent): Statement
  /** Adds the row soon, together with others. */
  record(event: AuditEvent): void
  /** Await it, if it is a promise, before recording more. */
  room(): Promise<void> | undefined
}

/** A module with the service that its own `open` returned. */
export interface OpenModule {
  readonly module: Module
  readonly service: unknown
}
