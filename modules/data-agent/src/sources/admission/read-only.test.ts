import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Dialect } from '@quipu/query'
import { admit } from './read-only.ts'

const tables = [['loans'], ['books'], ['odd name 🐙'], ['select']]
const everyDialect = ['sqlite', 'duckdb', 'postgres', 'mysql'] as const

const attacksEverywhere = [
  '',
  ';',
  'not sql at all',
  'select 1; select 2',
  'select 1; drop table loans',
  'select 1 from loans; delete from loans',
  'insert into loans values (1)',
  'update loans set id = 1',
  'delete from loans',
  'drop table loans',
  'create table x (id int)',
  'create table x as select * from loans',
  'create view v as select * from loans',
  'alter table loans add column x int',
  'truncate loans',
  'vacuum',
  'begin',
  'commit',
  'explain select * from loans',
  'explain analyze select * from loans',
  'select * from secrets',
  'select * from loans, secrets',
  'select * from loans join secrets on true',
  'select (select max(id) from secrets) from loans',
  'select * from loans where id in (select id from secrets)',
  'select * from loans where exists (select 1 from secrets)',
  'select id from loans union all select id from secrets',
  'select id from loans except select id from secrets',
  'with x as (select * from secrets) select * from x',
  'with secrets as (select * from secrets) select * from secrets',
  'select * from (with secrets as (select 1 as id) select * from secrets) as a, secrets',
  'with x as (insert into loans values (1) returning *) select * from x',
  'with x as (delete from loans returning *) select * from x',
  'with x as (update loans set id = 2 returning *) select * from x',
  'with x as (select 1) delete from loans',
  'with x as (select 1) insert into loans select * from x',
  'select * from other.loans',
  'select * from loans order by (select id from secrets)',
  'select case when (select count(*) from secrets) > 1 then 1 end from loans',
  'select sum(id) over (order by (select id from secrets)) from loans',
  'select count(*) filter (where id in (select id from secrets)) from loans',
  'select id from loans limit (select count(*) from secrets)',
  'select unheard_of(id) from loans',
  'select * from unheard_of(1)',
  'set x = 1',
  'call something()',
  "select 'text that does not end from loans",
  'select id from loans\0; drop table loans',
]

const attacks: Record<Dialect, readonly string[]> = {
  mysql: [
    'select /*! sleep(9) */ id from loans',
    'select id from loans -- x',
    'select id from loans # x',
    'select `id` from loans',
    'select id from mysql.user',
    'select * from information_schema.tables',
    "select load_file('/etc/passwd')",
    "select id from loans into outfile '/tmp/x'",
    'select id into @x from loans',
    'select @@version',
    'select sleep(10)',
    'select benchmark(1000000000, 1)',
    "select get_lock('x', 10)",
    'select user()',
    'select id from loans for update',
    'select id from loans lock in share mode',
    "select 'a\\' union select user() -- '",
    'select sys_exec(1)',
    'show tables',
    'handler loans open',
    "load data infile 'x' into table loans",
    'set global general_log = 1',
    'do sleep(9)',
    'kill 1',
  ],
  sqlite: [
    "attach 'x.db' as x",
    'detach x',
    'pragma writable_schema = 1',
    "select * from pragma_table_info('loans')",
    'select * from sqlite_master',
    'select * from main.sqlite_schema',
    'select * from temp.loans',
    "select load_extension('x')",
    "select readfile('/etc/passwd')",
    "select writefile('x', 'y')",
    "select fts3_tokenizer('x')",
    "select edit('x')",
    'select randomblob(100000000)',
    'select zeroblob(1000000000)',
    'select random() from loans',
    "select * from json_each('[1]')",
    'select * from generate_series(1, 1000000000)',
    'select sqlite_version()',
    'replace into loans values (1)',
    'reindex',
    'analyze',
    'select * from loans indexed by x, secrets',
  ],
  duckdb: [
    "attach 'x.db'",
    "copy loans to 'x.csv'",
    "copy loans from 'x.csv'",
    'pragma database_list',
    'install httpfs',
    'load httpfs',
    "select * from read_csv('/etc/passwd')",
    "select * from read_parquet('x')",
    "select * from read_json('x')",
    "select * from read_text('/etc/passwd')",
    "select * from read_blob('/etc/passwd')",
    "select * from glob('/*')",
    "select * from '/etc/passwd.csv'",
    'select * from "x.parquet"',
    "from 'x.csv'",
    "select * from sqlite_scan('x', 'y')",
    "select * from postgres_scan('', '', '')",
    "select getenv('HOME') from loans",
    "select current_setting('access_mode')",
    'select * from duckdb_settings()',
    'select * from information_schema.tables',
    'select * from duckdb_secrets()',
    'select * from range(1000000000)',
    'select * from generate_series(1, 1000000000)',
    "select * from query('select * from secrets')",
    "select * from query_table('secrets')",
    'summarize secrets',
    'describe secrets',
    'show tables',
    'pivot secrets on id using sum(id)',
    'unpivot secrets on id into name n value v',
    "export database 'x'",
    'checkpoint',
    'select * into x from loans',
    'select * from loans for update',
    'select random() from loans',
    "select nextval('s')",
    'select uuid() from loans',
    'set variable x = 1',
    'select * from loans positional join secrets',
    'select * from loans asof join secrets using (id)',
    'select * from loans, lateral (select * from secrets) s',
    'select columns(*) from loans',
    'select unnest([1, 2, 3])',
  ],
  postgres: [
    "copy loans to '/tmp/x'",
    "copy loans from program 'id'",
    'copy (select 1) to stdout',
    'select 1 from loans /* a comment that does not end',
    'select * into x from loans',
    'select * from loans for update',
    'select * from loans for no key update',
    'select * from loans for share',
    'with x as (select * from loans for update) select * from x',
    'select pg_sleep(10)',
    'select pg_sleep(10) from loans',
    "select pg_read_file('/etc/passwd')",
    "select pg_ls_dir('/')",
    "select lo_import('/etc/passwd')",
    "select lo_export(1, 'x')",
    "select * from dblink('', 'select 1') as t (a int)",
    "select dblink_exec('', 'x')",
    "select nextval('s')",
    "select setval('s', 1)",
    "select set_config('role', 'postgres', false)",
    "select current_setting('data_directory')",
    "select query_to_xml('select * from secrets', true, true, '')",
    "select table_to_xml('secrets', true, true, '')",
    "select database_to_xml(true, true, '')",
    'select pg_terminate_backend(1)',
    'select pg_cancel_backend(1)',
    'select pg_advisory_lock(1)',
    "select pg_notify('a', 'b')",
    'select * from pg_catalog.pg_class',
    'select * from pg_class',
    'select * from pg_shadow',
    'select * from information_schema.tables',
    'select * from generate_series(1, 1000000000)',
    'select generate_series(1, 1000000000)',
    'select * from rows from (generate_series(1, 2)) as x',
    "select * from xmltable('/a' passing '<a/>' columns b text)",
    'select * from loans, lateral (select * from secrets) s',
    "select 'secrets'::regclass",
    "select cast('pg_sleep' as regproc)",
    'select current_user',
    'select session_user from loans',
    'select public.count(id) from loans',
    'select evil.sum(id) from loans',
    'select random() from loans',
    'select gen_random_uuid()',
    'select clock_timestamp()',
    'table secrets',
    'prepare x as select 1',
    'execute x',
    'do $$ begin end $$',
    'listen x',
    'lock table loans',
    'set role postgres',
    'reset all',
    'show all',
    'grant all on loans to public',
    'refresh materialized view x',
    'declare c cursor for select 1',
    'fetch all from c',
    'merge into loans using books on true when matched then delete',
    'values (1)::regclass',
    'select * from otherdb.public.loans',
    'select * from loans tablesample system (1), secrets',
    'select (loans).secret_function from loans where has_table_privilege(1, 2)',
    'select * from only secrets',
    'select to_json(loans) from loans',
    "select repeat('x', 1000000000)",
    'select id from loans group by grouping sets ((id), (select id from secrets))',
  ],
}

test.for(
  everyDialect.flatMap((dialect) =>
    [...attacksEverywhere, ...attacks[dialect]].map((sql) => [dialect, sql] as const),
  ),
)('[DS14] [DS713] %s refuses: %s', async ([dialect, sql]) => {
  await expect(admit(sql, dialect, tables)).rejects.toMatchObject({ name: 'SourceError', failure: 'refused' })
})

const wholesome: Record<Dialect, readonly string[]> = {
  mysql: [
    `select cast(date_format(l."lent on", '%Y-%m-01') as date) as m, count(*) from loans as l where l."lent on" >= cast(?1 as date) group by 1 order by m is null, m`,
    'select timestampdiff(month, a, b), extract(quarter from a), week(a, 3), a + interval 3 month, a <=> b from loans',
    "select count(distinct case when x > ?2 then id end), concat(a, '-', b), lower(a) like lower(?1) escape '!' from loans limit 3",
    'select sum(a) over (partition by b order by c is null, c rows unbounded preceding) from "loans"',
  ],
  sqlite: [
    `select strftime('%Y-%m', l."lent on") as month, count(*) from loans as l where l."lent on" >= date('now', '-3 months') group by 1 order by 1`,
    `select date(x, 'start of month', '-1 month'), julianday(x) - julianday('now'), group_concat(distinct y), total(z) from loans`,
    "select * from loans where id = ?1 and name like ?2 escape '\\' limit 10",
    `select iif(a > 1, 'x', 'y'), ifnull(b, 0), cast(c as integer), a % 7, a || '-' || b, instr(a, 'b') from loans`,
    'select id from main.loans;',
  ],
  duckdb: [
    `select date_trunc('month', l.lent_on) as m, median(l.days), quantile_cont(l.days, 0.9) from loans l where l.lent_on >= $1 group by all order by m desc nulls last`,
    `select extract(year from d), d + interval 1 day, date_diff('day', d, current_date), try_cast(x as date), a ilike '%b%' from loans`,
    'select * from loans qualify row_number() over (partition by id order by d desc) = 1',
    'select id::integer, d at time zone \'UTC\' from "memory".main.loans',
  ],
  postgres: [
    `select date_trunc('month', l.lent_on)::date, percentile_cont(0.5) within group (order by days) from public.loans l where l.lent_on >= $1::date group by 1`,
    `select extract(quarter from d), to_char(d, 'YYYY-MM'), d + interval '1 month', a ilike '%b%', age(d), current_date from loans`,
    'select distinct on (id) id, name from loans order by id, d desc',
    `select id, string_agg(name, ', ' order by name) filter (where name <> '') from loans group by rollup (id)`,
    `select d at time zone 'UTC', a is not distinct from b, array_agg(a), coalesce(a, b), greatest(a, b) from loans`,
    'select id from loans where id = any ($1::int[]) fetch first 3 rows only',
  ],
}

test.for(everyDialect.flatMap((dialect) => wholesome[dialect].map((sql) => [dialect, sql] as const)))(
  '[DS15] %s accepts: %s',
  async ([dialect, sql]) => {
    await expect(admit(sql, dialect, tables)).resolves.toBeUndefined()
  },
)

const name = fc.constantFrom('id', 'name', '"select"', '"odd column 🐙"', 'l.days', '"with ""quotes"""')
const table = fc.constantFrom('loans', 'books', '"odd name 🐙"', '"select"')
const { expression } = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 3 },
    name,
    fc.constantFrom('1', '2.5', "'it''s'", 'null', '$1'),
    fc
      .tuple(
        tie('expression'),
        fc.constantFrom('+', '-', '*', '/', '=', '<>', '>=', '||', 'and', 'or'),
        tie('expression'),
      )
      .map(([a, o, b]) => `(${a} ${o} ${b})`),
    tie('expression').map((a) => `case when ${a} is not null then ${a} else 0 end`),
    tie('expression').map((a) => `cast(${a} as integer)`),
    fc
      .tuple(fc.constantFrom('sum', 'avg', 'min', 'max', 'count'), tie('expression'))
      .map(([f, a]) => `${f}(${a})`),
    fc
      .tuple(fc.constantFrom('lower', 'upper', 'abs', 'length'), tie('expression'))
      .map(([f, a]) => `${f}(${a})`),
    tie('expression').map((a) => `coalesce(${a}, 0)`),
    tie('expression').map((a) => `count(distinct ${a})`),
    tie('expression').map((a) => `rank() over (partition by ${a} order by ${a} desc)`),
    fc.tuple(tie('expression'), table).map(([a, t]) => `(${a} in (select id from ${t} where name = ${a}))`),
    fc.tuple(tie('expression'), table).map(([a, t]) => `(select max(${a}) from ${t})`),
    table.map((t) => `exists (select 1 from ${t} as u where u.id = id)`),
  ),
}))
const level = fc
  .tuple(fc.array(expression, { minLength: 1, maxLength: 3 }), table, table, expression, fc.boolean())
  .map(
    ([shown, from, joined, where, isGrouped]) =>
      `select ${shown.map((one, index) => `${one} as c${index}`).join(', ')} from ${from} as l left join ${joined} as r on r.id = l.id where ${where}${isGrouped ? ` group by ${shown[0]} having count(*) > 1` : ''}`,
  )
const query = fc
  .tuple(level, level, fc.constantFrom('', 'union all', 'union', 'intersect', 'except'), fc.boolean())
  .map(([one, other, operator, isNamed]) => {
    const body = operator === '' ? one : `${one} ${operator} ${other}`
    return isNamed
      ? `with part as (${body}), "second part" as (select * from part) select * from "second part" order by 1 limit 5`
      : body
  })

test('[DS15] joins, nesting, windows, sets and WITH are accepted in every dialect', async () => {
  await fc.assert(
    fc.asyncProperty(query, fc.constantFrom(...everyDialect), async (sql, dialect) => {
      const asked = dialect === 'sqlite' ? sql.replaceAll('$1', '?1') : sql
      await expect(admit(asked, dialect, tables)).resolves.toBeUndefined()
    }),
    { numRuns: 300 },
  )
})

test('[DS14] the same statements with one other table are refused', async () => {
  await fc.assert(
    fc.asyncProperty(query, fc.constantFrom(...everyDialect), async (sql, dialect) => {
      const hidden = (dialect === 'sqlite' ? sql.replaceAll('$1', '?1') : sql).replace(
        /from (loans|books|"odd name 🐙"|"select")/,
        'from secrets',
      )
      await expect(admit(hidden, dialect, tables)).rejects.toMatchObject({ failure: 'refused' })
    }),
    { numRuns: 150 },
  )
})

test.for(everyDialect)(
  '[DS14] %s refuses a statement that is too deep or too long for its parser',
  async (dialect) => {
    for (const sql of [
      `select ${'('.repeat(20_000)}1${')'.repeat(20_000)}`,
      `select ${'1 + '.repeat(50_000)}1`,
      `select '${'x'.repeat(600_000)}'`,
    ]) {
      const [outcome] = await Promise.allSettled([admit(sql, dialect, tables)])
      const failure: unknown = outcome.status === 'rejected' ? outcome.reason.failure : 'none'
      expect(['none', 'refused']).toContain(failure)
    }
    await expect(admit('select id from loans', dialect, tables)).resolves.toBeUndefined()
  },
)
