import type { Migration } from '@quipu/kit'

/** Ontologies of MySQL and MariaDB. */
export const admitMysql: Migration = {
  id: '004-mysql',
  sql: `
alter table ontologies drop constraint ontologies_dialect_check;
alter table ontologies add constraint ontologies_dialect_check
  check (dialect in ('sqlite', 'duckdb', 'postgres', 'mysql'));
`,
}
