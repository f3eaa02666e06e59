import type { Migration } from '@quipu/kit'

/**
 * A job may belong to a caller without an account, whose id is a UUID of version 8. Jobs of accounts are still deleted
 * with them.
 */
export const callersWithoutAccount: Migration = {
  id: '120-callers-without-account',
  sql: `
alter table jobs drop constraint jobs_user_id_fkey;
alter table jobs add column account_id uuid
  generated always as (case when substr(user_id::text, 15, 1) = '8' then null else user_id end) stored
  references users on delete cascade;
create index jobs_of_account on jobs (account_id) where account_id is not null;
`,
}
