import type { Caller, Db } from '@quipu/kit'
import { queryBuilder, sql } from '@quipu/kit'

type Owner = Pick<Caller, 'userId'>
const queries = queryBuilder<object>()

/** The rows that were ingested by calls, saved separately, because finding them among their copies would take ever longer. */
const bases = ['observations', 'entities', 'links', 'lookups', 'snapshots', 'events']
export const baseTables = bases
  .map((name) => `create table base_${name} (like truth_${name});\nselect quipu_protect('base_${name}');`)
  .join('\n')

const entity = (column: string) => `'ent_' || left(md5(${column} || $copy), 24)`

const statements: Readonly<Record<string, string>> = {
  observations: `select (jsonb_populate_record(b, jsonb_build_object(
      'id', md5(b.id::text || $copy)::uuid, 'entity_id', ${entity('b.entity_id')}, 'name_id', ${entity('b.name_id')}))).*
    from base_observations b where substr(b.entity_id, 5, 1) = $slice`,
  entities: `select (jsonb_populate_record(b, jsonb_build_object('id', ${entity('b.id')}, 'head_id', ${entity('b.head_id')}))).*
    from base_entities b where substr(b.id, 5, 1) = $slice`,
  links: `select user_id, ${entity('from_id')}, ${entity('to_id')} from base_links where substr(from_id, 5, 1) = $slice`,
  lookups: `select user_id, lookup || $copy, ${entity('entity_id')} from base_lookups where substr(entity_id, 5, 1) = $slice`,
  snapshots: `select (jsonb_populate_record(b, jsonb_build_object('entity_id', ${entity('b.entity_id')},
      'name_folded', b.name_folded || $copy, 'words', b.words || array_to_tsvector(array['copy' || $copy])))).*
    from base_snapshots b where substr(b.entity_id, 5, 1) = $slice`,
  events: `select (jsonb_populate_record(b, jsonb_build_object('id', md5(b.id::text || $copy)::uuid,
      'entity_id', ${entity('b.entity_id')}))).*
    from base_events b where substr(b.entity_id, 5, 1) = $slice`,
}

/** Saves the current rows. */
export async function keepBase(db: Db, owner: Owner): Promise<number> {
  let kept = 0
  for (const name of bases)
    kept += await counted(db, owner, `insert into base_${name} select * from truth_${name}`)
  return kept
}

/** Copies a sixteenth of the saved rows, under other ids. Returns the number of observations. */
export async function copyBase(db: Db, owner: Owner, copy: number, slice: number): Promise<number> {
  let observations = 0
  for (const [name, statement] of Object.entries(statements)) {
    const select = statement.replaceAll('$copy', `'${copy}'`).replaceAll('$slice', `'${slice.toString(16)}'`)
    const written = await counted(db, owner, `insert into truth_${name} ${select} on conflict do nothing`)
    if (name === 'observations') observations = written
  }
  return observations
}

/** Connects entities at random, without cycles. */
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
