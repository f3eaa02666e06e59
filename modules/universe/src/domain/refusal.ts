/** Why a well-formed command was not applied. The first eleven names are those of the failure events. */
export type RefusalReason =
  | 'starNotFound'
  | 'attachFailed'
  | 'detachFailed'
  | 'groupNotFound'
  | 'childAlreadyInGroup'
  | 'childNotInGroup'
  | 'moveToGroupFailed'
  | 'smallBodyFieldNotFound'
  | 'protoplanetaryDiskNotFound'
  | 'nebulaNotFound'
  | 'ringNotFound'
  | 'beltNotFound'
  | 'idTaken'
  | 'parentNotFound'
  | 'limitReached'
  | 'timeOutOfRange'
  | 'invariantBroken'
  | 'changedSince'
  | 'nothingToUndo'
  | 'nothingToRedo'

export interface RefusalDetails {
  /** The field of the command that is at fault. */
  readonly path?: string
  /** The case of an `attachFailed`, `detachFailed` or `moveToGroupFailed`. */
  readonly detail?: 'notFound' | 'cycle' | 'notAttached' | 'notASystem'
  /** The ids of the entities that cause the refusal. */
  readonly ids?: readonly string[]
  /** Which command of a batch. */
  readonly index?: number
}

/** A command that fits its schema but not this universe. Nothing was changed. */
export class CommandRefused extends Error {
  override readonly name = 'CommandRefused'
  readonly reason: RefusalReason
  readonly details: RefusalDetails

  constructor(reason: RefusalReason, message: string, details: RefusalDetails = {}) {
    super(message)
    this.reason = reason
    this.details = details
  }
}

/** An input that is not a valid command or state. Nothing was changed. */
export class CommandInvalid extends Error {
  override readonly name = 'CommandInvalid'
  /** The field at fault, such as `payload.mass`; empty for the input itself. */
  readonly path: string
  readonly reason: 'invalid' | 'unknownCommand'
  /** For an unknown type: the names nearest to it. */
  readonly nearest: readonly string[]
  /** Every required field that is not there, if the one at fault is one of them. */
  readonly missing: readonly string[]

  constructor(
    message: string,
    path: string,
    reason: 'invalid' | 'unknownCommand' = 'invalid',
    { nearest = [], missing = [] }: { nearest?: readonly string[]; missing?: readonly string[] } = {},
  ) {
    super(message)
    this.path = path
    this.reason = reason
    this.nearest = nearest
    this.missing = missing
  }
}
