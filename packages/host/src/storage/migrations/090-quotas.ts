import type { Migration } from '@quipu/kit'

/** How much of something each user has used on one UTC day. The caller need not have an account. */
export const quotas: Migration = {
  id: '090-quotas',
  sql: `
create table quotas (
  user_id uuid not null,
  name text not null,
  day date not null,
  used bigint not null check (used >= 0),
  primary key (user_id, name, day)
);
create index quotas_day on quotas (day);
select quipu_protect('quotas');
`,
}
