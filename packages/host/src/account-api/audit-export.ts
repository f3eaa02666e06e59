import type { Hono } from 'hono'
import { ToolError } from '@quipu/kit'
import { firstIssue, phraseIssue } from '@quipu/kit'
import { allEntries } from '../audit/audit-log.ts'
import type { AuditFilter, AuditLog } from '../audit/reading.ts'
import type { Download } from '../http/openapi.ts'
import type { Place, RestParts } from '../http/rest.ts'
import type { RestEnv } from '../input/rest-env.ts'
import { serve } from '../http/rest.ts'
import { auditEvent } from '../calls/audit-event.ts'
import { routeName } from '../calls/run-route.ts'
import { AuditQuery, EntryWire, entryWire, filterOf } from './audit-wire.ts'

export const auditExport = {
  path: '/api/admin/audit/export',
  summary: 'Who did what, all of it, newest first, one JSON object a line',
  tag: 'account',
  needs: ['audit:read'],
  query: AuditQuery,
  contentType: 'application/x-ndjson',
  content: EntryWire,
} satisfies Download

/** The audit as JSON Lines, of any length, newest first. */
export function addAuditExport(app: Hono<RestEnv>, rest: RestParts, log: Pick<AuditLog, 'list'>): void {
  const place: Place = {
    method: 'GET',
    path: auditExport.path,
    needs: auditExport.needs,
    limit: { points: 60, seconds: 3_600 },
  }
  app.get(place.path, (context) =>
    serve(rest, place, context, async (call) => {
      const lines = ReadableStream.from(linesOf(log, parse(context.req.query())))
      rest.calls.audit.record(auditEvent(call, 'route', routeName(place), 'ok'))
      const day = rest.calls.now().toISOString().slice(0, 10)
      return new Response(lines, {
        headers: {
          'content-type': auditExport.contentType,
          'content-disposition': `attachment; filename="quipu-audit-${day}.jsonl"`,
        },
      })
    }),
  )
}

function parse(query: Record<string, string>): AuditFilter {
  const parsed = AuditQuery.safeParse(query)
  if (parsed.success) return filterOf(parsed.data)
  const issue = firstIssue(parsed.error, query)
  throw new ToolError('VALIDATION_ERROR', phraseIssue(issue), { parameter: issue.name })
}

/** Reads the next page only when the one before was sent. */
async function* linesOf(log: Pick<AuditLog, 'list'>, filter: AuditFilter): AsyncGenerator<Uint8Array> {
  for await (const entries of allEntries(log, filter)) {
    yield Buffer.from(entries.map((entry) => `${JSON.stringify(entryWire(entry))}\n`).join(''))
  }
}
