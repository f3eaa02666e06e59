import type { AuditEvent } from './audit-event.ts'

export const ada = '3f0f4f0e-6c1b-4a3a-9a36-0f5f3f6f1a01'

export function event(changes: Partial<AuditEvent> = {}): AuditEvent {
  return {
    userId: ada,
    action: 'mcp.tool.call',
    resourceType: 'mcp_tool',
    resourceId: 'list_tasks',
    outcome: 'ok',
    requestId: 'req-1',
    metadata: { clientName: 'inspector', clientVersion: '2.12.0' },
    ...changes,
  }
}
