export type ErrorCode =
  | 'VALIDATION_ERROR'
  | 'NOT_FOUND'
  | 'CONFLICT'
  /** Understood, and not possible as things are. */
  | 'UNPROCESSABLE'
  | 'UNAUTHORIZED'
  | 'FORBIDDEN'
  | 'RATE_LIMITED'
  | 'TIMEOUT'
  | 'UNAVAILABLE'
  | 'INTERNAL_ERROR'

/** What a caller can mend. Everything else that is thrown is a bug and reaches nobody but the log. */
export class ToolError extends Error {
  override readonly name = 'ToolError'
  readonly code: ErrorCode
  /** What callers are told instead of `code`, which then is only its class. Default: `code`. */
  readonly shownCode: string
  readonly details: Readonly<Record<string, unknown>>
  /** Whether the effect may be there all the same; then an idempotency key stays taken. Default: false. */
  readonly isOutcomeUnknown: boolean

  constructor(
    code: ErrorCode,
    message: string,
    details: Readonly<Record<string, unknown>> = {},
    options: ErrorOptions & { readonly shownCode?: string; readonly isOutcomeUnknown?: boolean } = {},
  ) {
    super(message, options)
    this.code = code
    this.shownCode = options.shownCode ?? code
    this.details = details
    this.isOutcomeUnknown = options.isOutcomeUnknown ?? false
  }
}
