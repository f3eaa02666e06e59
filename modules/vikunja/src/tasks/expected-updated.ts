import { cleanLine, ToolError } from '@quipu/kit'
import { text } from './inputs.ts'

/** The `updated` of a task or project that the caller saw. */
export const ExpectedUpdated = text(40)
  .refine((given) => !Number.isNaN(Date.parse(given)), 'must be the "updated" that a tool showed')
  .optional()

/** Refuses if the item has changed since the caller saw it. */
export function demandUnchanged(
  kind: 'task' | 'project',
  item: { readonly updatedAt: string } | undefined,
  expected: string | undefined,
): void {
  if (expected === undefined || item === undefined) return
  if (Date.parse(item.updatedAt) === Date.parse(expected)) return
  throw new ToolError(
    'CONFLICT',
    `The ${kind} has changed since: it was updated at ${item.updatedAt}, not ${cleanLine(expected)}. Read it again.`,
    { updated: item.updatedAt },
  )
}

export function demandOneTask(tasks: readonly unknown[], expected: string | undefined): void {
  if (expected === undefined || tasks.length === 1) return
  throw new ToolError(
    'VALIDATION_ERROR',
    'expected_updated needs exactly one task; give one task, or leave it out',
  )
}
