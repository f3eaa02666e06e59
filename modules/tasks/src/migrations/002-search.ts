import type { Migration } from '@quipu/kit'

/**
 * Every order and every state has its index, so that a page costs the same however long the list is. Words are found by
 * the three letters that stand together in them; the small pending list keeps a search quick while tasks are added.
 */
export const indexTasks: Migration = {
  id: '002-search',
  sql: `
create index tasks_completed on tasks (user_id, created_at, id) where deleted_at is null and completed;
create index tasks_by_due_date_down on tasks (user_id, (coalesce(due_date, '-infinity'::date)), id) where deleted_at is null;
create index tasks_text on tasks using gin (title_folded gin_trgm_ops, description_folded gin_trgm_ops)
  with (gin_pending_list_limit = 256) where deleted_at is null;
select quipu_searchable('tasks');
`,
}
