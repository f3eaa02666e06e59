import type { ToolParts } from '../calls/run-tool.ts'
import type { RequestStates } from './request-state.ts'
import type { Windows } from './windows.ts'

/** What the protocol core needs from the rest of the host. */
export interface Core extends ToolParts {
  readonly states: RequestStates
  readonly windows: Windows
}
