import type { Caller, Db, Migration } from '@quipu/kit'
import { queryBuilder, sql } from '@quipu/kit'

type Owner = Pick<Caller, 'userId'>
const queries = queryBuilder<object>()

const entity = (column: string) => `'ent_' || left(md5(${column} || c), 24)`
const uuid = (column: string) => `md5(${column}::text || c)::uuid`

/** How each row of a table is copied under other ids, `c` being the number of the copy. */
const copied: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  truth_observations: {
    user_id: 'user_id',
    id: uuid('id'),
    entity_id: entity('entity_id'),
    entity_type: 'entity_type',
    schema_version: 'schema_version',
    source_id: 'source_id',
    run_id: 'run_id',
    is_live: 'is_live',
    observed_at: 'observed_at',
    created_at: 'created_at',
    specificity: 'specificity',
    priority: 'priority',
    correction: 'correction',
    fields: 'fields',
    fragments: 'fragments',
    spans: 'spans',
    identifier_ids: `array(select ${entity('one')} from unnest(identifier_ids) one)`,
    name_id: entity('name_id'),
    shape: 'shape',
  },
  truth_entities: {
    user_id: 'user_id',
    id: entity('id'),
    head_id: entity('head_id'),
    entity_type: 'entity_type',
    is_name: 'is_name',
    is_contested: 'is_contested',
    created_at: 'created_at',
  },
  truth_links: { user_id: 'user_id', from_id: entity('from_id'), to_id: entity('to_id') },
  truth_lookups: { user_id: 'user_id', lookup: 'lookup || c', entity_id: entity('entity_id') },
  truth_snapshots: {
    user_id: 'user_id',
    entity_id: entity('entity_id'),
    entity_type: 'entity_type',
    schema_version: 'schema_version',
    canonical_name: 'canonical_name',
    state: 'state',
    name_folded: 'name_folded || c',
    // Words with digits are of one entity, such as numbers and addresses; the others are of many.
    words: `array_to_tsvector(array(
      select case when word ~ '[0-9]' then word || 'c' || c else word end from unnest(tsvector_to_array(words)) word))`,
    observation_count: 'observation_count',
    last_observation_at: 'last_observation_at',
  },
  truth_events: {
    user_id: 'user_id',
    id: uuid('id'),
    event_type: 'event_type',
    at: 'at',
    source_id: 'source_id',
    entity_id: entity('entity_id'),
    field: 'field',
    value: 'value',
  },
}

/**
 * Copies everything that came through the front door so often, and relates entities at random, never back to an earlier
 * one. As a migration: no limit of time holds there, and indexes are made once, when all rows are there.
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
    ...Object.entries(copied).map(
      ([table, columns]) =>
        `insert into ${table} (${Object.keys(columns).join(', ')})
          select ${Object.values(columns).join(', ')} from ${table}, generate_series(1, ${copies}) n, lateral (select n::text as c) t;`,
    ),
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
    `analyze ${Object.keys(copied).join(', ')}, truth_relationships;`,
  ]
  return { id: '002-copies', sql: sql.join('\n') }
}

const tables = Object.keys(copied)
  .map((name) => `'${name}'`)
  .join(', ')

/**
 * Adds older observations of an entity: copies of its latest ones, some seconds before them, so that what is known of it
 * now stays the same. Gives their number.
 */
export async function ageEntity(db: Db, owner: Owner, entityId: string, copy: number): Promise<number> {
  const kept = { entity_id: 'entity_id', identifier_ids: 'identifier_ids', name_id: 'name_id' }
  const columns = {
    ...copied['truth_observations'],
    ...kept,
    observed_at: `observed_at - c::int * interval '10 seconds'`,
  }
  const its = `entity_id in (select id from truth_entities where head_id = '${entityId}')`
  const text = `with written as (
      insert into truth_observations (${Object.keys(columns).join(', ')})
      select ${Object.values(columns).join(', ')} from (
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
