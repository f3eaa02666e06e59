import type { z } from 'zod'
import type { Context } from './command.ts'
import { withStore } from '../owner/perform.ts'

/** One call of a module's route, and its answer as the schema has it. */
export type Request = <Out extends z.ZodType>(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  output: Out,
  body?: z.core.util.JSONType,
) => Promise<z.output<Out>>

/** Calls routes for the person at this machine, where the store is open. */
export function withRequests<Result>(
  { config, log }: Context,
  user: string | undefined,
  work: (request: Request) => Promise<Result>,
): Promise<Result> {
  return withStore(config, log, (perform) =>
    work(async (method, path, output, body) =>
      output.parse(await perform('request', { user, method, path, body })),
    ),
  )
}

export const userOption = { value: 'EMAIL', says: 'Act for this account. Default: the owner.' }
