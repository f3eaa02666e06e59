import type { Migration } from '@quipu/kit'

/**
 * Tokens are those of accounts. Deleted tasks are kept for callers without an account too, so their user is not a
 * foreign key; those of an account are deleted with it.
 */
export const createVikunja: Migration = {
  id: '001-vikunja',
  sql: `
create table vikunja_tokens (
  user_id uuid primary key references users (id) on delete cascade,
  sealed_token text not null,
  username text not null,
  stored_at timestamptz not null
);
select quipu_protect('vikunja_tokens');
create table vikunja_deleted_tasks (
  id uuid primary key,
  user_id uuid not null,
  sealed_tasks text not null,
  deleted_at timestamptz not null
);
create index vikunja_deleted_tasks_by_time on vikunja_deleted_tasks (deleted_at);
select quipu_protect('vikunja_deleted_tasks');
`,
}
