import type { Migration } from '@quipu/kit'

export const auditSeals: Migration = {
  id: '020-audit-seals',
  sql: `
create table audit_seals (
  number bigint primary key,
  sealed_at timestamptz not null,
  closed bigint not null,
  ids int8multirange not null,
  row_hashes bytea not null,
  hash text not null
);
-- Hashes do not compress.
alter table audit_seals alter column row_hashes set storage external;
comment on column audit_seals.closed is 'Every row up to this id is in this seal or an earlier one, or does not exist.';
comment on column audit_seals.ids is 'The rows that this seal is for.';
comment on column audit_seals.row_hashes is 'SHA-256 of each of them, in the order of their ids.';
grant select, insert on audit_seals to quipu_system;

create table audit_chain (
  is_only boolean primary key default true check (is_only),
  number bigint not null,
  hash text not null,
  rows bigint not null,
  closed bigint not null,
  beyond int8multirange not null,
  candidate bigint not null,
  waiting text[] not null,
  mac text not null
);
comment on table audit_chain is 'The head of the chain, good only with a MAC that nobody can make who has the database alone.';
comment on column audit_chain.beyond is 'What is sealed already above closed.';
comment on column audit_chain.candidate is 'Becomes closed when the transactions in waiting, which may still write below it, are over.';
insert into audit_chain (number, hash, rows, closed, beyond, candidate, waiting, mac)
  values (0, '', 0, 0, '{}', 0, '{}', '');
grant select, update on audit_chain to quipu_system;

grant select on sequence audit_events_id_seq to quipu_system;
create index audit_events_at on audit_events using brin (at) with (autosummarize = on);
`,
}
