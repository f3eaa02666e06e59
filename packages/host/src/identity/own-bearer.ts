import type { Caller } from '@quipu/kit'
import type { AuthFailure } from './auth-failure.ts'

/** The token of a caller without an account, and the module's view of it. */
export interface OwnBearer {
  readonly token: string
  /** The caller as of now; undefined once the module refuses the token. */
  current(): Promise<Caller | undefined>
  /**
   * After a call has failed as UNAUTHORIZED: why the token is invalid now. Its sessions have then ended, after
   * `answerFirst` was done.
   */
  recheck(answerFirst?: (refused: AuthFailure) => Promise<void>): Promise<AuthFailure | undefined>
}

// A symbol is copied with the caller, but not written by JSON: the token appears in no log and no session.
const key = Symbol('own bearer')

export function withBearer(caller: Caller, bearer: OwnBearer): Caller {
  return Object.assign({ ...caller }, { [key]: bearer })
}

export function bearerOf(caller: Caller & { readonly [key]?: OwnBearer }): OwnBearer | undefined {
  return caller[key]
}
