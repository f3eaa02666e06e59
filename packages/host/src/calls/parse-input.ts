import type { Module, Tool } from '@quipu/kit'
import { firstIssue, phraseIssue, ToolError } from '@quipu/kit'
import type { z } from 'zod'
import type { Fields } from '../input/fields.ts'
import { isFields } from '../input/fields.ts'
import { parseJson } from '../input/parse-json.ts'
import { checkCount, checkText } from './check-text.ts'

/** The input as its schema parses it, or VALIDATION_ERROR with the module's message for the first problem. */
export function parseInput<Schema extends z.ZodType>(
  { phraseIssue: phrase = phraseIssue }: Phrasing,
  schema: Schema,
  given: unknown,
): z.output<Schema> {
  checkPlain(given)
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const issue = firstIssue(parsed.error, given)
  throw new ToolError('VALIDATION_ERROR', phrase(issue), { parameter: issue.name })
}

/** The arguments of a tool. Models send lists and objects also as JSON text: it is read where the schema has no text. */
export function parseArguments<Schema extends z.ZodType>(
  module: Phrasing,
  schema: Schema,
  given: Fields,
): z.output<Schema> {
  checkPlain(given)
  const parsed = schema.safeParse(given)
  return parsed.success ? parsed.data : parseInput(module, schema, withJsonRead(given, parsed.error.issues))
}

type Phrasing = Pick<Module, 'phraseIssue'>

function checkPlain(given: unknown): void {
  if (isFields(given)) checkCount(given)
  checkText(given)
}

function withJsonRead(given: Fields, issues: readonly z.core.$ZodIssue[]): unknown {
  let read: unknown = given
  for (const { code, path, ...issue } of issues.slice(0, mostRead)) {
    if (code !== 'invalid_type' || !('expected' in issue) || !nested.has(issue.expected)) continue
    read = replaced(read, path, (value) => (isJsonText(value) ? jsonOr(value) : value))
  }
  return read
}

const mostRead = 100
const nested: ReadonlySet<string> = new Set(['object', 'array', 'record'])

function isJsonText(value: unknown): value is string {
  return typeof value === 'string' && /^\s*[{[]/.test(value)
}

/** What is not JSON, or too deep, stays the text that it was, and is refused as such. */
function jsonOr(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return text
  }
}

/** A copy in which the value at this path is another one; the same if nothing changes. */
function replaced(
  container: unknown,
  [key, ...rest]: readonly PropertyKey[],
  change: (value: unknown) => unknown,
): unknown {
  if (key === undefined) return change(container)
  if (container === null || typeof container !== 'object') return container
  // Its keys are those of the path of an issue.
  const inside = (container as Readonly<Record<PropertyKey, unknown>>)[key]
  const changed = replaced(inside, rest, change)
  if (changed === inside) return container
  return Array.isArray(container)
    ? container.with(Number(key), changed)
    : { ...(container as Fields), [key]: changed }
}

/** The part of the input that is audited: the parameters that the tool names, unchanged, if they are texts. */
export function auditedOf({ audited }: Tool, given: unknown): Readonly<Record<string, string>> {
  if (audited.length === 0 || !isFields(given)) return {}
  return Object.fromEntries(
    audited.flatMap((name) => (typeof given[name] === 'string' ? [[name, given[name]]] : [])),
  )
}
