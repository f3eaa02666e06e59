import type { Migration } from '@quipu/kit'

/** The server for which a token was stored. Empty for one that was stored before this column existed. */
export const serverOfTokens: Migration = {
  id: '002-server-of-tokens',
  sql: `alter table vikunja_tokens add column server text not null default ''`,
}
