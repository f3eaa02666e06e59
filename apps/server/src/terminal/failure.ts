import { ToolError, type ErrorCode } from '@quipu/kit'

export const exitCodes = {
  ok: 0,
  failed: 1,
  usage: 2,
  unreachable: 3,
  /** A question that was refused or asked back. */
  unanswered: 3,
  notFound: 4,
  conflict: 5,
  forbidden: 6,
  interrupted: 130,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** The command line or the configuration is wrong. One line for each problem. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  readonly lines: readonly string[]

  constructor(...lines: readonly string[]) {
    super(lines.join('\n'))
    this.lines = lines
  }
}

/** The message for a person when a command fails, and the exit code for scripts. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed'
  readonly exitCode: ExitCode

  constructor(exitCode: ExitCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.exitCode = exitCode
  }
}

export interface Failure {
  readonly exitCode: ExitCode
  readonly code: string
  readonly lines: readonly string[]
}

/** Prints the failure in words. The stack trace is printed only with LOG_LEVEL=debug. */
export function describeFailure(error: unknown, isDebug = false): Failure {
  const failure = classify(error)
  if (!isDebug || !(error instanceof Error) || error.stack === undefined) return failure
  return { ...failure, lines: [...failure.lines, error.stack] }
}

function classify(error: unknown): Failure {
  if (error instanceof UsageError) return { exitCode: exitCodes.usage, code: 'USAGE', lines: error.lines }
  if (error instanceof CommandFailed) {
    return { exitCode: error.exitCode, code: codeNames[error.exitCode], lines: [error.message] }
  }
  if (error instanceof ToolError) {
    return { exitCode: exitCodeOf[error.code], code: error.code, lines: [error.message] }
  }
  if (!(error instanceof Error)) return { exitCode: exitCodes.failed, code: 'FAILED', lines: [String(error)] }
  if (error.name === 'StoreUnavailable' || isFolderInUse(error)) {
    return { exitCode: exitCodes.unreachable, code: 'UNAVAILABLE', lines: [error.message] }
  }
  if (isCoded(error, 'RESTORE_REFUSED'))
    return { exitCode: exitCodes.conflict, code: 'CONFLICT', lines: [error.message] }
  if (isCoded(error, 'DATA_FOLDER_DAMAGED') || isCoded(error, 'BACKUP_DAMAGED'))
    return { exitCode: exitCodes.failed, code: 'FAILED', lines: [error.message] }
  if (isCoded(error, 'ENOSPC') || isCoded(error, 'EDQUOT')) {
    const lines = [`The disk is full: ${error.message}`, 'Free some space, then try again.']
    return { exitCode: exitCodes.unreachable, code: 'UNAVAILABLE', lines }
  }
  const hint = 'Set LOG_LEVEL=debug to see where it comes from.'
  return { exitCode: exitCodes.failed, code: 'FAILED', lines: [error.message, hint] }
}

export function isFolderInUse(error: unknown): boolean {
  return isCoded(error, 'DATA_FOLDER_IN_USE')
}

function isCoded(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

const exitCodeOf: Readonly<Record<ErrorCode, ExitCode>> = {
  VALIDATION_ERROR: exitCodes.usage,
  NOT_FOUND: exitCodes.notFound,
  CONFLICT: exitCodes.conflict,
  UNPROCESSABLE: exitCodes.failed,
  UNAUTHORIZED: exitCodes.forbidden,
  FORBIDDEN: exitCodes.forbidden,
  RATE_LIMITED: exitCodes.failed,
  TIMEOUT: exitCodes.unreachable,
  UNAVAILABLE: exitCodes.unreachable,
  INTERNAL_ERROR: exitCodes.failed,
}

const codeNames: Readonly<Record<ExitCode, string>> = {
  0: 'OK',
  1: 'FAILED',
  2: 'USAGE',
  3: 'UNAVAILABLE',
  4: 'NOT_FOUND',
  5: 'CONFLICT',
  6: 'FORBIDDEN',
  130: 'INTERRUPTED',
}
