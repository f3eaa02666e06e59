import type { AuditEvent } from '../audit/audit-event.ts'
import type { RunningCall } from './running-call.ts'

const kinds = {
  tool: { action: 'mcp.tool.call', resourceType: 'mcp_tool' },
  resource: { action: 'mcp.resource.read', resourceType: 'mcp_resource' },
  prompt: { action: 'mcp.prompt.get', resourceType: 'mcp_prompt' },
  route: { action: 'api.call', resourceType: 'api_route' },
} as const
export type AuditKind = keyof typeof kinds

/** Who did what to which object, with which outcome. Of the input it holds only what the tool names. */
export function auditEvent(
  call: RunningCall,
  kind: AuditKind,
  resourceId: string,
  outcome: string,
): AuditEvent {
  const { action, resourceType } = kinds[kind]
  return {
    userId: call.caller.userId,
    action,
    resourceType,
    resourceId,
    outcome,
    requestId: call.requestId,
    metadata: {
      sessionId: call.sessionId,
      clientName: call.client?.name ?? '',
      clientVersion: call.client?.version ?? '',
      clientId: call.caller.clientId,
      audited: call.audited,
    },
  }
}
