import type { AuditEvent } from '../audit/audit-event.ts'
import { newRequestId } from '../telemetry/request-id.ts'
import type { Session } from './session.ts'

/** The audit event of a session that began or ended: its user, its client and the reason. */
export function sessionEvent(
  action: 'mcp.session.created' | 'mcp.session.terminated',
  { id, userContext, clientInfo, clientId, endpoint }: Session,
  outcome = 'ok',
  requestId = newRequestId(),
): AuditEvent {
  return {
    userId: userContext.userId,
    action,
    resourceType: 'mcp_session',
    resourceId: id,
    outcome,
    requestId,
    metadata: {
      sessionId: id,
      clientName: clientInfo.clientName ?? '',
      clientVersion: clientInfo.clientVersion ?? '',
      clientId,
      endpoint,
      era: 'legacy',
    },
  }
}
