import type { ErrorCode, Json, JsonObject } from '@quipu/kit'
import { ToolError } from '@quipu/kit'

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
} as const satisfies Record<string, ErrorCode>

export type TruthCode = keyof typeof classes

/** A failure that a caller can fix, with the code of the contract. */
export class TruthError extends ToolError {
  readonly truthCode: TruthCode

  constructor(truthCode: TruthCode, message: string, details: JsonObject = {}) {
    super(classes[truthCode], message, details)
    this.truthCode = truthCode
  }
}

/** The error envelope of the contract, for tools and for routes. */
export function errorEnvelope(error: ToolError, traceId: string): Json {
  const code = error instanceof TruthError ? error.truthCode : (hostCodes[error.code] ?? error.code)
  const details = Object.keys(error.details).length === 0 ? {} : { details: error.details as JsonObject }
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
