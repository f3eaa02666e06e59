import type { Migration } from '@quipu/kit'

export const clientDocuments: Migration = {
  id: '100-client-documents',
  sql: `
create table client_documents (
  client_id text primary key,
  document jsonb not null,
  kept_at timestamptz not null
);
comment on table client_documents is 'The last good metadata document of each client that somebody has connected.';
grant select, insert, update, delete on client_documents to quipu_system;
`,
}
