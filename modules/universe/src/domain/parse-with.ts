import type * as z from 'zod'
import { CommandInvalid } from './refusal.ts'
import { StateInput } from './universe-state.ts'

/** Throws `CommandInvalid` for the first fault, with its path below `at`; for a missing field, with all that are. */
export function parseWith<T>(
  schema: z.ZodType<T>,
  input: unknown,
  at: string,
  hints: Readonly<Record<string, string>> = {},
): T {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const { issues } = parsed.error
  const { field, message } = phrase(issues[0])
  const below = (name: string) => [at, name].filter(Boolean).join('.')
  const path = below(field)
  const missing = isMissing(issues[0])
    ? issues.filter(isMissing).map((issue) => below(phrase(issue).field))
    : []
  const [, ...others] = missing.slice(0, mostMissingNamed)
  const rest = others.length === 0 ? '' : ` Also required: ${others.join(', ')}.`
  throw new CommandInvalid(`${path || 'The command'}: ${hints[field] ?? message}.${rest}`, path, 'invalid', {
    missing: missing.slice(0, mostMissingNamed),
  })
}

const mostMissingNamed = 20

function isMissing(issue: z.core.$ZodIssue | undefined): boolean {
  return issue?.message.endsWith('received undefined') === true
}

/** A state that a client wrote, with its defaults; `Model.of` checks whether it is consistent. */
export function parseState(input: unknown, at = 'state'): StateInput {
  refuseUnsafeKeys(input, at)
  return parseWith(StateInput, input, at)
}

/** Schemas drop `__proto__` silently; a client should get an error. */
export function refuseUnsafeKeys(input: unknown, at: string, depth = 0): void {
  if (typeof input !== 'object' || input === null) return
  if (depth > deepest) throw new CommandInvalid(`${at}: nested deeper than ${deepest} levels.`, at)
  for (const key of Object.keys(input)) {
    const path = at ? `${at}.${key}` : key
    if (key === '__proto__') throw new CommandInvalid(`${path}: is a reserved word; choose another id.`, path)
    refuseUnsafeKeys((input as Record<string, unknown>)[key], path, depth + 1)
  }
}

/** A batch of snapshots reaches 9. */
const deepest = 12

function phrase(issue: z.core.$ZodIssue | undefined): { field: string; message: string } {
  if (!issue) return { field: '', message: 'is not valid' }
  const path = issue.path.map(String)
  if (issue.code === 'unrecognized_keys') {
    return { field: [...path, issue.keys[0] ?? ''].join('.'), message: 'there is no such field' }
  }
  if (issue.code === 'invalid_key')
    return { field: path.join('.'), message: issue.issues[0]?.message ?? issue.message }
  if (isMissing(issue)) return { field: path.join('.'), message: 'is required' }
  return {
    field: path.join('.'),
    message: issue.message.replace(/^Invalid (input|option): |^Too (big|small): /, ''),
  }
}
