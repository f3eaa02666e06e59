import type { Route } from '@quipu/kit'
import { ToolError } from '@quipu/kit'
import type { RunningCall } from './running-call.ts'

/** Reports an unknown address before problems of the input. */
export async function addressFirst<Result>(
  service: unknown,
  { params, demandTarget }: Pick<Route, 'params' | 'demandTarget'>,
  given: unknown,
  call: RunningCall,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (demandTarget === undefined || !(error instanceof ToolError) || error.code !== 'VALIDATION_ERROR')
      throw error
    const parsed = params.safeParse(given)
    if (parsed.success) await demandTarget(service, parsed.data, call)
    throw error
  }
}
