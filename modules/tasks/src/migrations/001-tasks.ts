import type { Migration } from '@quipu/kit'

/**
 * The folded columns hold what search compares, `title_sort` what titles are sorted by; `collate "C"` makes the order
 * the same under every locale. The index over `coalesce` keeps tasks without a due date last and still in one order.
 */
export const createTasks: Migration = {
  id: '001-tasks',
  sql: `
create table tasks (
  id bigint generated always as identity primary key,
  user_id uuid not null references users (id) on delete cascade,
  title text not null check (title <> ''),
  title_folded text not null,
  title_sort text collate "C" not null,
  description text,
  description_folded text,
  completed boolean not null default false,
  completed_at timestamptz,
  due_date date,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  check (completed = (completed_at is not null))
);
create index tasks_by_creation on tasks (user_id, created_at, id) where deleted_at is null;
create index tasks_by_title on tasks (user_id, title_sort, id) where deleted_at is null;
create index tasks_by_due_date on tasks (user_id, (coalesce(due_date, 'infinity'::date)), id) where deleted_at is null;
create index tasks_pending on tasks (user_id, created_at, id) where deleted_at is null and not completed;
create index tasks_deleted on tasks (user_id, deleted_at) where deleted_at is not null;
select quipu_protect('tasks');
`,
}
