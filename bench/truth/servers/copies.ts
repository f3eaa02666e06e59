import type { Caller, Db } from '@quipu/kit'
import { queryBuilder, sql } from '@quipu/kit'

type Owner = Pick<Caller, 'userId'>
const queries = queryBuilder<object>()

/** Ids of copies end in 00, so that only what came through the front door is copied. */
const entity = (column: string) => `'ent_' || left(md5(${column} || $copy), 22) || '00'`
const isOriginal = (column: string) => `${column} not like '%00'`

const statements: Readonly<Record<string, string>> = {
  observations: `insert into truth_observations
    select (jsonb_populate_record(o, jsonb_build_object(
      'id', md5(o.id::text || $copy)::uuid, 'entity_id', ${entity('o.entity_id')}, 'name_id', ${entity('o.name_id')}))).*
    from truth_observations o where ${isOriginal('entity_id')}`,
  entities: `insert into truth_entities
    select (jsonb_populate_record(e, jsonb_build_object('id', ${entity('e.id')}, 'head_id', ${entity('e.head_id')}))).*
    from truth_entities e where ${isOriginal('id')} and ${isOriginal('head_id')}`,
  links: `insert into truth_links select user_id, ${entity('from_id')}, ${entity('to_id')}
    from truth_links where ${isOriginal('from_id')}`,
  lookups: `insert into truth_lookups select user_id, lookup || $copy, ${entity('entity_id')}
    from truth_lookups where ${isOriginal('entity_id')}`,
  snapshots: `insert into truth_snapshots
    select (jsonb_populate_record(s, jsonb_build_object('entity_id', ${entity('s.entity_id')},
      'name_folded', s.name_folded || $copy, 'words', s.words || ' copy' || $copy))).*
    from truth_snapshots s where ${isOriginal('entity_id')}`,
  events: `insert into truth_events
    select (jsonb_populate_record(e, jsonb_build_object('id', md5(e.id::text || $copy)::uuid,
      'entity_id', ${entity('e.entity_id')}))).*
    from truth_events e where ${isOriginal('entity_id')}`,
}

export const copiedTables = Object.keys(statements)

/** Copies what one table knows, under other ids. */
export function copyFacts(db: Db, owner: Owner, copy: number, table: string): Promise<number> {
  return counted(db, owner, statements[table]!.replaceAll('$copy', `'${copy}'`))
}

/** Connects entities with each other at random, and never back to an earlier one. */
export function relateFacts(db: Db, owner: Owner, edges: number): Promise<number> {
  return counted(
    db,
    owner,
    `insert into truth_relationships
      with numbered as materialized (
        select user_id, entity_id, row_number() over (order by entity_id) as n, count(*) over () as total
        from truth_snapshots),
      ends as materialized (
        select i, abs(hashint8(i)) % total as a, abs(hashint8(i + 1000000000)) % total as b
        from generate_series(1, ${Math.round(edges)}) i, (select total from numbered limit 1) t)
      select x.user_id, md5(i::text)::uuid, 'REFERS_TO', x.entity_id, y.entity_id, null, now()
      from ends
      join numbered x on x.n = least(a, b) + 1
      join numbered y on y.n = greatest(a, b) + 1
      where a <> b`,
  )
}

async function counted(db: Db, owner: Owner, statement: string): Promise<number> {
  const text = `with written as (${statement} returning 1) select count(*) as n from written`
  const [row] = await db.query(owner, {
    compile: () => sql<{ n: number }>`${sql.raw(text)}`.compile(queries),
  })
  return row?.n ?? 0
}
