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
  const found = await store.query<EntryRow>('everyone', select(filter, beforeOf(cursor), size + 1))
  const rows = found.slice(0, size).map(entryOf)
  return { rows, nextCursor: found.length > size ? String(rows.at(-1)?.id) : undefined }
}

interface EntryRow {
  readonly id: number
  readonly at: Date
  readonly user_id: string | null
  readonly action: string
  readonly resource_type: string
  readonly resource_id: string
  readonly outcome: string
  readonly request_id: string
  readonly metadata: Readonly<Record<string, unknown>>
}

function select(filter: AuditFilter, before: number | undefined, limit: number): Statement {
  const { action } = filter
  const isPrefix = action?.endsWith('*') ?? false
  const conditions: readonly (readonly [sql: string, value: unknown])[] = [
    ['id < ?', before],
    ['user_id = ?', filter.userId],
    // In the form of the index: letters in the order of their code points, of which the last follows every name.
    [`action collate "C" ${isPrefix ? '>=' : '='} ?`, isPrefix ? action?.slice(0, -1) : action],
    ['action collate "C" < ?', isPrefix ? `${action?.slice(0, -1)}\u{10FFFF}` : undefined],
    ['outcome = ?', filter.outcome],
    ['resource_type = ?', filter.resourceType],
    ['resource_id = ?', filter.resourceId],
    [`not (action = 'api.call' and resource_id like ?)`, filter.isWithoutReads ? 'GET %' : undefined],
    ['at >= ?', filter.from],
    ['at < ?', filter.to],
  ]
  const wanted = conditions.filter(([, value]) => value !== undefined)
  const where = wanted.map(([sql], index) => sql.replace('?', `$${index + 1}`)).join(' and ')
  return {
    sql: `select id, at, user_id, action, resource_type, resource_id, outcome, request_id, metadata
      from audit_events ${where && `where ${where}`} order by id desc limit ${limit}`,
    parameters: wanted.map(([, value]) => value),
    isPlannedEachTime: true,
  }
}

function beforeOf(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor)
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
