import type { Migration } from '@quipu/kit'

/** Uploaded files. The bytes are blobs of the sender; a row is removed with its connection. */
export const createUploads: Migration = {
  id: '006-uploads',
  sql: `
create table uploaded_files (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  upload_id uuid not null,
  connection_id uuid references connections on delete cascade,
  name text not null,
  sha256 text not null,
  size bigint not null,
  created_at timestamptz not null,
  unique (user_id, upload_id, name)
);
create index uploaded_files_of_connection on uploaded_files (connection_id);
select quipu_protect('uploaded_files');
`,
}
