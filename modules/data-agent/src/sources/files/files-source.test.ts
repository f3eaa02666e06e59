import { mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { DuckDBInstance } from '@duckdb/node-api'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../../../test/environment/index.ts'
import { openSource } from '../opening/open-source.ts'
import { SourceRoots } from '../source-roots.ts'
import type { Source } from '../source.ts'
import { childProcesses, never, processorTime, turnsDuring } from '../test-limits.ts'

const forever =
  'select count(*) from visits a, visits b, visits c, visits d where a.cost + b.cost + c.cost + d.cost > 1'

test('[DS16] each CSV, Parquet and JSON file of a folder is a table named after it', async () => {
  await using clinic = await openClinic()
  const tables = await clinic.source.tables(never())
  expect(tables.map(({ name, path, source }) => [name, path, source])).toEqual([
    ['beds', ['beds'], 'main.beds'],
    ['odd name 🏥', ['odd name 🏥'], 'main.odd name 🏥'],
    ['visits', ['visits'], 'main.visits'],
    ['visits_2', ['visits_2'], 'main.visits_2'],
  ])
  expect(tables[2]?.columns.map(({ name, type, isInteger }) => [name, type, isInteger])).toEqual([
    ['id', 'number', true],
    ['patient', 'text', false],
    ['on', 'date', false],
    ['at', 'timestamp', false],
    ['cost', 'number', false],
    ['is_urgent', 'boolean', false],
  ])
})

test('[DS2] [DS701] DuckDB values become cells, and parameters are converted to the type of the column', async () => {
  await using clinic = await openClinic()
  const { rows, columns } = await clinic.source.query(
    {
      sql: 'select *, cost::decimal(9,2), 9007199254740993::bigint, time \'10:11:12\' from visits where "on" >= $1 and id < $2 and is_urgent = $3',
      parameters: ['2025-01-02', 3, true],
    },
    never(),
  )
  expect(rows).toEqual([
    [2, 'Bo', '2025-01-02', '2025-01-02T10:30:00', 20.25, true, 20.25, '9007199254740993', '10:11:12'],
  ])
  expect(columns.map(({ type }) => type)).toEqual([
    'number',
    'text',
    'date',
    'timestamp',
    'number',
    'boolean',
    'number',
    'number',
    'time',
  ])
})

test.for([
  ["select * from read_csv('/etc/passwd')"],
  ["select * from '/etc/hostname'"],
  ["copy visits to '/tmp/quipu-never.csv'"],
  ['create table x as select 1'],
  ["set memory_limit = '9GB'"],
  ['select * from duckdb_settings()'],
  ['select * from copies.visits'],
  ['select 1; select 2'],
])('[DS4] DuckDB: %s is refused', async ([sql = '']) => {
  await using clinic = await openClinic()
  await expect(clinic.source.query({ sql, parameters: [] }, never())).rejects.toMatchObject({
    failure: 'refused',
  })
})

test('[DS17] DuckDB itself refuses files beside the connected ones', async () => {
  using folder = temporaryFolder()
  writeFileSync(`${folder.path}/a.csv`, 'x\n1\n')
  writeFileSync(`${folder.path}/b.csv`, 'x\n2\n')
  const { openDuckdb } = await import('./open-duckdb.ts')
  const { instance } = await openDuckdb(
    [{ name: 'a', path: `${folder.path}/a.csv`, reader: 'read_csv' }],
    128,
  )
  const connection = await instance.connect()
  expect((await connection.runAndReadAll('select x from a')).getRowsJson()).toEqual([['1']])
  for (const sql of [
    `select * from read_csv('${folder.path}/b.csv')`,
    'set threads = 8',
    `attach '${folder.path}/c.db'`,
    'install httpfs',
  ])
    await expect(connection.run(sql)).rejects.toThrow(/Permission|configuration|locked|disabled/i)
  connection.closeSync()
  instance.closeSync()
})

test('[DS5] an endless DuckDB statement is stopped by its time limit without blocking the event loop', async () => {
  await using clinic = await openClinic(1_500)
  await clinic.source.query({ sql: 'select 1', parameters: [] }, never())
  const turns = await turnsDuring(async () => {
    await expect(
      clinic.source.query({ sql: forever, parameters: [] }, { ...never(), timeoutMs: 1_500 }),
    ).rejects.toMatchObject({ failure: 'timeout' })
  })
  expect(turns).toBeGreaterThan(2)
  expect(
    (await clinic.source.query({ sql: 'select count(*) from beds', parameters: [] }, never())).rows,
  ).toEqual([[2]])
})

test('[DS6] an aborted DuckDB statement ends at once and uses no processor afterwards', async () => {
  await using clinic = await openClinic(1_500)
  const controller = new AbortController()
  const used = () => childProcesses().reduce((sum, pid) => sum + processorTime(pid), 0)
  const usedNow = async () => {
    const before = used()
    await pause(200)
    return used() - before
  }
  const asked = clinic.source.query({ sql: forever, parameters: [] }, { signal: controller.signal })
  await expect.poll(usedNow).toBeGreaterThan(0.02)
  controller.abort()
  await expect(asked).rejects.toMatchObject({ failure: 'cancelled' })
  await expect.poll(usedNow).toBeLessThan(0.02)
})

test('[DS7] of a million rows of DuckDB the first 10,000 are returned', async () => {
  await using clinic = await openClinic(1_000)
  const { rows, isTruncated } = await clinic.source.query(
    { sql: 'select a.id, b.id from visits a, visits b', parameters: [] },
    never(),
  )
  expect([rows.length, isTruncated]).toEqual([10_000, true])
})

test('[DS8] a DuckDB statement that needs too much memory fails without affecting others', async () => {
  await using clinic = await openClinic(1_500, 64)
  const sql = `select count(*) from (select a.patient || b.patient || a.id || '-' || b.id as t, count(*) from visits a, visits b group by 1)`
  await expect(clinic.source.query({ sql, parameters: [] }, never())).rejects.toMatchObject({
    failure: 'memory',
  })
  expect(
    (await clinic.source.query({ sql: 'select count(*) from beds', parameters: [] }, never())).rows,
  ).toEqual([[2]])
})

test('[DS121] a statement whose memory DuckDB does not count fails without affecting others', async () => {
  await using clinic = await openClinic(3, 64)
  const sql = `select lpad(patient, 2000000000, 'y') from visits limit 1`
  // Two gigabytes are filled slowly on a busy machine.
  const patient = { ...never(), timeoutMs: 240_000 }
  await expect(clinic.source.query({ sql, parameters: [] }, patient)).rejects.toMatchObject({
    failure: 'memory',
    message: 'The statement needed more than 64 MB; ask for less at once',
  })
  const { rows, cutTexts } = await clinic.source.query(
    { sql: `select lpad(patient, 20000, 'y') from visits where id = 2`, parameters: [] },
    never(),
  )
  expect([String(rows[0]?.[0]).length, cutTexts]).toEqual([10_000, 1])
})

test('[DS9] errors about folders without data, unknown kinds, broken files and links outward contain no path', async () => {
  using folder = temporaryFolder()
  using outside = temporaryFolder()
  const roots = new SourceRoots({ roots: [folder.path] })
  const errorOf = async (...paths: string[]): Promise<Error & { failure?: string }> =>
    openSource({ kind: 'files', paths: paths.map((path) => `${folder.path}/${path}`) }, { roots }).then(
      () => new Error('opened'),
      (error: Error) => error,
    )
  mkdirSync(`${folder.path}/empty`)
  writeFileSync(`${folder.path}/note.txt`, 'x')
  writeFileSync(`${folder.path}/broken.parquet`, 'not parquet')
  writeFileSync(`${outside.path}/secret.csv`, 'x\n1\n')
  symlinkSync(`${outside.path}/secret.csv`, `${folder.path}/link.csv`)
  expect(await errorOf('empty')).toMatchObject({ failure: 'missing' })
  expect(await errorOf('note.txt')).toMatchObject({ failure: 'refused' })
  expect(await errorOf('gone.csv')).toMatchObject({ failure: 'missing' })
  expect(await errorOf('link.csv')).toMatchObject({ failure: 'refused' })
  const broken = await errorOf('broken.parquet')
  expect(broken.failure).toBe('failed')
  expect(broken.message).not.toContain(folder.path)
})

test('[DS10] [DS703] a changed file is read again; a removed one is missing', async () => {
  await using clinic = await openClinic()
  const count = { sql: 'select count(*) from beds', parameters: [] }
  writeFileSync(`${clinic.folder}/beds.json`, '[{"id": 1}, {"id": 2}, {"id": 3}]')
  expect((await clinic.source.query(count, never())).rows).toEqual([[3]])
  rmSync(`${clinic.folder}/beds.json`)
  await expect(clinic.source.query(count, never())).rejects.toMatchObject({ failure: 'missing' })
})

test('[DS32] [DS709] small files are read once, and again when they have changed', async () => {
  await using clinic = await openClinic(2_000)
  const sum = { sql: 'select count(*), sum(cost) from visits', parameters: [] }
  const { size } = statSync(`${clinic.folder}/visits.csv`)
  const readBytes = () => childProcesses().reduce((total, pid) => total + bytesRead(pid), 0)
  await clinic.source.query(sum, never())
  const before = readBytes()
  expect(before).toBeGreaterThan(size)
  for (let turn = 0; turn < 10; turn += 1) await clinic.source.query(sum, never())
  expect(readBytes() - before).toBeLessThan(size)

  const header = 'id,patient,on,at,cost,is_urgent\n'
  writeFileSync(`${clinic.folder}/visits.csv`, `${header}1,Ann,2025-01-01,2025-01-01 08:00:00,5,false\n`)
  const together = await Promise.all([1, 2, 3].map(() => clinic.source.query(sum, never())))
  expect(together.map(({ rows }) => rows)).toEqual([[[1, 5]], [[1, 5]], [[1, 5]]])
  writeFileSync(`${clinic.folder}/visits.csv`, 'id,nurse\n7,Bo\n')
  await expect(clinic.source.query(sum, never())).rejects.toMatchObject({ failure: 'missing' })
  const nurse = { sql: 'select nurse from visits', parameters: [] }
  expect((await clinic.source.query(nurse, never())).rows).toEqual([['Bo']])
  expect((await clinic.source.tables(never()))[2]?.columns.map(({ name }) => name)).toEqual(['id', 'nurse'])
  rmSync(`${clinic.folder}/visits.csv`)
  const beds = { sql: 'select count(*) from beds', parameters: [] }
  await expect(clinic.source.query(nurse, never())).rejects.toMatchObject({ failure: 'missing' })
  expect((await clinic.source.query(beds, never())).rows).toEqual([[2]])
})

test('[DS33] files that would fill the memory are read with each statement', async () => {
  using folder = temporaryFolder()
  const numbers = '1,2,3,4,5\n'.repeat(1_000_000)
  writeFileSync(`${folder.path}/large.csv`, `a,b,c,d,e\n${numbers}`)
  await using source = await openSource(
    { kind: 'files', paths: [folder.path] },
    { roots: new SourceRoots({ roots: [folder.path] }), memoryMb: 64 },
  )
  const ask = (sql: string) => source.query({ sql, parameters: [] }, never())

  expect((await ask('select count(*), sum(e) from large')).rows).toEqual([[1_000_000, 5_000_000]])
})

/** Bytes of all its read calls, from files and from pipes. */
function bytesRead(pid: number): number {
  return Number(/^rchar: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1])
}

async function openClinic(
  visits = 3,
  memoryMb?: number,
): Promise<{ source: Source; folder: string } & AsyncDisposable> {
  const folder = temporaryFolder()
  const lines = Array.from({ length: visits }, (_, index) =>
    index === 1
      ? '2,Bo,2025-01-02,2025-01-02 10:30:00,20.25,true'
      : `${index + 1},Ann,2025-01-01,2025-01-01 08:00:00,${index}.5,false`,
  )
  writeFileSync(`${folder.path}/visits.csv`, ['id,patient,on,at,cost,is_urgent', ...lines, ''].join('\n'))
  writeFileSync(`${folder.path}/visits.jsonl`, '{"id": 1}\n{"id": 2}\n')
  writeFileSync(`${folder.path}/beds.json`, '[{"id": 1}, {"id": 2}]')
  writeFileSync(`${folder.path}/ignored.txt`, 'x')
  const maker = await DuckDBInstance.create()
  const connection = await maker.connect()
  await connection.run(
    `copy (select 1 as "select", 'x' as "a ""b""") to '${folder.path}/odd name 🏥.parquet'`,
  )
  connection.closeSync()
  maker.closeSync()
  const source = await openSource(
    { kind: 'files', paths: [folder.path] },
    { roots: new SourceRoots({ roots: [folder.path] }), memoryMb },
  )
  return {
    source,
    folder: folder.path,
    async [Symbol.asyncDispose]() {
      await source[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
}
