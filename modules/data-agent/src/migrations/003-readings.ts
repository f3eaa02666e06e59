import type { Migration } from '@quipu/kit'

/** What was understood of files that do not say of themselves what they hold. */
export const addReadings: Migration = {
  id: '003-readings',
  sql: `
alter table ontology_datasets add column reading jsonb;
alter table ontology_fields add column reading jsonb;
`,
}
