import type { Module, Tool } from '@quipu/kit'
import { firstIssue, phraseIssue, ToolError } from '@quipu/kit'
import type { z } from 'zod'
import { isFields } from '../input/fields.ts'
import { checkText } from './check-text.ts'

/** The input as its schema gives it, or VALIDATION_ERROR in the module's words for the first thing wrong with it. */
export function parseInput<Schema extends z.ZodType>(
  { phraseIssue: phrase = phraseIssue }: Pick<Module, 'phraseIssue'>,
  schema: Schema,
  given: unknown,
): z.output<Schema> {
  checkText(given)
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const issue = firstIssue(parsed.error, given)
  throw new ToolError('VALIDATION_ERROR', phrase(issue), { parameter: issue.name })
}

/** What the audit tells of the input: the parameters that the tool names, as they came, if they are texts. */
export function auditedOf({ audited }: Tool, given: unknown): Readonly<Record<string, string>> {
  if (audited.length === 0 || !isFields(given)) return {}
  return Object.fromEntries(
    audited.flatMap((name) => (typeof given[name] === 'string' ? [[name, given[name]]] : [])),
  )
}
