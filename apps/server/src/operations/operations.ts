import { ToolError } from '@quipu/kit'
import { z } from 'zod'
import { operation, type AnyOperation, type Workplace } from './operation.ts'
import { accessOperations } from './access.ts'
import { apiOperations } from './api.ts'
import { backupOperations } from './backup.ts'
import { jobOperations } from './jobs.ts'
import { auditOperations } from './audit.ts'
import { keyOperations } from './keys.ts'
import { userOperations } from './users.ts'

/** Runs an operation here, or in the process that owns the store. */
export type Perform = <Name extends OperationName>(
  name: Name,
  input: z.input<Operations[Name]['input']>,
) => Promise<z.output<Operations[Name]['output']>>

export function performAt(workplace: Workplace): Perform {
  return async (name, input) => {
    const operation = operations[name]
    const result = await performUntyped(workplace, name, input)
    // The output schema is this operation's own, so its type is the one promised.
    return operation.output.parse(result) as never
  }
}

/** For what arrives over the control socket: the name and the input are checked here. */
export async function performUntyped(
  workplace: Workplace,
  name: string,
  input: unknown,
): Promise<z.core.util.JSONType> {
  if (!isOperation(name)) throw new ToolError('VALIDATION_ERROR', `This version has no operation ${name}`)
  const operation: AnyOperation = operations[name]
  const parsed = operation.input.safeParse(input)
  if (!parsed.success) throw new ToolError('VALIDATION_ERROR', z.prettifyError(parsed.error))
  return (await workplace.host.asCommand(() => operation.run(workplace, parsed.data))) ?? null
}

export const operations = {
  ...userOperations,
  ...accessOperations,
  ...keyOperations,
  ...auditOperations,
  ...jobOperations,
  ...apiOperations,
  ...backupOperations,
  checks: operation({
    input: z.object({}),
    output: z.array(z.object({ name: z.string(), ok: z.boolean(), detail: z.string() })),
    run: async ({ host }) => (await host.checks()).map((check) => ({ ...check })),
  }),
}

type Operations = typeof operations
type OperationName = keyof Operations

function isOperation(name: string): name is OperationName {
  return Object.hasOwn(operations, name)
}
