import { ToolError, type ErrorCode } from '@quipu/kit'

const codes = {
  /** The server refuses the token itself: unknown, expired or revoked. */
  unauthorized: 'UNAUTHORIZED',
  /** The token is valid, but lacks `scope`. */
  'missing-scope': 'FORBIDDEN',
  /** The person behind the token may not do this. */
  forbidden: 'FORBIDDEN',
  'not-found': 'NOT_FOUND',
  invalid: 'VALIDATION_ERROR',
  /** Changed since the caller saw it, or it exists already. */
  conflict: 'CONFLICT',
  'rate-limited': 'RATE_LIMITED',
  unavailable: 'UNAVAILABLE',
  timeout: 'TIMEOUT',
  /** The answer exceeds the size limit. */
  'too-large': 'UNPROCESSABLE',
  /** The answer does not come from Vikunja. */
  'bad-answer': 'UNAVAILABLE',
  /** This version of Vikunja cannot do it. */
  unsupported: 'UNPROCESSABLE',
} as const satisfies Record<string, ErrorCode>

export type VikunjaErrorKind = keyof typeof codes

export interface VikunjaErrorFacts {
  /** Group and permission as Vikunja shows them for a token, such as `tasks.read_all`. */
  readonly scope?: string
  readonly retryAfterSeconds?: number
  /** Vikunja's own number for it, such as 4002. */
  readonly vikunjaCode?: number
  readonly cause?: unknown
  /** Whether the change may have been made in spite of the error. */
  readonly isOutcomeUnknown?: boolean
}

/** Why Vikunja refused or failed, in our words. Contains no token and no text of the server. */
export class VikunjaError extends ToolError {
  readonly kind: VikunjaErrorKind
  readonly scope: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(kind: VikunjaErrorKind, message: string, facts: VikunjaErrorFacts = {}) {
    const { scope, retryAfterSeconds, vikunjaCode, cause, isOutcomeUnknown = false } = facts
    super(
      codes[kind],
      message,
      {
        ...(scope === undefined ? {} : { missing_scope: scope }),
        ...(retryAfterSeconds === undefined ? {} : { retry_after_seconds: retryAfterSeconds }),
        ...(vikunjaCode === undefined ? {} : { vikunja_code: vikunjaCode }),
      },
      { isOutcomeUnknown, ...(cause === undefined ? {} : { cause }) },
    )
    this.kind = kind
    this.scope = scope
    this.retryAfterSeconds = retryAfterSeconds
  }
}
