import type { Module, Tool } from '@quipu/kit'
import { firstIssue, phraseIssue, ToolError } from '@quipu/kit'
import type { z } from 'zod'
import { isFields } from '../input/fields.ts'
import { checkCount, checkText } from './check-text.ts'

/** The input as its schema parses it, or VALIDATION_ERROR with the module's message for the first problem. */
export function parseInput<Schema extends z.ZodType>(
  { phraseIssue: phrase = phraseIssue }: Pick<Module, 'phraseIssue'>,
  schema: Schema,
  given: unknown,
): z.output<Schema> {
  if (isFields(given)) checkCount(given)
  checkText(given)
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const issue = firstIssue(parsed.error, given)
  throw new ToolError('VALIDATION_ERROR', phrase(issue), { parameter: issue.name })
}

/** The part of the input that is audited: the parameters that the tool names, unchanged, if they are texts. */
export function auditedOf({ audited }: Tool, given: unknown): Readonly<Record<string, string>> {
  if (audited.length === 0 || !isFields(given)) return {}
  return Object.fromEntries(
    audited.flatMap((name) => (typeof given[name] === 'string' ? [[name, given[name]]] : [])),
  )
}
