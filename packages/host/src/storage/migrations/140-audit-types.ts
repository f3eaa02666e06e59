import type { Migration } from '@quipu/kit'

/** Nearly all rows are of the two types that the index leaves out; they are found in the order of their ids. */
export const auditTypes: Migration = {
  id: '140-audit-types',
  sql: `
create index audit_events_of_type on audit_events (resource_type, id) where resource_type not in ('mcp_tool', 'api_route');
`,
}
