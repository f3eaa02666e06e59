import { ToolError } from '@quipu/kit'
import { CommandInvalid, CommandRefused } from './domain/refusal.ts'
import type { Entry } from './service/universe-service.ts'

/** A refusal of the domain as an error for the caller. Any other error is passed on. */
function asToolError(error: unknown): unknown {
  if (error instanceof CommandInvalid) {
    const { message, path, reason, nearest, missing } = error
    const found = missing.length > 0 ? { path, missing } : { path }
    const details = reason === 'unknownCommand' ? { path, reason, nearest } : found
    return new ToolError('VALIDATION_ERROR', message, details, { cause: error })
  }
  if (error instanceof CommandRefused)
    return new ToolError(
      'UNPROCESSABLE',
      error.message,
      { reason: error.reason, ...error.details },
      { cause: error },
    )
  return error
}

/** Runs a decision of the domain, and turns its refusals into errors for the caller. */
export function decided<Result>(decide: () => Result): Result {
  try {
    return decide()
  } catch (error) {
    throw asToolError(error)
  }
}

export function mayOnlyLook(universeId: string): ToolError {
  return new ToolError(
    'FORBIDDEN',
    'You may look at this universe but not change it; ask its owner to make you an editor',
    { universeId },
  )
}

export function ownerOnly(universeId: string, what: string): ToolError {
  return new ToolError('FORBIDDEN', `Only its owner may ${what}`, { universeId })
}

export function movedOn(expected: number, revision: number, missed: readonly Entry[]): ToolError {
  const message =
    expected > revision
      ? `expectedRevision ${expected} is in the future: the universe is at revision ${revision}`
      : `The universe is at revision ${revision}, not ${expected}; look at what was missed, then send again with expectedRevision ${revision}`
  return new ToolError('CONFLICT', message, { revision, missed })
}

export function commandIdTaken(commandId: string, revision: number, atRevision: number): ToolError {
  return new ToolError(
    'CONFLICT',
    `commandId ${commandId} was used for another command, at revision ${atRevision}; send this one with an id of its own`,
    { revision, commandId, missed: [] },
  )
}

export function cannot(reason: string, message: string, details: object = {}): ToolError {
  return new ToolError('UNPROCESSABLE', message, { reason, ...details })
}
