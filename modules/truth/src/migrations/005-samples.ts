import type { Migration } from '@quipu/kit'

/**
 * An index of words gives all its matches at once, so a frequent word costs as much as it has matches. Ids are hashes: those
 * below a bound are a fair sample, and the index of a sample is as much smaller. For what was known at a time, the index of
 * observations has the time of learning too.
 */
export const addSamples: Migration = {
  id: '005-samples',
  sql: `
create index truth_snapshots_words_8 on truth_snapshots using gin (words)
  with (gin_pending_list_limit = 64) where entity_id < 'ent_2';
create index truth_snapshots_words_64 on truth_snapshots using gin (words)
  with (gin_pending_list_limit = 64) where entity_id < 'ent_04';
create index truth_snapshots_words_512 on truth_snapshots using gin (words)
  with (gin_pending_list_limit = 64) where entity_id < 'ent_008';
create index truth_snapshots_words_4096 on truth_snapshots using gin (words)
  with (gin_pending_list_limit = 64) where entity_id < 'ent_001';
create index truth_source_words_8 on truth_source_words using gin (words)
  with (gin_pending_list_limit = 64) where source_id < '20000000-0000-0000-0000-000000000000';
create index truth_source_words_64 on truth_source_words using gin (words)
  with (gin_pending_list_limit = 64) where source_id < '04000000-0000-0000-0000-000000000000';
create index truth_source_words_512 on truth_source_words using gin (words)
  with (gin_pending_list_limit = 64) where source_id < '00800000-0000-0000-0000-000000000000';
create index truth_source_words_4096 on truth_source_words using gin (words)
  with (gin_pending_list_limit = 64) where source_id < '00100000-0000-0000-0000-000000000000';
drop index truth_observations_of_entity;
create index truth_observations_of_entity on truth_observations
  (user_id, entity_id, is_live, shape, observed_at, id) include (created_at);
`,
}
