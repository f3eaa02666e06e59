import type { Statement, StoreTx } from '../storage/store.ts'

/** A table with rows of users: those with a `user_id`, or parts of such rows, which belong to the same user. */
export interface UserTable {
  /** Without the schema if that is `public`. */
  readonly name: string
  /** As written in a statement. */
  readonly quoted: string
  readonly columns: readonly string[]
  /** The primary key, in order. */
  readonly key: readonly string[]
  readonly key_types: readonly string[]
  /** Whether a row is of the user $1. */
  readonly is_theirs: string
}

/** Found by their policy, so that the tables of modules are included without a list. */
export function userTables(tx: StoreTx): Promise<UserTable[]> {
  return tx.query<UserTable>({ sql: `${ownTables} ${describedTables('own')}`, parameters: [] })
}

/** Found by their foreign key to one of those, with which their rows are deleted. */
export function partTables(tx: StoreTx): Promise<UserTable[]> {
  return tx.query<UserTable>({
    sql: `${ownTables}, ${tablesOfParts} ${describedTables('parts')}`,
    parameters: [],
  })
}

/**
 * One statement, so that references between the tables are checked when all of these rows are deleted, whatever the
 * order. Rows of other tables are deleted with the account if they reference it.
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

/** `polcmd = '*'` excludes the audit, to which people can only add rows, and the accounts themselves. */
const ownTables = `with own as (
  select p.polrelid as oid, 'user_id = $1' as is_theirs from pg_policy p
  where p.polname = 'of_user' and p.polcmd = '*' and exists (
    select from pg_attribute a where a.attrelid = p.polrelid and a.attname = 'user_id' and not a.attisdropped
  )
)`

const tablesOfParts = `parts as (
  select distinct on (f.conrelid) f.conrelid as oid,
    format('(%s) in (select %s from %s where user_id = $1)',
      (select string_agg(quote_ident(a.attname), ', ' order by k.place)
        from unnest(f.conkey) with ordinality k (attnum, place)
        join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.attnum),
      (select string_agg(quote_ident(a.attname), ', ' order by k.place)
        from unnest(f.confkey) with ordinality k (attnum, place)
        join pg_attribute a on a.attrelid = f.confrelid and a.attnum = k.attnum),
      f.confrelid::regclass) as is_theirs
  from pg_constraint f join own on own.oid = f.confrelid
  join pg_class c on c.oid = f.conrelid and c.relrowsecurity
  where f.contype = 'f' and f.confdeltype = 'c' and f.conrelid not in (select oid from own)
  order by f.conrelid, f.oid
)`

function describedTables(found: 'own' | 'parts'): string {
  return `
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
  ) as key_types,
  ${found}.is_theirs
from ${found}
join pg_class c on c.oid = ${found}.oid
join pg_namespace n on n.oid = c.relnamespace
left join pg_index i on i.indrelid = c.oid and i.indisprimary
order by n.nspname, c.relname`
}
