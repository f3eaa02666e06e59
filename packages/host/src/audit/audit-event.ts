import type { Statement } from '../storage/store.ts'

/** One thing that was done or read, by whom and with what outcome. */
export interface AuditEvent {
  /** Undefined when nobody could be told: a refused sign-in. */
  readonly userId: string | undefined
  /** `mcp.tool.call`, `mcp.resource.read`, `mcp.session.created`, … */
  readonly action: string
  /** `mcp_tool`, `mcp_resource`, … */
  readonly resourceType: string
  /** The tool's name or the resource's URI. */
  readonly resourceId: string
  /** `ok`, or the code of the error. */
  readonly outcome: string
  readonly requestId: string
  readonly metadata: AuditMetadata
}

/** A closed list: arguments, contents and credentials have no place here, and what is not listed is not written. */
export interface AuditMetadata {
  readonly clientName?: string | undefined
  readonly clientVersion?: string | undefined
  readonly clientId?: string | undefined
  readonly sessionId?: string | undefined
  readonly endpoint?: string | undefined
  readonly address?: string | undefined
  readonly era?: string | undefined
  readonly dryRun?: boolean | undefined
  readonly durationMs?: number | undefined
}

/** A row as JSON. Serialised when it happens, so that what waits to be written is one flat text a row. */
export type AuditRow = string

/** One statement and one parameter for any number of rows. */
export function insertRows(rows: readonly AuditRow[]): Statement {
  return { sql: insertSql, parameters: [`[${rows.join(',')}]`] }
}

export function rowOf(at: Date, event: AuditEvent): AuditRow {
  const userId = event.userId === undefined ? 'null' : quoted(event.userId)
  return (
    `{"at":"${at.toISOString()}","user_id":${userId},"action":${quoted(event.action)},` +
    `"resource_type":${quoted(event.resourceType)},"resource_id":${quoted(event.resourceId)},` +
    `"outcome":${quoted(event.outcome)},"request_id":${quoted(event.requestId)},` +
    `"metadata":${metadataOf(event.metadata)}}`
  )
}

const insertSql = `insert into audit_events
    (at, user_id, action, resource_type, resource_id, outcome, request_id, metadata)
  select at, user_id, action, resource_type, resource_id, outcome, request_id, metadata
  from jsonb_to_recordset($1::text::jsonb) as event(at timestamptz, user_id uuid, action text,
    resource_type text, resource_id text, outcome text, request_id text, metadata jsonb)`

const metadataFields = [
  'clientName',
  'clientVersion',
  'clientId',
  'sessionId',
  'endpoint',
  'address',
  'era',
  'dryRun',
  'durationMs',
] as const satisfies (keyof AuditMetadata)[]

function metadataOf(metadata: AuditMetadata): string {
  let json = ''
  for (const field of metadataFields) {
    const value = metadata[field]
    if (value === undefined) continue
    json += `${json === '' ? '' : ','}"${field}":${typeof value === 'string' ? quoted(value, 200) : value}`
  }
  return `{${json}}`
}

/** What a client made up must not make a row impossible: no NUL, no lone surrogate, no megabytes. */
function quoted(text: string, maxLength = 2_000): string {
  if (text.length <= maxLength && plain.test(text)) return `"${text}"`
  return JSON.stringify(text.slice(0, maxLength).toWellFormed().replaceAll('\0', '\uFFFD'))
}

/** Nothing that JSON would write otherwise than as it is. */
const plain = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/
