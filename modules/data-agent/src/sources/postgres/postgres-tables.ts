import type pg from 'pg'
import type { ForeignKey, Table, TableColumn } from '../source.ts'
import { postgresType } from './postgres-cells.ts'

interface Relation {
  readonly oid: string
  readonly schema: string
  readonly name: string
  readonly comment: string | null
}

interface Column {
  readonly relation: string
  readonly name: string
  readonly native: string
  readonly type: string
  readonly kind: string
  readonly required: string
  readonly comment: string | null
}

interface Constraint {
  readonly relation: string
  readonly kind: string
  readonly target: string
  readonly columns: string
  readonly targets: string | null
}

/** Tables, views and foreign tables that the role may read; partitions are represented by their partitioned table. */
export async function listTables(
  client: pg.ClientBase,
  schemas: readonly string[] | undefined,
): Promise<readonly Table[]> {
  const wanted = schemas ?? null
  const relations = (await client.query<Relation>(relationsSql, [wanted])).rows
  const ids = relations.map(({ oid }) => oid)
  const columns = (await client.query<Column>(columnsSql, [ids])).rows
  const constraints = (await client.query<Constraint>(constraintsSql, [ids])).rows
  const [only] = schemas ?? []
  const standard = schemas?.length === 1 && only !== undefined ? only : 'public'
  const names = new Map(
    relations.map(({ oid, schema, name }) => [oid, schema === standard ? name : `${schema}.${name}`]),
  )
  const columnsOf = Map.groupBy(columns, ({ relation }) => relation)
  const constraintsOf = Map.groupBy(constraints, ({ relation }) => relation)
  return relations
    .map((relation) =>
      describe(relation, columnsOf.get(relation.oid) ?? [], constraintsOf.get(relation.oid) ?? [], names),
    )
    .filter((table) => table.columns.length > 0)
}

function describe(
  { oid, schema, name, comment }: Relation,
  columns: readonly Column[],
  constraints: readonly Constraint[],
  names: ReadonlyMap<string, string>,
): Table {
  const keys = (kind: string): string[][] =>
    constraints.filter((constraint) => constraint.kind === kind).map((constraint) => list(constraint.columns))
  return {
    name: names.get(oid) ?? name,
    source: `${schema}.${name}`,
    path: [schema, name],
    comment,
    columns: columns.map(describeColumn),
    primaryKey: keys('p')[0] ?? [],
    uniqueKeys: keys('u'),
    foreignKeys: constraints.flatMap((constraint) => foreignKey(constraint, names)),
  }
}

function foreignKey(
  { kind, target, columns, targets }: Constraint,
  names: ReadonlyMap<string, string>,
): ForeignKey[] {
  const toTable = names.get(target)
  if (kind !== 'f' || toTable === undefined || targets === null) return []
  return [{ columns: list(columns), toTable, toColumns: list(targets) }]
}

function describeColumn({ name, native, type, kind, required, comment }: Column): TableColumn {
  const { type: known, isInteger } = postgresType(Number(type), kind)
  return {
    name,
    type: known,
    nativeType: native,
    isInteger: isInteger || /^numeric\(\d+,0\)$/.test(native),
    isNullable: required !== 't',
    comment,
  }
}

/** The database returns these arrays of names. */
function list(json: string): string[] {
  return JSON.parse(json) as string[]
}

const relationsSql = `
  select c.oid, n.nspname as schema, c.relname as name, obj_description(c.oid, 'pg_class') as comment
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition and c.relpersistence <> 't'
    and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
    and ($1::text[] is null or n.nspname = any ($1::text[]))
    and has_schema_privilege(n.oid, 'usage') and has_any_column_privilege(c.oid, 'select')
  order by n.nspname <> 'public', n.nspname, c.relname`

const columnsSql = `
  select a.attrelid as relation, a.attname as name, format_type(a.atttypid, a.atttypmod) as native,
    coalesce(b.oid, t.oid) as type, coalesce(b.typtype, t.typtype) as kind, a.attnotnull as required,
    col_description(a.attrelid, a.attnum) as comment
  from pg_catalog.pg_attribute a join pg_catalog.pg_type t on t.oid = a.atttypid
    left join pg_catalog.pg_type b on t.typtype = 'd' and b.oid = t.typbasetype
  where a.attrelid = any ($1::oid[]) and a.attnum > 0 and not a.attisdropped
    and has_column_privilege(a.attrelid, a.attnum, 'select')
  order by a.attrelid, a.attnum`

const constraintsSql = `
  select c.conrelid as relation, c.contype as kind, c.confrelid as target,
    (select json_agg(a.attname order by k.place) from unnest(c.conkey) with ordinality as k (number, place)
      join pg_catalog.pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.number) as columns,
    (select json_agg(a.attname order by k.place) from unnest(c.confkey) with ordinality as k (number, place)
      join pg_catalog.pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.number) as targets
  from pg_catalog.pg_constraint c
  where c.conrelid = any ($1::oid[]) and c.contype in ('p', 'u', 'f')
  union all
  select i.indrelid, 'u', 0,
    (select json_agg(a.attname order by k.place) from unnest(i.indkey::int2[]) with ordinality as k (number, place)
      join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number), null
  from pg_catalog.pg_index i
  where i.indrelid = any ($1::oid[]) and i.indisunique and i.indisvalid and i.indpred is null and i.indexprs is null
    and i.indnatts = i.indnkeyatts
    and not exists (select 1 from pg_catalog.pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u'))
  order by 1, 2, 3`
