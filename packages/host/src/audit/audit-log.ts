import { ToolError } from '@quipu/kit'
import type { AuditEntry, AuditFilter, AuditLog, AuditPage, AuditPageRequest } from './reading.ts'
import type { Statement, Store } from '../storage/store.ts'
import type { ChainKeys } from './chain.ts'
import { describeLoss, type KeptHead } from './kept-head.ts'
import { verifyAudit } from './verify-audit.ts'

const defaultLimit = 50
const maxLimit = 500

export function openAuditLog(
  store: Pick<Store, 'query'>,
  keys: ChainKeys,
  kept?: Pick<KeptHead, 'lost'>,
): AuditLog {
  return {
    list: (filter = {}, page = {}) => listPage(store, filter, page),
    verify: async (known) => {
      const verdict = await verifyAudit(store, keys, known)
      const lost = kept?.lost
      if (!verdict.ok || lost === undefined) return verdict
      return { ...verdict, ok: false, firstProblem: { kind: 'tail_lost', lost: describeLoss(lost) } }
    },
  }
}

/**
 * Every matching row, newest first, one page in memory at a time. Rows that are added meanwhile are newer than the
 * first.
 */
export async function* allEntries(
  log: Pick<AuditLog, 'list'>,
  filter: AuditFilter,
): AsyncGenerator<readonly AuditEntry[]> {
  let cursor: string | undefined
  do {
    const { rows, nextCursor } = await log.list(filter, { limit: maxLimit, cursor })
    if (rows.length > 0) yield rows
    cursor = nextCursor
  } while (cursor !== undefined)
}

async function listPage(
  store: Pick<Store, 'query'>,
  filter: AuditFilter,
  { limit = defaultLimit, cursor }: AuditPageRequest,
): Promise<AuditPage> {
  const size = Math.min(Math.max(limit, 1), maxLimit)
  const found = await store.query<EntryRow>('everyone', select(filter, placeOf(cursor), size + 1))
  const shown = found.slice(0, size)
  const last = found.length > size ? shown.at(-1) : undefined
  return { rows: shown.map(entryOf), nextCursor: last && `${last.microseconds}-${last.id}` }
}

interface EntryRow {
  readonly id: number
  readonly at: Date
  /** The whole of `at`, which has more digits than a Date. */
  readonly microseconds: number
  readonly user_id: string | null
  readonly action: string
  readonly resource_type: string
  readonly resource_id: string
  readonly outcome: string
  readonly request_id: string
  readonly metadata: Readonly<Record<string, unknown>>
}

/** Where a page ends. */
interface Place {
  readonly microseconds: number
  readonly id: number
}

type Condition = readonly [sql: string, ...values: readonly unknown[]]

function select(filter: AuditFilter, after: Place | undefined, limit: number): Statement {
  const { action, from, to } = filter
  const known = indexed(filter)
  // With one of them alone, its index is the only one that has the rows in this order.
  const [leading] = known.length === 1 ? known : []
  const conditions: readonly Condition[] = [
    ...known.map(([column, value]): Condition => [
      leading === undefined ? `${column} = ?` : `${column} = any(array[?::${typeOf(column)}])`,
      value,
    ]),
    ...(action?.endsWith('*') ? beginsWith(action.slice(0, -1)) : []),
    ...(isFrequentOutcome(filter.outcome) ? [['outcome = ?', filter.outcome] as const] : []),
    ...(isFrequentType(filter.resourceType) ? [['resource_type = ?', filter.resourceType] as const] : []),
    ...(filter.isWithoutReads
      ? [[`not (action = 'api.call' and resource_id like ?)`, 'GET %'] as const]
      : []),
    ...(from === undefined ? [] : [['at >= ?', from] as const]),
    ...(to === undefined ? [] : [['at < ?', to] as const]),
    ...(after === undefined ? [] : [[beyond, after.microseconds, after.id] as const]),
  ]
  let parameter = 0
  const where = conditions.map(([sql]) => sql.replaceAll('?', () => `$${(parameter += 1)}`)).join(' and ')
  return {
    sql: `select id, at, (extract(epoch from at) * 1000000)::bigint as microseconds,
        user_id, action, resource_type, resource_id, outcome, request_id, metadata
      from audit_events ${where && `where ${where}`}
      order by ${leading === undefined ? '' : `${leading[0]} desc,`} at desc, id desc limit ${limit}`,
    parameters: conditions.flatMap(([, ...values]) => values),
    isPlannedEachTime: true,
  }
}

const beyond = `(at, id) < (timestamptz 'epoch' + ?::float8 * interval '1 microsecond', ?::bigint)`

/** What the filter compares with one value and has an index of its own. */
function indexed(filter: AuditFilter): readonly (readonly [column: string, value: string])[] {
  const { userId, action, outcome, resourceType, resourceId } = filter
  const columns: readonly (readonly [column: string, value: string | undefined])[] = [
    ['user_id', userId],
    // In the form of the index: letters in the order of their code points.
    ['action collate "C"', action?.endsWith('*') ? undefined : action],
    ['outcome', isFrequentOutcome(outcome) ? undefined : outcome],
    ['resource_type', isFrequentType(resourceType) ? undefined : resourceType],
    ['resource_id', resourceId],
  ]
  return columns.flatMap(([column, value]) => (value === undefined ? [] : [[column, value] as const]))
}

function typeOf(column: string): string {
  return column === 'user_id' ? 'uuid' : 'text'
}

/** The last code point follows every name. */
function beginsWith(prefix: string): readonly Condition[] {
  return [
    ['action collate "C" >= ?', prefix],
    ['action collate "C" < ?', `${prefix}\u{10FFFF}`],
  ]
}

/** Nearly all rows have these, so no index has them. */
function isFrequentOutcome(outcome: string | undefined): boolean {
  return outcome === 'ok'
}

function isFrequentType(type: string | undefined): boolean {
  return type === 'mcp_tool' || type === 'api_route'
}

function placeOf(cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined
  const [, microseconds, id] = /^(\d{1,16})-(\d{1,15})$/.exec(cursor) ?? []
  if (microseconds !== undefined) return { microseconds: Number(microseconds), id: Number(id) }
  throw new ToolError(
    'VALIDATION_ERROR',
    'cursor must be the next_cursor of an earlier page, to the letter',
    {
      parameter: 'cursor',
    },
  )
}

function entryOf(row: EntryRow): AuditEntry {
  return {
    id: row.id,
    at: row.at,
    userId: row.user_id ?? undefined,
    action: row.action,
    resourceType: row.resource_type,
    resourceId: row.resource_id,
    outcome: row.outcome,
    requestId: row.request_id,
    metadata: row.metadata,
  }
}
