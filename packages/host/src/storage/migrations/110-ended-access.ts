import type { Migration } from '@quipu/kit'

export const endedAccess: Migration = {
  id: '110-ended-access',
  sql: `
alter table users add column tokens_from timestamptz;
comment on column users.tokens_from is 'Access tokens that were issued before this moment do not count.';
grant select (tokens_from) on users to quipu_app;

alter table personal_tokens add column app_id text;
comment on column personal_tokens.app_id is 'The connected app that made the token, and with which it ends.';
create index personal_tokens_of_app on personal_tokens (app_id) where app_id is not null;
`,
}
