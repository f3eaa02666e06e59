import type { Statement } from '../storage/store.ts'

/** One action or read: who did it and with what outcome. */
export interface AuditEvent {
  /** Undefined if the user is unknown, as for a refused sign-in. */
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

/** A closed list: contents and credentials are never written, and neither are fields that are not listed. */
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
  /**
   * Arguments that a tool names because its contract wants them in the audit. They are written beside the other fields.
   */
  readonly audited?: Readonly<Record<string, string>> | undefined
}

/** A row that waits to be written. Text that a client made up is already shortened and made storable. */
export interface AuditRow {
  readonly atMs: number
  readonly requestId: string
  /** The rest as JSON: many calls differ from an earlier one only in time and request. */
  readonly content: string
}

export function rowOf(at: Date, event: AuditEvent): AuditRow {
  return { atMs: at.getTime(), requestId: mended(event.requestId), content: contentOf(event) }
}

/** The last event of each object, because the next one is likely to be the same. */
const lately = new Map<string, { readonly event: AuditEvent; readonly content: string }>()
const mostRemembered = 200
/** A text that had to be shortened is not cached in full. */
const longestRemembered = 1_000

function contentOf(event: AuditEvent): string {
  const { resourceId } = event
  const last = lately.get(resourceId)
  if (last !== undefined && isSameContent(last.event, event)) return last.content
  const content = writeContent(event)
  if (lately.size >= mostRemembered) lately.clear()
  if (content.length <= longestRemembered) lately.set(resourceId, { event, content })
  return content
}

export function insertRow({ atMs, requestId, content }: AuditRow): Statement {
  return { sql: insertOneSql, parameters: [atMs, requestId, content] }
}

/** One statement for any number of rows, which contains each distinct content once. */
export function insertRows(rows: readonly AuditRow[]): Statement {
  const times: number[] = []
  const requestIds: string[] = []
  const contents: number[] = []
  const numbers = new Map<string, number>()
  for (const { atMs, requestId, content } of rows) {
    let number = numbers.get(content)
    if (number === undefined) numbers.set(content, (number = numbers.size + 1))
    times.push(atMs)
    requestIds.push(requestId)
    contents.push(number)
  }
  return { sql: insertSql, parameters: [times, requestIds, contents, `[${[...numbers.keys()].join(',')}]`] }
}

const insertInto = `insert into audit_events
    (at, user_id, action, resource_type, resource_id, outcome, request_id, metadata)
  select timestamptz 'epoch' + at_ms * interval '1 millisecond',
    user_id, action, resource_type, resource_id, outcome, request_id, metadata`
const contentColumns =
  'user_id uuid, action text, resource_type text, resource_id text, outcome text, metadata jsonb'

const insertOneSql = `${insertInto}
  from (select $1::bigint as at_ms, $2::text as request_id) call, json_to_record($3::text::json) as content (${contentColumns})`

const insertSql = `${insertInto}
  from unnest($1::bigint[], $2::text[], $3::bigint[]) with ordinality as call (at_ms, request_id, number, place)
  join rows from (json_to_recordset($4::text::json) as (${contentColumns})) with ordinality
    as content (user_id, action, resource_type, resource_id, outcome, metadata, number) using (number)
  order by place`

function isSameContent(one: AuditEvent, other: AuditEvent): boolean {
  const [details, others] = [one.metadata, other.metadata]
  return (
    eventFields.every((name) => one[name] === other[name]) &&
    detailFields.every((name) => details[name] === others[name]) &&
    isNothing(details.audited) &&
    isNothing(others.audited)
  )
}

/** The fields of the content, besides those that a tool names. */
const eventFields = ['userId', 'action', 'resourceType', 'resourceId', 'outcome'] as const
const detailFields = [
  'clientName',
  'clientVersion',
  'clientId',
  'sessionId',
  'endpoint',
  'address',
  'era',
  'dryRun',
  'durationMs',
] as const satisfies readonly (keyof AuditMetadata)[]

function isNothing(audited: AuditMetadata['audited']): boolean {
  for (const _ in audited) return false
  return true
}

function writeContent({ userId, action, resourceType, resourceId, outcome, metadata }: AuditEvent): string {
  return JSON.stringify({
    user_id: mended(userId),
    action: mended(action),
    resource_type: mended(resourceType),
    resource_id: mended(resourceId),
    outcome: mended(outcome),
    metadata: {
      ...mendedAll(metadata.audited),
      clientName: mended(metadata.clientName, 200),
      clientVersion: mended(metadata.clientVersion, 200),
      clientId: mended(metadata.clientId, 200),
      sessionId: mended(metadata.sessionId, 200),
      endpoint: mended(metadata.endpoint, 200),
      address: mended(metadata.address, 200),
      era: mended(metadata.era, 200),
      dryRun: metadata.dryRun,
      durationMs: metadata.durationMs,
    } satisfies AuditMetadata & Readonly<Record<string, unknown>>,
  })
}

function mendedAll(audited: AuditMetadata['audited']): Readonly<Record<string, string>> {
  if (audited === undefined) return {}
  return Object.fromEntries(Object.entries(audited).map(([name, text]) => [name, mended(text)]))
}

/** Makes text of a client storable: no NUL, no lone surrogate, no excessive length. */
function mended<Text extends string | undefined>(text: Text, maxLength = 2_000): Text | string {
  if (text === undefined) return text
  if (text.length <= maxLength && text.isWellFormed() && !text.includes('\0')) return text
  return text.slice(0, maxLength).toWellFormed().replaceAll('\0', '\uFFFD')
}
