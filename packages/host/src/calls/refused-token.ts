import type { ToolError } from '@quipu/kit'
import type { AuthFailure } from '../identity/auth-failure.ts'
import { bearerOf } from '../identity/own-bearer.ts'
import type { RunningCall } from './running-call.ts'

/**
 * After a call of a module's own caller failed as UNAUTHORIZED: the refusal, if the module says that the token has
 * ended. `answerFirst` is awaited before the sessions of the token end.
 */
export async function refusedToken(
  { caller }: RunningCall,
  { code }: ToolError,
  answerFirst?: (refused: AuthFailure) => Promise<void>,
): Promise<AuthFailure | undefined> {
  return code === 'UNAUTHORIZED' ? bearerOf(caller)?.recheck(answerFirst) : undefined
}
