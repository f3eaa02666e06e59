import type { Migration } from '@quipu/kit'

/**
 * The latest observation of each shape tells how an entity was at a time. What was there before has a shape of its own for
 * each observation: that is as exact, and only slower.
 */
export const addShapes: Migration = {
  id: '003-shapes',
  sql: `
alter table truth_observations add column shape uuid;
update truth_observations set shape = id;
alter table truth_observations alter column shape set not null;
drop index truth_observations_of_entity;
create index truth_observations_of_entity on truth_observations (user_id, entity_id, is_live, shape, observed_at, id);
`,
}
