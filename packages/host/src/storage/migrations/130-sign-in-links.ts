import type { Migration } from '@quipu/kit'

export const signInLinks: Migration = {
  id: '130-sign-in-links',
  sql: `
alter table one_time_links drop constraint one_time_links_purpose_check;
alter table one_time_links add constraint one_time_links_purpose_check
  check (purpose in ('invitation', 'password', 'sign-in'));
`,
}
