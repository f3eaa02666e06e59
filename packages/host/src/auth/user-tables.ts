import type { Statement, StoreTx } from '../storage/store.ts'

/** A table whose rows belong to the user in its `user_id`: one that `quipu_protect` was called for. */
export interface UserTable {
  /** Without the schema if that is `public`. */
  readonly name: string
  /** As it stands in a statement. */
  readonly quoted: string
  readonly columns: readonly string[]
  /** The primary key, in order. */
  readonly key: readonly string[]
  readonly key_types: readonly string[]
}

/** Found by its policy, so that a module's tables are among them without anyone listing them. */
export function userTables(tx: StoreTx): Promise<UserTable[]> {
  return tx.query<UserTable>({ sql: tablesSql, parameters: [] })
}

/**
 * One statement, so that references between the tables are checked when all of these rows are gone, whatever the
 * order. Rows of other tables go with the account where they reference it.
 */
export function deleteUser(tables: readonly UserTable[], userId: string): Statement {
  const deletions = tables.map(
    (table, place) => `rows_${place} as (delete from ${table.quoted} where user_id = $1)`,
  )
  return {
    sql: `with artifacts as (
            delete from oauth_artifacts
            where grant_id in (select id from connected_apps where user_id = $1)
          ), ${deletions.join(', ')}
          delete from users where id = $1`,
    parameters: [userId],
  }
}

/** A name that is safe in a statement. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** `polcmd = '*'` leaves out the audit, where people may add rows and nothing else, and the accounts themselves. */
const tablesSql = `
select case n.nspname when 'public' then c.relname::text else n.nspname || '.' || c.relname end as name,
  format('%I.%I', n.nspname, c.relname) as quoted,
  array(
    select a.attname::text from pg_attribute a
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by a.attnum
  ) as columns,
  array(
    select a.attname::text from unnest(i.indkey::int2[]) with ordinality k (attnum, place)
    join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum order by k.place
  ) as key,
  array(
    select format_type(a.atttypid, a.atttypmod) from unnest(i.indkey::int2[]) with ordinality k (attnum, place)
    join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum order by k.place
  ) as key_types
from pg_policy p
join pg_class c on c.oid = p.polrelid
join pg_namespace n on n.oid = c.relnamespace
left join pg_index i on i.indrelid = c.oid and i.indisprimary
where p.polname = 'of_user' and p.polcmd = '*' and exists (
  select from pg_attribute a where a.attrelid = c.oid and a.attname = 'user_id' and not a.attisdropped
)
order by n.nspname, c.relname`
