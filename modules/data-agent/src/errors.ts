import type {
  InputIssue,
  Json,
  JsonObject,
  Resource,
  RpcFailure,
  Tool,
  ToolError as Failure,
} from '@quipu/kit'
import { phraseIssue as phrase, ToolError } from '@quipu/kit'
import { visibleText } from '@quipu/query'
import type { QueryError } from '@quipu/reading'
import type { SourceError } from './sources/source.ts'
import { SourceGone } from './sources/source.ts'

const questionRule = 'Question must be between 1 and 2000 characters'

/** The endpoint itself needs the permission to read ontologies, so the contract does not list it for asking. */
const ofTheDoor: ReadonlySet<unknown> = new Set(['data_agent:read', 'ontologies:read'])

/** `known` are the existing names, for a caller who gave a name. */
export function ontologyNotFound(ontologyId: string, known?: readonly Named[]): ToolError {
  return new ToolError('NOT_FOUND', 'Ontology not found or not ready', {
    ontologyId,
    ...(known === undefined ? {} : { available: namesOf(known) }),
    knecta_code: 'ONTOLOGY_NOT_FOUND',
  })
}

export function datasetNotFound(
  ontologyId: string,
  datasetName: string,
  known?: readonly Named[],
): ToolError {
  return new ToolError('NOT_FOUND', 'Dataset not found in ontology', {
    datasetName,
    ontologyId,
    ...(known === undefined ? {} : { available: namesOf(known) }),
    knecta_code: 'DATASET_NOT_FOUND',
  })
}

interface Named {
  readonly name: string
}

const mostNames = 100

function namesOf(known: readonly Named[]): readonly string[] {
  const names = known.map(({ name }) => visibleText(name))
  return names.length <= mostNames
    ? names
    : [...names.slice(0, mostNames), `… and ${names.length - mostNames} more`]
}

export function ontologyNotReady(ontologyId: string, status: string, detail: string): ToolError {
  return new ToolError('CONFLICT', 'Ontology not ready', {
    ontologyId,
    status,
    detail,
    knecta_code: 'ONTOLOGY_NOT_READY',
  })
}

export function agentTimeout(question: string, seconds: number): ToolError {
  return new ToolError('TIMEOUT', `Agent execution timeout after ${seconds} seconds`, {
    question,
    knecta_code: 'AGENT_TIMEOUT',
  })
}

export function invalidQuestion(): ToolError {
  return new ToolError('VALIDATION_ERROR', questionRule, { parameter: 'question' })
}

/** Has the place in the query and the reason; similar and existing names help to fix it. */
export function invalidQuery({ path, reason, details }: QueryError): ToolError {
  const { nearest = [], available = [], choices = [] } = details
  const message = [
    `${path}: ${reason}`,
    ...(nearest.length > 0 ? [`Nearest: ${nearest.map(visibleText).join(', ')}.`] : []),
    ...(choices.length > 0 ? [`Choices: ${choices.map((one) => visibleText(JSON.stringify(one))).join(' or ')}.`] : []), // prettier-ignore
    ...(available.length > 0 ? [`Available: ${available.map(visibleText).join(', ')}.`] : []),
  ].join(' ')
  return new ToolError('VALIDATION_ERROR', message, {
    path,
    reason,
    ...(nearest.length > 0 ? { nearest } : {}),
    ...(choices.length > 0 ? { choices } : {}),
    ...(available.length > 0 ? { available } : {}),
    knecta_code: 'INVALID_QUERY',
  })
}

/** A conversation can continue only with the names of its last answer. */
export function ontologyChanged(): ToolError {
  return new ToolError(
    'CONFLICT',
    'The ontology has changed since the last answer of this conversation. Look at its names again, then send the query without conversation_id.',
    { parameter: 'conversation_id', knecta_code: 'ONTOLOGY_CHANGED' },
  )
}

/** An answer can be explained only with the ontology that answered it. */
export function answerOutdated(): ToolError {
  return new ToolError(
    'CONFLICT',
    'The ontology has changed since this answer. Ask again, then have the new answer explained.',
    { parameter: 'conversation_id', knecta_code: 'ONTOLOGY_CHANGED' },
  )
}

/** `known` are the existing verified questions. */
export function notVerified(question: string, known: readonly string[]): ToolError {
  const available = namesOf(known.map((name) => ({ name })))
  const message =
    known.length === 0
      ? 'Nobody has verified a question of this ontology yet; use ask_question or query_data'
      : `Nobody has verified this question. Verified: ${available.join(' | ')}`
  return new ToolError('NOT_FOUND', message, { question, available, knecta_code: 'QUESTION_NOT_VERIFIED' })
}

/** The error for a failure of the database. */
export function sourceFailure(error: SourceError): ToolError {
  const detail = error.message
  const options = { cause: error }
  if (error instanceof SourceGone) return connectionFailure(detail, options)
  switch (error.failure) {
    case 'unreachable':
      return connectionFailure(detail, options)
    case 'timeout':
    case 'cancelled':
      return new ToolError('TIMEOUT', detail, { knecta_code: 'QUERY_TIMEOUT' }, options)
    case 'missing':
      return new ToolError(
        'CONFLICT',
        'The database has changed since its ontology was made; ask an administrator to refresh it',
        { detail, knecta_code: 'ONTOLOGY_OUTDATED' },
        options,
      )
    case 'memory':
    case 'refused':
    case 'failed':
      return new ToolError(
        'UNAVAILABLE',
        'The database did not answer',
        { detail, knecta_code: 'QUERY_FAILED' },
        options,
      )
  }
}

function connectionFailure(detail: string, options: ErrorOptions): ToolError {
  return new ToolError(
    'UNAVAILABLE',
    'Failed to connect to database',
    { detail, knecta_code: 'DATABASE_CONNECTION_ERROR' },
    options,
  )
}

const rpcCodes: ReadonlyMap<unknown, number> = new Map([
  ['FORBIDDEN', -32001],
  ['ONTOLOGY_NOT_FOUND', -32002],
  ['DATASET_NOT_FOUND', -32002],
  ['CONVERSATION_NOT_FOUND', -32002],
  ['ONTOLOGY_NOT_READY', -32003],
  ['AGENT_TIMEOUT', -32004],
  ['QUERY_TIMEOUT', -32004],
  ['DATABASE_CONNECTION_ERROR', -32005],
])

/** The errors of the contract, or undefined for any other error. `failed` is undefined for an unknown tool or resource. */
export function presentRpcError(
  error: Failure,
  failed: Tool<never> | Resource<never> | undefined,
): RpcFailure | undefined {
  if (failed === undefined) return notOffered(error)
  if (error.code === 'RATE_LIMITED' && !('effect' in failed)) {
    const data = { ...dataOf(error, failed), code: error.code }
    return { code: -32603, message: error.message, data }
  }
  if (error.details['knecta_code'] === 'INVALID_QUERY')
    return { code: -32602, message: error.message, data: dataOf(error, failed) }
  if (error.code === 'VALIDATION_ERROR') {
    const data = { detail: error.message, knecta_code: 'VALIDATION_ERROR' }
    return { code: -32602, message: 'Invalid params', data }
  }
  const data = dataOf(error, failed)
  const code = rpcCodes.get(data['knecta_code'])
  return code === undefined ? undefined : { code, message: messageOf(error, failed), data }
}

function notOffered({ message, details }: Failure): RpcFailure {
  const isResource = 'uri' in details
  const data = {
    // The host makes it of plain values.
    ...(details as JsonObject),
    knecta_code: isResource ? 'RESOURCE_NOT_FOUND' : 'TOOL_NOT_FOUND',
  }
  return { code: isResource ? -32002 : -32602, message, data }
}

/** The same for clients that receive a failed result instead of an error. */
export function presentError(error: Failure, failed: Tool<never>): Json {
  return { error: { code: error.code, message: messageOf(error, failed), ...dataOf(error, failed) } }
}

export function phraseIssue(found: InputIssue): string {
  const { name, issue, isMissing } = found
  if (name === 'question' && !isMissing && issue.code !== 'invalid_type') return questionRule
  if (/ontology(Id|_id)$/.test(name) && issue.code === 'invalid_format')
    return `${name} must be the UUID of an ontology`
  return phrase(found)
}

function messageOf({ code, message }: Failure, failed: Tool<never> | Resource<never>): string {
  if (code !== 'FORBIDDEN') return message
  return 'effect' in failed ? 'Insufficient permissions to execute this tool' : 'Insufficient permissions'
}

function dataOf({ code, details }: Failure, failed: Tool<never> | Resource<never>): JsonObject {
  const { knecta_code: known = code, ...rest } = details
  // The host and the functions above make details of plain values.
  if (code !== 'FORBIDDEN') return { ...(rest as JsonObject), knecta_code: String(known) }
  const beyond = failed.needs.filter((need) => !ofTheDoor.has(need))
  const required = beyond.length > 0 ? beyond : [...failed.needs]
  return { ...(rest as JsonObject), required, knecta_code: 'FORBIDDEN' }
}
