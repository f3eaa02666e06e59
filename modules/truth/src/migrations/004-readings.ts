import type { Migration } from '@quipu/kit'

/** How far the run of a large file has come, so that its job goes on there. */
export const addReadings: Migration = {
  id: '004-readings',
  sql: `
create table truth_readings (
  user_id uuid not null references users (id) on delete cascade,
  run_id uuid not null,
  place jsonb not null,
  text text not null,
  primary key (user_id, run_id),
  foreign key (user_id, run_id) references truth_runs (user_id, id) on delete cascade
);
select quipu_protect('truth_readings');
`,
}
