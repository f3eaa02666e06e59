import { defineRoute } from '@quipu/kit'
import { AuditPageWire, AuditQuery, filterOf, OwnAuditQuery, PageQuery, pageWire } from './audit-wire.ts'
import type { AccountServices } from './services.ts'

const listAudit = defineRoute({
  method: 'GET',
  path: '/api/admin/audit',
  summary: 'Who did what, newest first',
  needs: 'audit:read',
  effect: 'read',
  query: AuditQuery.extend(PageQuery),
  output: AuditPageWire,
  run: async ({ auditLog }: AccountServices, { query: { limit, cursor, ...query } }) =>
    pageWire(await auditLog.list(filterOf(query), { limit, cursor })),
})

const listOwnAudit = defineRoute({
  method: 'GET',
  path: '/api/account/audit',
  summary: 'What you did, or an app did for you, newest first',
  needs: 'account:read',
  effect: 'read',
  query: OwnAuditQuery.extend(PageQuery),
  output: AuditPageWire,
  run: async ({ auditLog }: AccountServices, { query: { limit, cursor, ...query } }, { caller }) =>
    pageWire(await auditLog.list({ ...filterOf(query), userId: caller.userId }, { limit, cursor })),
})

export const auditRoutes = [listAudit, listOwnAudit]
