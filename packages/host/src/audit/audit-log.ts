import { ToolError } from '@quipu/kit'
import type { AuditEntry, AuditFilter, AuditLog, AuditPage, AuditPageRequest } from './reading.ts'
import type { Statement, Store } from '../storage/store.ts'
import type { PageOf, Place, Reach } from './audit-query.ts'
import { directSearch, furthest, newestStatement, pageStatement, reachStatement } from './audit-query.ts'
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
  const page = { after: placeOf(cursor), limit: size + 1 }
  const { found, since } = await search(store, filter, page)
  const shown = found.slice(0, size)
  const rows = shown.map(entryOf)
  const last = found.length > size ? shown.at(-1) : undefined
  if (last !== undefined) return { rows, nextCursor: cursorOf(last) }
  if (since === undefined) return { rows, nextCursor: undefined }
  // No row has the id 0: the next page begins before this time.
  return { rows, nextCursor: cursorOf({ microseconds: since, id: 0 }), searchedTo: new Date(since / 1_000) }
}

interface Found {
  readonly found: readonly EntryRow[]
  /** If rows before it were not looked through, in microseconds. */
  readonly since?: number | undefined
}

async function search(store: Pick<Store, 'query'>, filter: AuditFilter, page: PageOf): Promise<Found> {
  const read = (statement: Statement) => store.query<EntryRow>('everyone', statement)
  const direct = directSearch(filter)
  if (direct !== undefined) return { found: await read(pageStatement(filter, direct, page)) }
  const newest = await read(newestStatement(filter, page))
  if (newest.length === page.limit) return { found: newest }
  const reaches = await store.query<Reach>('everyone', reachStatement(filter, page.after))
  const { way, since } = furthest(filter, reaches)
  return { found: await read(pageStatement(filter, { way, since }, page)), since }
}

interface EntryRow extends Place {
  readonly at: Date
  readonly user_id: string | null
  readonly action: string
  readonly resource_type: string
  readonly resource_id: string
  readonly outcome: string
  readonly request_id: string
  readonly metadata: Readonly<Record<string, unknown>>
}

function cursorOf({ microseconds, id }: Place): string {
  return `${microseconds}-${id}`
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
