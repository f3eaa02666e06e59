import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../../../test/environment/index.ts'
import { openSource } from '../opening/open-source.ts'
import { SourceRoots } from '../source-roots.ts'
import type { Source } from '../source.ts'
import { childProcesses, never, processorTime, turnsDuring } from '../test-limits.ts'

const bakery = `
  create table bakers (id integer primary key, name varchar(40) not null unique, born date, is_master boolean);
  create table "loaves & 🥖" ("select" integer references bakers, "baked at" datetime, weight decimal(6,2), note text,
    photo blob, anything);
  create view masters as select upper(name) as name from bakers where is_master;
  insert into bakers values (1, 'Ann', '1980-02-03', 1), (2, 'Bo', '1991-12-31', 0);
  insert into "loaves & 🥖" values (1, '2025-01-02 03:04:05', 0.75, '2025-01-01', x'00ff', 9007199254740993), (2, null, 1.5, null, null, 7);
`
const forever =
  'with recursive c(x) as (select 1 union all select x + 1 from c) select count(*) from c, bakers'

test('[DS1] [DS700] tables are listed with their types, keys and odd names', async () => {
  await using shop = await openBakery()
  const tables = await shop.source.tables(never())
  expect(tables.map(({ name }) => name)).toEqual(['bakers', 'loaves & 🥖', 'masters'])
  expect(tables[0]).toMatchObject({
    source: 'main.bakers',
    path: ['bakers'],
    primaryKey: ['id'],
    uniqueKeys: [['name']],
  })
  expect(
    tables[0]?.columns.map(({ name, type, isInteger, isNullable }) => [name, type, isInteger, isNullable]),
  ).toEqual([
    ['id', 'number', true, false],
    ['name', 'text', false, false],
    ['born', 'date', false, true],
    ['is_master', 'boolean', false, true],
  ])
  expect(tables[1]?.columns.map(({ type }) => type)).toEqual([
    'number',
    'timestamp',
    'number',
    'text',
    'other',
    'number',
  ])
  expect(tables[1]?.foreignKeys).toEqual([{ columns: ['select'], toTable: 'bakers', toColumns: ['id'] }])
})

test('[DS2] [DS701] values become cells: large whole numbers and binary as text, declared booleans as booleans', async () => {
  await using shop = await openBakery()
  const { columns, rows } = await shop.source.query(
    {
      sql: 'select l.*, b.is_master from "loaves & 🥖" l join bakers b on b.id = l."select" where b.id = ?1',
      parameters: [1],
    },
    never(),
  )
  expect(rows).toEqual([[1, '2025-01-02 03:04:05', 0.75, '2025-01-01', '00ff', '9007199254740993', true]])
  expect(columns.at(-1)).toEqual({ name: 'is_master', type: 'boolean' })
})

test('[DS3] a view may be read even if it uses other tables', async () => {
  await using shop = await openBakery()
  const { rows } = await shop.source.query(
    { sql: 'select name from masters', parameters: [] },
    { ...never(), tables: [['masters']] },
  )
  expect(rows).toEqual([['ANN']])
  await expect(
    shop.source.query(
      { sql: 'select name from bakers', parameters: [] },
      { ...never(), tables: [['masters']] },
    ),
  ).rejects.toMatchObject({ failure: 'refused' })
})

test.for([
  ['insert into bakers values (3, null, null, null)'],
  ["select load_extension('x') from bakers"],
  ['select name from sqlite_master'],
  ["select * from pragma_table_info('bakers')"],
  ["attach '/tmp/x' as y"],
])('[DS4] %s is refused and changes nothing', async ([sql = '']) => {
  await using shop = await openBakery()
  await expect(shop.source.query({ sql, parameters: [] }, never())).rejects.toMatchObject({
    failure: 'refused',
  })
  const { rows } = await shop.source.query({ sql: 'select count(*) from bakers', parameters: [] }, never())
  expect(rows).toEqual([[2]])
})

test('[DS5] an endless statement is stopped by its time limit without blocking the event loop, and the next one is answered', async () => {
  await using shop = await openBakery()
  await shop.source.query({ sql: 'select 1', parameters: [] }, never())
  const turns = await turnsDuring(async () => {
    await expect(
      shop.source.query({ sql: forever, parameters: [] }, { ...never(), timeoutMs: 1_500 }),
    ).rejects.toMatchObject({
      failure: 'timeout',
    })
  })
  expect(turns).toBeGreaterThan(2)
  const { rows } = await shop.source.query({ sql: 'select 1', parameters: [] }, never())
  expect(rows).toEqual([[1]])
})

test('[DS6] an aborted statement is stopped at once, and leaves no process running', async () => {
  await using shop = await openBakery()
  await shop.source.query({ sql: 'select 1', parameters: [] }, never())
  const [engine, ...others] = processesAround(shop.file)
  const used = () => processorTime(engine ?? 0)
  const before = used()
  const controller = new AbortController()
  const asked = shop.source.query({ sql: forever, parameters: [] }, { signal: controller.signal })
  await expect.poll(used).toBeGreaterThan(before + 0.1)
  expect(others).toEqual([])
  controller.abort()
  await expect(asked).rejects.toMatchObject({ failure: 'cancelled' })
  await expect.poll(() => processesAround(shop.file)).toEqual([])
})

test('[DS7] of a million rows the first 10,000 are returned', async () => {
  await using shop = await openBakery()
  const sql =
    'with recursive c(x) as (select 1 union all select x + 1 from c where x < 1000000) select x, x * 2 from c'
  const before = process.memoryUsage().rss
  const { rows, isTruncated } = await shop.source.query({ sql, parameters: [] }, never())
  expect([rows.length, isTruncated]).toEqual([10_000, true])
  expect(process.memoryUsage().rss - before).toBeLessThan(150 * 2 ** 20)
})

test('[DS8] a statement that needs too much memory fails without affecting others', async () => {
  await using shop = await openBakery(64)
  const sql = `with recursive c(x) as (select 1 union all select x + 1 from c where x < 3000000)
    select count(*) from (select printf('%0200d', x) as t from c order by 1 desc)`
  await expect(shop.source.query({ sql, parameters: [] }, never())).rejects.toMatchObject({
    failure: 'memory',
  })
  const { rows } = await shop.source.query({ sql: 'select count(*) from bakers', parameters: [] }, never())
  expect(rows).toEqual([[2]])
})

test('[DS9] a missing file, a file that is not a database and a folder are errors in our words', async () => {
  using folder = temporaryFolder()
  const roots = new SourceRoots({ roots: [folder.path] })
  writeFileSync(
    `${folder.path}/text`,
    'not a database at all, but long enough to have a header of a hundred bytes '.repeat(3),
  )
  mkdirSync(`${folder.path}/sub`)
  const errorOf = async (file: string): Promise<unknown> =>
    openSource({ kind: 'sqlite', file: `${folder.path}/${file}` }, { roots }).catch((error: unknown) => error)
  expect(await errorOf('none')).toMatchObject({ failure: 'missing' })
  expect(await errorOf('text')).toMatchObject({
    failure: 'failed',
    message: 'The file is not a SQLite database',
  })
  expect(await errorOf('sub')).toMatchObject({ failure: 'refused' })
})

test('[DS10] [DS703] a replaced file is read again; a dropped table or a removed file is missing', async () => {
  await using shop = await openBakery()
  const count = { sql: 'select count(*) from bakers', parameters: [] }
  expect((await shop.source.query(count, never())).rows).toEqual([[2]])
  make(`${shop.file}.new`, 'create table bakers (id integer); insert into bakers values (1), (2), (3)')
  renameSync(`${shop.file}.new`, shop.file)
  expect((await shop.source.query(count, never())).rows).toEqual([[3]])

  make(shop.file, 'drop table bakers')
  await expect(shop.source.query(count, never())).rejects.toMatchObject({
    failure: expect.stringMatching(/missing|refused/),
  })
  rmSync(shop.file)
  await expect(shop.source.query(count, never())).rejects.toMatchObject({ failure: 'missing' })
})

test('[DS11] a file that became a link out of the roots is refused', async () => {
  await using shop = await openBakery()
  using outside = temporaryFolder()
  renameSync(shop.file, `${outside.path}/away`)
  symlinkSync(`${outside.path}/away`, shop.file)
  await expect(shop.source.query({ sql: 'select 1', parameters: [] }, never())).rejects.toMatchObject({
    failure: 'refused',
  })
})

test('[DS12] a table of 1,500 columns is read', async () => {
  const columns = Array.from({ length: 1_500 }, (_, index) => `c${index}`)
  await using shop = await openBakery(
    undefined,
    `create table wide (${columns.join(', ')}); insert into wide (c7) values (5)`,
  )
  const tables = await shop.source.tables(never())
  expect(tables[0]?.columns).toHaveLength(1_500)
  const { rows } = await shop.source.query(
    { sql: `select ${columns.join(', ')} from wide`, parameters: [] },
    never(),
  )
  expect(rows[0]?.[7]).toBe(5)
})

test('[DS13] long statements do not block short ones, and many concurrent ones are all answered', async () => {
  await using shop = await openBakery()
  const long = shop.source.query({ sql: forever, parameters: [] }, { ...never(), timeoutMs: 2_500 })
  const short = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      shop.source.query({ sql: 'select ?1', parameters: [index] }, never()),
    ),
  )
  expect(short.map(({ rows }) => rows[0]?.[0])).toEqual(Array.from({ length: 20 }, (_, index) => index))
  await expect(long).rejects.toMatchObject({ failure: 'timeout' })
})

test('[DS120] a text of more than 10,000 characters is cut, and the result says so', async () => {
  await using shop = await openBakery()
  const sql =
    "select printf('%.*c', length, 'x'), id from bakers join (select 9999 as length union all select 10000 union all select 15000000) where id = 1 order by length"
  const { rows, cutTexts } = await shop.source.query({ sql, parameters: [] }, never())
  expect(rows.map(([text]) => String(text).length)).toEqual([9_999, 10_000, 10_000])
  expect([cutTexts, String(rows[2]?.[0]).at(-1)]).toEqual([1, '…'])
})

test('[DS7] [DS702] a result that is too large is refused with the reason', async () => {
  await using shop = await openBakery()
  const sql =
    "with recursive c(x) as (select 1 union all select x + 1 from c where x < 9000) select printf('%.*c', 5000, 'x') from c"
  await expect(shop.source.query({ sql, parameters: [] }, never())).rejects.toMatchObject({
    failure: 'memory',
    message: 'The result is larger than 16 MB; ask for fewer columns or rows',
  })
})

test('[DS121] [DS710] a crash of an engine is reported, and the next statement gets a new one', async () => {
  await using shop = await openBakery()
  await shop.source.query({ sql: 'select 1', parameters: [] }, never())
  const [engine = 0] = processesAround(shop.file)
  const before = processorTime(engine)
  const asked = shop.source.query({ sql: forever, parameters: [] }, never())
  const ending = asked.catch((error: unknown) => error)
  // An engine that is killed before it has the statement is replaced by another one.
  await expect.poll(() => processorTime(engine)).toBeGreaterThan(before + 0.1)
  process.kill(engine, 'SIGSEGV')
  expect(await ending).toMatchObject({
    failure: 'unreachable',
    message: 'The process that reads the database has ended; ask again',
  })
  const { rows } = await shop.source.query({ sql: 'select count(*) from bakers', parameters: [] }, never())
  expect(rows).toEqual([[2]])
})

async function openBakery(
  memoryMb?: number,
  script = bakery,
): Promise<{ source: Source; file: string } & AsyncDisposable> {
  const folder = temporaryFolder()
  const file = `${folder.path}/bakery.sqlite`
  make(file, script)
  const source = await openSource(
    { kind: 'sqlite', file },
    { roots: new SourceRoots({ roots: [folder.path] }), memoryMb },
  )
  return {
    source,
    file,
    async [Symbol.asyncDispose]() {
      await source[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
}

function make(file: string, script: string): void {
  using db = new DatabaseSync(file)
  db.exec(script)
}

function processesAround(file: string): number[] {
  return childProcesses().filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(file))
}
