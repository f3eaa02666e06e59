import type { Json, JsonObject, Tool, ToolError as Failure } from '@quipu/kit'
import { firstIssue, phraseIssue, ToolError } from '@quipu/kit'
import type { z } from 'zod'

const notFound = 'Universe not found'
const mostMissedShown = 10

export function universeNotFound(universeId: string): ToolError {
  return new ToolError('NOT_FOUND', notFound, { universeId })
}

export function bodyNotFound(bodyId: string): ToolError {
  return new ToolError('NOT_FOUND', `There is no body ${bodyId} at this revision`, { bodyId })
}

export function invalid(path: string, message: string): ToolError {
  return new ToolError('VALIDATION_ERROR', message, { path })
}

/** Parses the input of a caller; an error has the path of the field. */
export function parsed<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
  const result = schema.safeParse(given)
  if (result.success) return result.data
  const issue = firstIssue(result.error, given)
  throw invalid(issue.name, phraseIssue(issue))
}

/** The contract's own answer to a request for a universe that is not there; all others as everywhere. */
export function presentRouteError({ code, details }: Failure): Json | undefined {
  return code === 'NOT_FOUND' && 'universeId' in details ? { error: notFound } : undefined
}

/** The two envelopes of the contract; failures that it does not define use the second one. */
export function presentError(error: Failure, { name }: Pick<Tool, 'name'>): Json {
  const { code, message, details } = error
  if (code === 'NOT_FOUND' && 'universeId' in details)
    return { error: notFound, universeId: String(details['universeId']) }
  return { error: failureOf(name), message, ...shownDetails(details) }
}

function failureOf(tool: string): string {
  return tool === 'send_universe_command' || tool === 'undo_universe_command'
    ? 'Command processing failed'
    : 'Request failed'
}

/** Details are plain values, made by the host and by this module. */
function shownDetails(details: Failure['details']): JsonObject {
  const { parameter, path = parameter, missed, required: _, ...rest } = details
  return {
    ...(rest as JsonObject),
    // A path is one within the command, also where the command is a parameter among others.
    ...(typeof path === 'string' ? { path: path.replace(/^command\./, '') } : {}),
    ...(Array.isArray(missed) ? missedOf(missed) : {}),
  }
}

/** What others did meanwhile, short enough for a prompt; `get_universe_history` has the rest. */
function missedOf(missed: readonly unknown[]): JsonObject {
  const entries = missed.slice(0, mostMissedShown).map((each) => briefly(each as MissedEntry))
  return { missed: entries, ...(missed.length > entries.length ? { missedInAll: missed.length } : {}) }
}

interface MissedEntry {
  readonly revision: number
  readonly command: { readonly type: string }
  readonly actor: { readonly name: string }
}

function briefly({ revision, command, actor }: MissedEntry): JsonObject {
  return { revision, type: command.type, by: actor.name }
}
