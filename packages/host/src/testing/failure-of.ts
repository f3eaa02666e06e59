import type { Caller } from '@quipu/kit'
import { AuthFailure } from '../identity/auth-failure.ts'

/** Why a request was refused. */
export async function failureOf(attempt: () => Caller | Promise<Caller>): Promise<AuthFailure> {
  try {
    const caller = await attempt()
    throw new Error(`Was let in as ${caller.username}`)
  } catch (error) {
    if (error instanceof AuthFailure) return error
    throw error
  }
}
