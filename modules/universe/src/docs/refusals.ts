import type { RefusalReason } from '../domain/refusal.ts'

/** A description of every reason. */
export const refusals: Readonly<Record<RefusalReason, string>> = {
  starNotFound: 'there is no such body',
  parentNotFound: 'there is no such parent',
  attachFailed: 'the bodies are not there, or one would turn about itself (detail: notFound, cycle)',
  detachFailed: 'it has no parent',
  groupNotFound: 'there is no such group',
  childAlreadyInGroup: 'it is in a group already; use moveToGroup',
  childNotInGroup: 'it is not in this group',
  moveToGroupFailed: 'it is not there, or a group would hold itself',
  smallBodyFieldNotFound: 'there is no such field',
  protoplanetaryDiskNotFound: 'there is no such disk',
  nebulaNotFound: 'there is no such nebula',
  ringNotFound: 'the body has no ring',
  beltNotFound: 'there is no such belt',
  idTaken: 'the id is in use',
  limitReached: 'the universe is full',
  timeOutOfRange: 'time would leave its range',
  invariantBroken: 'the outcome would not hold together',
  changedSince: 'a later step changed the same thing',
  nothingToUndo: 'no step of yours stands that could be taken back',
  nothingToRedo: 'no step of yours is taken back',
}
