import type { Caller, Log, Module } from '@quipu/kit'
import type { AuditEvent } from '../audit/audit-event.ts'
import type { LimitDoor } from '../limits/limits.ts'
import type { Statement, Store } from '../storage/store.ts'

/** What every call needs of the rest of the host, whichever door it came by. */
export interface CallParts {
  readonly store: Store
  readonly audit: AuditDoor
  readonly limits: LimitDoor
  /** What is under way, to be told when the server cannot wait any longer. */
  readonly running: Set<{ stop(): void }>
  readonly log: Log
  readonly now: () => Date
  /** Why the caller may not: credential or session are narrower than the role, or the role does not have it. */
  whyMissing(caller: Caller, needs: readonly string[]): 'scope' | 'session' | 'role'
}

export interface AuditDoor {
  /** The statement that adds the row, for the transaction of what it tells. */
  row(event: AuditEvent): Statement
  /** Adds the row soon, together with others. */
  record(event: AuditEvent): void
  /** To be awaited, if it is a promise, before more is recorded. */
  room(): Promise<void> | undefined
}

/** A module with the service that its own `open` made. */
export interface OpenModule {
  readonly module: Module
  readonly service: unknown
}
