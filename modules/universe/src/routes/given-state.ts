import { ToolError } from '@quipu/kit'
import { parseState } from '../domain/parse-with.ts'
import { CommandInvalid } from '../domain/refusal.ts'
import type { StateInput } from '../domain/universe-state.ts'
import { invalid } from '../errors.ts'

/** A state from a body; an error has the path of the field. */
export function givenState(state: unknown): StateInput {
  try {
    return parseState(state, 'state')
  } catch (error) {
    if (error instanceof CommandInvalid) throw invalid(error.path, error.message)
    throw error
  }
}

/** The `snapshot` of the command is the `state` of the body. */
export async function inTermsOfState<Result>(sending: Promise<Result>): Promise<Result> {
  try {
    return await sending
  } catch (error) {
    if (!(error instanceof ToolError) || typeof error.details['path'] !== 'string') throw error
    const renamed = (text: string) => text.replace(/^snapshot\b/, 'state')
    const details = { ...error.details, path: renamed(error.details['path']) }
    throw new ToolError(error.code, renamed(error.message), details, { cause: error })
  }
}
