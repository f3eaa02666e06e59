import type { Migration } from '@quipu/kit'

export const storeProbe: Migration = {
  id: '070-store-probe',
  sql: `
create table store_probe (
  is_only boolean primary key default true check (is_only),
  written bigint not null
);
comment on table store_probe is 'Written to by the readiness check, to see that the store takes writes.';
insert into store_probe (written) values (0);
grant select, update on store_probe to quipu_system;
`,
}
