import type { ErrorCode, Json, JsonObject } from '@quipu/kit'
import { PortError, ToolError } from '@quipu/kit'

/** The codes of the contract, each with its class of failure. */
const classes = {
  VALIDATION_ERROR: 'VALIDATION_ERROR',
  ENTITY_NOT_FOUND: 'NOT_FOUND',
  SOURCE_NOT_FOUND: 'NOT_FOUND',
  FILE_NOT_FOUND: 'NOT_FOUND',
  FIELD_NOT_FOUND: 'NOT_FOUND',
  RELATIONSHIP_NOT_FOUND: 'NOT_FOUND',
  MERGE_NOT_FOUND: 'NOT_FOUND',
  FILE_TOO_LARGE: 'VALIDATION_ERROR',
  UNSUPPORTED_FILE_TYPE: 'VALIDATION_ERROR',
  ENTITY_ALREADY_MERGED: 'VALIDATION_ERROR',
  INVALID_RELATIONSHIP_TYPE: 'VALIDATION_ERROR',
  CYCLE_DETECTED: 'VALIDATION_ERROR',
  QUOTA_EXCEEDED: 'RATE_LIMITED',
  ANALYSIS_FAILED: 'UNPROCESSABLE',
  UPLOAD_FAILED: 'UNAVAILABLE',
  SIGNING_FAILED: 'UNAVAILABLE',
  DB_INSERT_FAILED: 'UNAVAILABLE',
  DB_UPDATE_FAILED: 'UNAVAILABLE',
  DB_DELETE_FAILED: 'UNAVAILABLE',
  DB_QUERY_FAILED: 'UNAVAILABLE',
} as const satisfies Record<string, ErrorCode>

export type TruthCode = keyof typeof classes

/** A failure with the code of the contract. */
export class TruthError extends ToolError {
  readonly truthCode: TruthCode

  constructor(
    truthCode: TruthCode,
    message: string,
    details: JsonObject = {},
    options: ErrorOptions & { readonly code?: ErrorCode } = {},
  ) {
    // The contract has 500 for everything that is not the caller's fault.
    const status = truthCode.endsWith('_FAILED') ? 500 : undefined
    super(options.code ?? classes[truthCode], message, details, { ...options, status })
    this.truthCode = truthCode
  }
}

/** A failure of the store has a code of its own for each kind of action. A route that is no action keeps the general one. */
export function nameFailure(
  error: ToolError,
  failed: { readonly effect: string } & ({ readonly name: string } | { readonly countsAs?: string }),
): ToolError {
  const action = 'name' in failed ? failed.name : failed.countsAs
  const isOfStore = error instanceof PortError && (error.reason === 'store' || error.reason === 'statement')
  if (!isOfStore || action === undefined) return error
  const code = failed.effect === 'read' ? 'DB_QUERY_FAILED' : (writeCodes[action] ?? 'DB_INSERT_FAILED')
  const message =
    failed.effect === 'read'
      ? 'The store could not be read; send the same call again shortly'
      : 'The store did not confirm this; send the same call again shortly, with its idempotency key if it had one'
  return new TruthError(code, message, retryable, { code: error.code, cause: error })
}

const writeCodes: Readonly<Record<string, TruthCode>> = {
  merge_entities: 'DB_UPDATE_FAILED',
  unmerge_entities: 'DB_UPDATE_FAILED',
  erase_source: 'DB_DELETE_FAILED',
}

const retryable = { retryable: true }

/** Waits until a file is stored. A place for files that fails is UPLOAD_FAILED. */
export async function stored<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw error instanceof PortError && error.reason === 'unavailable' ? uploadFailed(error) : error
  }
}

export function uploadFailed(cause?: Error): TruthError {
  const message = 'The file could not be stored, and nothing of it is kept; send it again shortly'
  return new TruthError('UPLOAD_FAILED', message, retryable, { cause })
}

export function signingFailed(cause: unknown): TruthError {
  const message = 'The link could not be signed; ask for it again shortly'
  return new TruthError('SIGNING_FAILED', message, retryable, { cause })
}

/** The error envelope of the contract, for tools and for routes. */
export function errorEnvelope(error: ToolError, traceId: string): Json {
  const code = error instanceof TruthError ? error.truthCode : (hostCodes[error.code] ?? error.code)
  const known = { ...(error.details as JsonObject), ...(error.code === 'UNAVAILABLE' ? retryable : {}) }
  const details = Object.keys(known).length === 0 ? {} : { details: known }
  return { error: { code, message: error.message, ...details, trace_id: traceId } }
}

const hostCodes: Readonly<Partial<Record<ErrorCode, string>>> = {
  RATE_LIMITED: 'RATE_LIMIT_EXCEEDED',
  UNAVAILABLE: 'SERVICE_UNAVAILABLE',
}

export function entityNotFound(id: string): TruthError {
  return new TruthError('ENTITY_NOT_FOUND', `Entity not found: ${id}. search_truth finds entities by name.`)
}

export function fileNotFound(hint = ''): TruthError {
  return new TruthError('FILE_NOT_FOUND', `File not found${hint}`)
}

export function sourceNotFound(id: string): TruthError {
  return new TruthError('SOURCE_NOT_FOUND', `Source not found: ${id}`)
}
