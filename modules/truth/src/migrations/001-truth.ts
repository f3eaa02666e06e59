import type { Migration } from '@quipu/kit'

/**
 * Sources, runs, observations and merges are the log: they are added and never changed, except `is_live`, which says
 * whether an observation is of the newest run of its source. Everything else follows from the log and can be
 * rebuilt from it. Ids are the same for everyone who has the same document, so each key begins with the user.
 */
export const createTruth: Migration = {
  id: '001-truth',
  sql: `
create table truth_sources (
  user_id uuid not null references users (id) on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('file', 'structured', 'correction')),
  content_hash text not null,
  mime_type text not null,
  original_filename text,
  file_size bigint not null,
  content text,
  text text,
  observed_at timestamptz not null,
  provenance jsonb,
  created_at timestamptz not null,
  primary key (user_id, id)
);
create table truth_source_words (
  user_id uuid not null references users (id) on delete cascade,
  source_id uuid not null,
  words tsvector not null,
  primary key (user_id, source_id),
  foreign key (user_id, source_id) references truth_sources (user_id, id) on delete cascade
);
create index truth_source_words_of_all on truth_source_words using gin (words);
create index truth_sources_by_creation on truth_sources (user_id, created_at, id);
create table truth_runs (
  user_id uuid not null references users (id) on delete cascade,
  id uuid not null,
  source_id uuid not null,
  number integer not null,
  interpreter text not null,
  config jsonb not null,
  status text not null check (status in ('done', 'failed', 'needs_ocr')),
  notes jsonb not null,
  entities_created integer not null,
  observations_created integer not null,
  created_at timestamptz not null,
  primary key (user_id, id),
  unique (user_id, source_id, number)
);
create table truth_observations (
  user_id uuid not null references users (id) on delete cascade,
  id uuid not null,
  entity_id text collate "C" not null,
  entity_type text collate "C" not null,
  schema_version text not null,
  source_id uuid not null,
  run_id uuid not null,
  is_live boolean not null,
  observed_at timestamptz not null,
  created_at timestamptz not null,
  specificity double precision not null,
  priority integer not null,
  correction integer not null,
  fields jsonb not null,
  fragments jsonb not null,
  spans jsonb not null,
  identifier_ids text[] not null,
  name_id text,
  primary key (user_id, id)
);
create index truth_observations_of_entity on truth_observations (user_id, entity_id, observed_at, id);
create index truth_observations_of_source on truth_observations (user_id, source_id);
create table truth_entities (
  user_id uuid not null references users (id) on delete cascade,
  id text collate "C" not null,
  head_id text collate "C" not null,
  entity_type text collate "C" not null,
  is_name boolean not null,
  is_contested boolean not null,
  created_at timestamptz not null,
  primary key (user_id, id)
);
create index truth_entities_by_head on truth_entities (user_id, head_id);
create table truth_links (
  user_id uuid not null references users (id) on delete cascade,
  from_id text collate "C" not null,
  to_id text collate "C" not null,
  primary key (user_id, from_id, to_id)
);
create index truth_links_back on truth_links (user_id, to_id);
create table truth_lookups (
  user_id uuid not null references users (id) on delete cascade,
  lookup text collate "C" not null,
  entity_id text collate "C" not null,
  primary key (user_id, lookup, entity_id)
);
create index truth_lookups_of_entity on truth_lookups (user_id, entity_id);
create table truth_snapshots (
  user_id uuid not null references users (id) on delete cascade,
  entity_id text collate "C" not null,
  entity_type text collate "C" not null,
  schema_version text not null,
  canonical_name text collate "C" not null,
  state jsonb not null,
  name_folded text not null,
  words tsvector not null,
  observation_count integer not null,
  last_observation_at timestamptz not null,
  primary key (user_id, entity_id)
);
create index truth_snapshots_in_order on truth_snapshots (user_id, last_observation_at, entity_id);
create index truth_snapshots_by_type on truth_snapshots (user_id, entity_type, last_observation_at, entity_id);
create index truth_snapshots_words on truth_snapshots using gin (words) with (gin_pending_list_limit = 256);
create index truth_snapshots_names on truth_snapshots using gin (name_folded gin_trgm_ops)
  with (gin_pending_list_limit = 256);
create table truth_merges (
  user_id uuid not null references users (id) on delete cascade,
  id uuid not null,
  number bigint generated always as identity,
  from_id text collate "C" not null,
  to_id text collate "C" not null,
  reason text,
  merged_at timestamptz not null,
  undone_at timestamptz,
  primary key (user_id, id)
);
create index truth_merges_from on truth_merges (user_id, from_id);
create index truth_merges_to on truth_merges (user_id, to_id);
create table truth_relationships (
  user_id uuid not null references users (id) on delete cascade,
  id uuid not null,
  relationship_type text collate "C" not null,
  source_entity_id text collate "C" not null,
  target_entity_id text collate "C" not null,
  metadata jsonb,
  created_at timestamptz not null,
  primary key (user_id, id)
);
create index truth_relationships_out on truth_relationships (user_id, source_entity_id, relationship_type);
create index truth_relationships_in on truth_relationships (user_id, target_entity_id, relationship_type);
create table truth_events (
  user_id uuid not null references users (id) on delete cascade,
  id uuid not null,
  event_type text collate "C" not null,
  at timestamptz not null,
  source_id uuid not null,
  entity_id text collate "C" not null,
  field text not null,
  value text not null,
  primary key (user_id, id)
);
create index truth_events_in_order on truth_events (user_id, at, id);
create index truth_events_of_entity on truth_events (user_id, entity_id);
create index truth_events_of_source on truth_events (user_id, source_id);
select quipu_protect('truth_sources');
select quipu_protect('truth_source_words');
select quipu_protect('truth_runs');
select quipu_protect('truth_observations');
select quipu_protect('truth_entities');
select quipu_protect('truth_links');
select quipu_protect('truth_lookups');
select quipu_protect('truth_snapshots');
select quipu_protect('truth_merges');
select quipu_protect('truth_relationships');
select quipu_protect('truth_events');
select quipu_searchable('truth_snapshots');
select quipu_searchable('truth_source_words');
`,
}
