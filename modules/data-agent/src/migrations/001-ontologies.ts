import type { Migration } from '@quipu/kit'

/**
 * The content of a database is written under a new version, the next after `last_version`, and becomes visible at
 * once when `version` names it. `revision` grows with every change, also one by people, and shows instances that their copy is old.
 */
export const createOntologies: Migration = {
  id: '001-ontologies',
  sql: `
create table connections (
  id uuid primary key default gen_random_uuid(),
  name text not null check (name <> ''),
  kind text not null,
  sealed_settings text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index connections_name on connections (lower(name));
select quipu_share('connections', '{admin}');

create table ontologies (
  id uuid primary key default gen_random_uuid(),
  connection_id uuid not null references connections on delete restrict,
  name text not null check (name <> ''),
  description text,
  status text not null check (status in ('creating', 'ready', 'failed')),
  reason text,
  progress jsonb,
  leave_out jsonb not null default '[]',
  dialect text check (dialect in ('sqlite', 'duckdb', 'postgres')),
  version int not null default 0,
  last_version int not null default 0,
  revision int not null default 0,
  dataset_count int not null default 0,
  field_count int not null default 0,
  relationship_count int not null default 0,
  value_count int not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  refreshed_at timestamptz,
  check (status <> 'ready' or (version > 0 and dialect is not null))
);
create unique index ontologies_name on ontologies (lower(name));
create index ontologies_of_connection on ontologies (connection_id);
select quipu_share('ontologies', '{admin,contributor}');

create table ontology_datasets (
  ontology_id uuid not null references ontologies on delete cascade,
  version int not null,
  position int not null,
  name text not null,
  source text not null,
  path text[] not null,
  label text not null,
  description text,
  synonyms text[] not null,
  row_count bigint not null,
  primary_key text[] not null,
  is_junction boolean not null,
  primary key (ontology_id, version, name)
);
select quipu_share('ontology_datasets', '{admin,contributor}');

create table ontology_fields (
  ontology_id uuid not null references ontologies on delete cascade,
  version int not null,
  dataset text not null,
  position int not null,
  name text not null,
  column_name text not null,
  type text not null,
  native_type text not null,
  is_integer boolean not null,
  role text not null check (role in ('measure', 'dimension', 'time', 'identifier', 'name', 'flag')),
  label text not null,
  description text,
  unit text,
  synonyms text[] not null,
  sample text[] not null,
  is_primary_key boolean not null,
  is_unique boolean not null,
  is_nullable boolean not null,
  time_format text,
  is_indexed boolean not null,
  is_partial boolean not null,
  statistics jsonb not null,
  primary key (ontology_id, version, dataset, name)
);
select quipu_share('ontology_fields', '{admin,contributor}');

create table ontology_relationships (
  ontology_id uuid not null references ontologies on delete cascade,
  version int not null,
  position int not null,
  name text not null,
  from_dataset text not null,
  to_dataset text not null,
  from_fields text[] not null,
  to_fields text[] not null,
  cardinality text not null check (cardinality in ('many-to-one', 'one-to-one', 'many-to-many')),
  origin text not null check (origin in ('declared', 'inferred')),
  confidence float8 not null check (confidence between 0 and 1),
  synonyms text[] not null,
  primary key (ontology_id, version, name)
);
select quipu_share('ontology_relationships', '{admin,contributor}');

create table ontology_values (
  ontology_id uuid not null references ontologies on delete cascade,
  version int not null,
  dataset text not null,
  field text not null,
  part int not null,
  texts text[] not null,
  primary key (ontology_id, version, dataset, field, part)
);
select quipu_share('ontology_values', '{admin,contributor}');

create table ontology_overlays (
  ontology_id uuid not null references ontologies on delete cascade,
  kind text not null check (kind in ('datasets', 'fields', 'joins', 'metrics', 'glossary', 'verified', 'calendar')),
  position int not null,
  entry jsonb not null,
  primary key (ontology_id, kind, position)
);
select quipu_share('ontology_overlays', '{admin,contributor}');
`,
}
