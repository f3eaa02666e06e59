import type { Caller, LimitPolicy, Log } from '@quipu/kit'
import type { AuditEvent } from '../audit/audit-event.ts'
import type { Decision } from '../limits/windows.ts'
import type { Statement, Store } from '../storage/store.ts'
import type { Tracing } from '../telemetry/tracing.ts'
import type { RequestStates } from './request-state.ts'

/** What the protocol core needs of the rest of the host. */
export interface Core {
  readonly store: Store
  readonly audit: AuditDoor
  readonly limits: LimitDoor
  readonly metrics: MetricsDoor
  /** None when nobody collects spans. */
  readonly tracing?: Tracing | undefined
  readonly states: RequestStates
  /** What is under way, to be told when the server cannot wait any longer. */
  readonly running: Set<{ stop(): void }>
  readonly log: Log
  readonly instructions: string
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

export interface LimitDoor {
  consume(name: string, policy: LimitPolicy, key: string): Decision | Promise<Decision>
}

export interface MetricsDoor {
  toolCall(tool: string, outcome: string, seconds: number): void
}

/** The credential lacks what a new consent could grant: HTTP answers 403 with a challenge. */
export class ScopeMissing extends Error {
  override readonly name = 'ScopeMissing'
  readonly needs: readonly string[]

  constructor(needs: readonly string[]) {
    super(`This needs the scope ${needs.join(' ')}`)
    this.needs = needs
  }
}
