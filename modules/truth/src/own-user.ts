import type { Caller } from '@quipu/kit'
import { TruthError } from './errors.ts'

/** The caller is always whom the token names. A `user_id` that says otherwise is a mistake, never a choice. */
export function requireOwnUser(caller: Pick<Caller, 'userId'>, userId: string | undefined): void {
  if (userId !== undefined && userId !== caller.userId)
    throw new TruthError('VALIDATION_ERROR', 'user_id must be your own; leave it out')
}
