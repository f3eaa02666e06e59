export type ErrorCode =
  | 'VALIDATION_ERROR'
  | 'NOT_FOUND'
  | 'CONFLICT'
  /** The request was understood, but is not possible in the current state. */
  | 'UNPROCESSABLE'
  | 'UNAUTHORIZED'
  | 'FORBIDDEN'
  | 'RATE_LIMITED'
  | 'TIMEOUT'
  | 'UNAVAILABLE'
  | 'INTERNAL_ERROR'

/** An error that a caller can fix. Anything else that is thrown is a bug and appears only in the log. */
export class ToolError extends Error {
  override readonly name = 'ToolError'
  readonly code: ErrorCode
  /** The code that callers see instead of `code`, which is then only its class. Default: `code`. */
  readonly shownCode: string
  readonly details: Readonly<Record<string, unknown>>
  /** The status of a route's answer, if a contract has another one than the class. Default: that of `code`. */
  readonly status: number | undefined
  /** Whether the effect may be there all the same; then an idempotency key stays taken. Default: false. */
  readonly isOutcomeUnknown: boolean

  constructor(
    code: ErrorCode,
    message: string,
    details: Readonly<Record<string, unknown>> = {},
    options: ErrorOptions & {
      readonly shownCode?: string
      readonly status?: number | undefined
      readonly isOutcomeUnknown?: boolean
    } = {},
  ) {
    super(message, options)
    this.code = code
    this.shownCode = options.shownCode ?? code
    this.details = details
    this.status = options.status
    this.isOutcomeUnknown = options.isOutcomeUnknown ?? false
  }
}
