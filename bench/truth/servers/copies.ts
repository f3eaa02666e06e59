import type { Caller, Db, Migration } from '@quipu/kit'
import { queryBuilder, sql } from '@quipu/kit'

type Owner = Pick<Caller, 'userId'>
const queries = queryBuilder<object>()

/** How an observation is copied under another id, `c` being the number of the copy. */
const copied = {
  user_id: 'user_id',
  id: 'md5(id::text || c)::uuid',
  entity_id: 'entity_id',
  entity_type: 'entity_type',
  schema_version: 'schema_version',
  source_id: 'source_id',
  run_id: 'run_id',
  is_live: 'is_live',
  observed_at: `observed_at - c::int * interval '10 seconds'`,
  created_at: 'created_at',
  specificity: 'specificity',
  priority: 'priority',
  correction: 'correction',
  fields: 'fields',
  fragments: 'fragments',
  spans: 'spans',
  identifier_ids: 'identifier_ids',
  name_id: 'name_id',
  shape: 'shape',
}
const columns = Object.keys(copied).join(', ')
const values = Object.values(copied).join(', ')
const tables = `'truth_observations', 'truth_snapshots'`

/**
 * Copies every observation so often, each some seconds before the last, so that what is known now stays the same, and relates
 * entities at random, never back to an earlier one. As a migration: no limit of time holds there, and indexes are made once,
 * when all rows are there.
 */
export function fillByCopies(copies: number, edges: number): Migration {
  const sql = [
    `create temp table kept as
      select c.conrelid::regclass::text as name, null as index_name, c.conname as constraint_name,
        pg_get_constraintdef(c.oid) as definition
      from pg_constraint c where c.contype = 'p' and c.conrelid::regclass::text = any (array[${tables}])
      union all
      select i.tablename, i.indexname, null, i.indexdef from pg_indexes i
      where i.tablename = any (array[${tables}]) and i.indexname not like '%_pkey';`,
    `do $$ declare one kept; begin
      for one in select * from kept loop
        if one.index_name is null then execute format('alter table %I drop constraint %I', one.name, one.constraint_name);
        else execute format('drop index %I', one.index_name); end if;
      end loop;
    end $$;`,
    `insert into truth_observations (${columns})
      select ${values} from truth_observations, generate_series(1, ${copies}) n, lateral (select n::text as c) t;`,
    // Written anew, because a table with a dead row for each live one is no table that a server has.
    `create temp table counted as select * from truth_snapshots;
    update counted set observation_count = observation_count * ${copies + 1};
    truncate truth_snapshots;
    insert into truth_snapshots select * from counted;
    drop table counted;`,
    `do $$ declare one kept; begin
      for one in select * from kept loop
        if one.index_name is null then
          execute format('alter table %I add constraint %I %s', one.name, one.constraint_name, one.definition);
        else execute one.definition; end if;
      end loop;
    end $$;`,
    `insert into truth_relationships
      with numbered as materialized (
        select user_id, entity_id, row_number() over (order by entity_id) - 1 as n, count(*) over () as total
        from truth_snapshots),
      ends as materialized (
        select i, abs(hashint8(i)) % total as a, abs(hashint8(i + 1000000000)) % total as b
        from generate_series(1, ${edges}) i, (select total from numbered limit 1) t)
      select x.user_id, md5(i::text)::uuid, 'REFERS_TO', x.entity_id, y.entity_id, null, now()
      from ends join numbered x on x.n = least(a, b) join numbered y on y.n = greatest(a, b)
      where a <> b;`,
    'drop table kept;',
    `analyze truth_observations, truth_snapshots, truth_relationships;`,
  ]
  return { id: '002-copies', sql: sql.join('\n') }
}

/**
 * Adds older observations of an entity: copies of its latest ones, some seconds before them, so that what is known of it
 * now stays the same. Gives their number.
 */
export async function ageEntity(db: Db, owner: Owner, entityId: string, copy: number): Promise<number> {
  const its = `entity_id in (select id from truth_entities where head_id = '${entityId}')`
  const text = `with written as (
      insert into truth_observations (${columns})
      select ${values} from (
        select *, '${copy}' as c from truth_observations
        where ${its} and observed_at = (select max(observed_at) from truth_observations where ${its})) latest
      returning 1),
    counted as (
      update truth_snapshots set observation_count = observation_count + (select count(*) from written)
      where entity_id = '${entityId}' returning 1)
    select (select count(*) from written) as n from counted`
  const [row] = await db.query(owner, {
    compile: () => sql<{ n: number }>`${sql.raw(text)}`.compile(queries),
  })
  return row?.n ?? 0
}
