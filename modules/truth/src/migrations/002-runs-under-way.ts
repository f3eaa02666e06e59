import type { Migration } from '@quipu/kit'

/** A large file is read by a job: its run exists from the first part on. */
export const allowRunsUnderWay: Migration = {
  id: '002-runs-under-way',
  sql: `
alter table truth_runs drop constraint truth_runs_status_check;
alter table truth_runs add constraint truth_runs_status_check
  check (status in ('running', 'done', 'failed', 'needs_ocr'));
`,
}
