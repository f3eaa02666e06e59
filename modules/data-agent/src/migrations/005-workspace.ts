import type { Migration } from '@quipu/kit'

/** Conversations about a person's own rows, which belong to no stored ontology. */
export const markWorkspace: Migration = {
  id: '005-workspace',
  sql: `alter table conversations add column is_workspace boolean not null default false`,
}
