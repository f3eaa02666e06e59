import type { Migration } from '@quipu/kit'

/** A page of a list reads as many rows as it shows, however many universes a person has. */
export const listInOrder: Migration = {
  id: '003-list-in-order',
  sql: `
drop index universes_of_user;
create index universes_of_user on universes (user_id, updated_at, id)`,
}
