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

export interface DatedEvent {
  readonly at: Date
  readonly event: AuditEvent
}

/** One statement and one parameter for any number of rows. */
export function insertEvents(events: readonly DatedEvent[]): Statement {
  return { sql: insertSql, parameters: [JSON.stringify(events.map(rowOf))] }
}

const insertSql = `insert into audit_events
    (at, user_id, action, resource_type, resource_id, outcome, request_id, metadata)
  select at, user_id, action, resource_type, resource_id, outcome, request_id, metadata
  from jsonb_to_recordset($1::text::jsonb) as event(at timestamptz, user_id uuid, action text,
    resource_type text, resource_id text, outcome text, request_id text, metadata jsonb)`

function rowOf({ at, event }: DatedEvent) {
  return {
    at: at.toISOString(),
    user_id: event.userId ?? null,
    action: storable(event.action),
    resource_type: storable(event.resourceType),
    resource_id: storable(event.resourceId),
    outcome: storable(event.outcome),
    request_id: storable(event.requestId),
    metadata: metadataOf(event.metadata),
  }
}

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

function metadataOf(metadata: AuditMetadata): Record<string, string | number | boolean> {
  const kept: Record<string, string | number | boolean> = {}
  for (const field of metadataFields) {
    const value = metadata[field]
    if (value !== undefined) kept[field] = typeof value === 'string' ? storable(value, 200) : value
  }
  return kept
}

/** What a client made up must not make a row impossible: no NUL, no lone surrogate, no megabytes. */
function storable(text: string, maxLength = 2_000): string {
  if (text.length <= maxLength && plain.test(text)) return text
  return text.slice(0, maxLength).toWellFormed().replaceAll('\0', '\uFFFD')
}

const plain = /^[\x20-\x7e]*$/
