import type { Migration } from '@quipu/kit'

/** People can add jobs and read the state of their own; everything else is done by the host. */
export const jobs: Migration = {
  id: '030-jobs',
  sql: `
create table jobs (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  user_id uuid references users on delete cascade,
  key text,
  payload json not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'dead')),
  priority int not null default 0,
  run_at timestamptz not null,
  attempts int not null default 0,
  max_attempts int not null check (max_attempts > 0),
  lease uuid,
  lease_until timestamptz,
  progress jsonb,
  error text check (length(error) <= 2000),
  created_at timestamptz not null,
  finished_at timestamptz,
  check ((state = 'running') = (lease is not null) and (lease is null) = (lease_until is null)),
  check ((state in ('done', 'dead')) = (finished_at is not null))
);
create unique index jobs_key on jobs (name, user_id, key) nulls not distinct
  where key is not null and state in ('waiting', 'running');
create index jobs_due on jobs (priority desc, run_at, id) where state = 'waiting';
create index jobs_leases on jobs (lease_until) where state = 'running';
create index jobs_finished on jobs (finished_at) where state in ('done', 'dead');
create index jobs_of_user on jobs (user_id) where user_id is not null;

alter table jobs enable row level security;
create policy seen_by_owner on jobs for select to quipu_app using (quipu_may_see(user_id));
create policy added_by_owner on jobs for insert to quipu_app with check (quipu_may_see(user_id));
create policy of_everyone on jobs to quipu_system using (true) with check (true);
grant select (id, name, user_id, key, state, priority, run_at, attempts, max_attempts, progress, created_at, finished_at)
  on jobs to quipu_app;
grant insert (name, user_id, key, payload, priority, run_at, max_attempts, created_at) on jobs to quipu_app;
grant select, insert, update, delete on jobs to quipu_system;
`,
}
