import type { Migration } from '@quipu/kit'

/** Reports on files whose format does not declare types. */
export const addReadings: Migration = {
  id: '003-readings',
  sql: `
alter table ontology_datasets add column reading jsonb;
alter table ontology_fields add column reading jsonb;
`,
}
