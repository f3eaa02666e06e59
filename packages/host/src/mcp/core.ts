import type { CallParts } from '../calls/call-parts.ts'
import type { Tracing } from '../telemetry/tracing.ts'
import type { RequestStates } from './request-state.ts'
import type { Windows } from './windows.ts'

/** What the protocol core needs from the rest of the host. */
export interface Core extends CallParts {
  readonly metrics: MetricsDoor
  /** None if there is no collector. */
  readonly tracing?: Tracing | undefined
  readonly states: RequestStates
  readonly windows: Windows
}

export interface MetricsDoor {
  toolCall(tool: string, outcome: string, seconds: number): void
}
