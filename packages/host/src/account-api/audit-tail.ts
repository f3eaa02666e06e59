import { setTimeout as pause } from 'node:timers/promises'
import type { Call, StreamEvent } from '@quipu/kit'
import { defineStream } from '@quipu/kit'
import type { AuditEntry, AuditFilter, AuditLog } from '../audit/reading.ts'
import { AuditQuery, entryWire, filterOf, OwnAuditQuery } from './audit-wire.ts'
import type { AccountServices } from './services.ts'

const everyMs = 1000
/** Rows are written in batches, so a row may appear after a newer one. */
const lateMs = 10_000

const ownTail = defineStream({
  path: '/api/account/audit/events',
  summary: 'What you do, or an app does for you, as it happens',
  needs: 'account:read',
  query: OwnAuditQuery,
  open: async ({ auditLog, now }: AccountServices, { query }, call) =>
    tail(auditLog, { ...filterOf(query), userId: call.caller.userId }, now(), call),
})

const wholeTail = defineStream({
  path: '/api/admin/audit/events',
  summary: 'Who does what, as it happens',
  needs: 'audit:read',
  query: AuditQuery,
  open: async ({ auditLog, now }: AccountServices, { query }, call) =>
    tail(auditLog, filterOf(query), now(), call),
})

export const auditStreams = [ownTail, wholeTail]

/** Rows that are written from now on, oldest first. The log is queried once a second. */
async function* tail(
  log: Pick<AuditLog, 'list'>,
  filter: AuditFilter,
  since: Date,
  { signal }: Pick<Call, 'signal'>,
): AsyncGenerator<StreamEvent> {
  let from = since
  let sent = new Set<number>()
  yield { event: 'open', data: '{}' }
  while (!signal.aborted) {
    const { rows } = await log.list({ ...filter, from }, { limit: 500 })
    for (const row of rows.toReversed()) if (!sent.has(row.id)) yield eventOf(row)
    sent = new Set(rows.map(({ id }) => id))
    const newest = rows[0]?.at.getTime() ?? 0
    from = new Date(Math.max(from.getTime(), newest - lateMs))
    await pause(everyMs, undefined, { signal }).catch(() => {})
  }
}

function eventOf(row: AuditEntry): StreamEvent {
  return { event: 'audit', data: JSON.stringify(entryWire(row)) }
}
