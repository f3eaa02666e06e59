import type { ErrorCode } from './tool-error.ts'
import { ToolError } from './tool-error.ts'

const codes = {
  'too-large': 'UNPROCESSABLE',
  time: 'TIMEOUT',
  memory: 'UNPROCESSABLE',
  crash: 'INTERNAL_ERROR',
  threw: 'INTERNAL_ERROR',
  busy: 'UNAVAILABLE',
  unavailable: 'UNAVAILABLE',
  redirect: 'UNAVAILABLE',
  'not-json': 'UNAVAILABLE',
  /** The store cannot be reached, or did not answer in time. */
  store: 'UNAVAILABLE',
  /** The store refused a statement. */
  statement: 'INTERNAL_ERROR',
} as const satisfies Record<string, ErrorCode>

/** A port that failed. A module maps `reason` to its own message; otherwise the caller gets this error unchanged. */
export class PortError extends ToolError {
  readonly reason: keyof typeof codes

  constructor(
    reason: keyof typeof codes,
    message: string,
    options?: ErrorOptions & { readonly isOutcomeUnknown?: boolean },
  ) {
    super(codes[reason], message, {}, options)
    this.reason = reason
  }
}
