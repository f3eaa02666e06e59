import { z } from 'zod'
import type { AuditEntry, AuditFilter, AuditPage } from '../audit/reading.ts'

const Moment = z.iso
  .datetime({ offset: true, error: 'must be a time such as 2026-11-01T08:00:00Z' })
  .transform((text) => new Date(text))
const Word = z.string().max(2_000).optional()

/** The filter for one's own audit. */
export const OwnAuditQuery = z.strictObject({
  action: Word.describe('An action, or its beginning followed by *'),
  outcome: Word.describe('ok, or the code of an error'),
  resource_type: Word,
  resource_id: Word,
  reads: z.enum(['true', 'false']).optional().describe('false leaves out what was only read by REST'),
  from: Moment.optional(),
  to: Moment.optional().describe('Not included'),
})

export const AuditQuery = OwnAuditQuery.extend({ user_id: z.uuid().optional() })

export const PageQuery = {
  limit: z.coerce.number().pipe(z.int().min(1).max(500)).default(50),
  cursor: z.string().max(400).optional().describe('The next_cursor of an earlier page'),
}

export function filterOf(query: z.output<typeof AuditQuery>): AuditFilter {
  return {
    userId: query.user_id,
    action: query.action,
    outcome: query.outcome,
    resourceType: query.resource_type,
    resourceId: query.resource_id,
    isWithoutReads: query.reads === 'false',
    from: query.from,
    to: query.to,
  }
}

export const EntryWire = z.object({
  id: z.number(),
  at: z.string().meta({ format: 'date-time' }),
  user_id: z.string().nullable(),
  action: z.string(),
  resource_type: z.string(),
  resource_id: z.string(),
  outcome: z.string(),
  request_id: z.string(),
  metadata: z.record(z.string(), z.unknown()),
})

export const AuditPageWire = z.object({
  events: z.array(EntryWire),
  next_cursor: z.string().nullable(),
  searched_to: z
    .string()
    .meta({ format: 'date-time' })
    .optional()
    .describe('The search stopped at this time, before the page was full; next_cursor continues from there'),
})

export function entryWire(entry: AuditEntry): z.input<typeof EntryWire> {
  return {
    id: entry.id,
    at: entry.at.toISOString(),
    user_id: entry.userId ?? null,
    action: entry.action,
    resource_type: entry.resourceType,
    resource_id: entry.resourceId,
    outcome: entry.outcome,
    request_id: entry.requestId,
    metadata: { ...entry.metadata },
  }
}

export function pageWire({ rows, nextCursor, searchedTo }: AuditPage): z.input<typeof AuditPageWire> {
  return {
    events: rows.map(entryWire),
    next_cursor: nextCursor ?? null,
    ...(searchedTo === undefined ? {} : { searched_to: searchedTo.toISOString() }),
  }
}
