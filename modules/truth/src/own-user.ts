import type { Caller } from '@quipu/kit'
import { TruthError } from './errors.ts'

/** The token always decides who the caller is. A different `user_id` is an error. */
export function requireOwnUser(caller: Pick<Caller, 'userId'>, userId: string | undefined): void {
  if (userId !== undefined && userId !== caller.userId)
    throw new TruthError('VALIDATION_ERROR', 'user_id must be your own; leave it out')
}
