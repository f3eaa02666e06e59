import type { Migration } from '@quipu/kit'

/**
 * The audit is read in the order of its times, within a person, an action, a thing, an outcome or a type too: so a page
 * of any period is read from one place of one index, however long the audit is.
 */
export const auditByTime: Migration = {
  id: '150-audit-by-time',
  sql: `
drop index audit_events_of_user;
drop index audit_events_of_action;
drop index audit_events_of_thing;
drop index audit_events_of_outcome;
drop index audit_events_of_type;
drop index audit_events_at;
create index audit_events_of_user on audit_events (user_id, at);
create index audit_events_of_action on audit_events (action collate "C", at);
create index audit_events_of_thing on audit_events (resource_id, at);
create index audit_events_of_outcome on audit_events (outcome, at) where outcome <> 'ok';
create index audit_events_of_type on audit_events (resource_type, at) where resource_type not in ('mcp_tool', 'api_route');
create index audit_events_at on audit_events (at);
`,
}
