import { once } from 'node:events'
import type { Socket } from 'node:net'
import { createConnection, createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import type { TestDatabase } from '../../../../../test/environment/index.ts'
import { createDatabase, servers } from '../../../../../test/environment/index.ts'
import { openSource } from '../opening/open-source.ts'
import { SourceRoots } from '../source-roots.ts'
import type { Source } from '../source.ts'
import { turnsDuring, never } from '../test-limits.ts'

const roots = new SourceRoots()
const script = `
  create type grade as enum ('low', 'high');
  create table farms (id int generated always as identity primary key, name varchar(30) unique not null, grade grade, since date);
  comment on table farms is 'Where it grows'; comment on column farms.name is 'On the gate';
  create schema "Odd 🌾";
  create table "Odd 🌾"."select" (farm int not null references farms, "the day" timestamptz, weight numeric(12,2), tons numeric(8,0),
    is_organic bool, big bigint, raw bytea, extra jsonb, primary key (farm, "the day"));
  create unique index on farms (since, grade); create unique index on farms (lower(name));
  create view tall as select name from farms;
  create table parts (id int, day date) partition by range (day);
  create table parts_1 partition of parts for values from ('2025-01-01') to ('2026-01-01');
  insert into farms (name, grade, since) values ('Hill', 'high', '2001-02-03'), ('Dale', null, null);
  insert into "Odd 🌾"."select" values (1, '2025-01-02 03:04:05.5+02', 10.50, 7, true, 9007199254740993, '\\x00ff', '{"a": 1}');
`
const forever =
  'select count(*) from farms a, farms b, farms c, farms d, farms e, farms f, farms g, farms h, farms i, farms j, farms k, farms l, farms m, farms n, farms o, farms p, farms q, farms r, farms s, farms t, farms u, farms v, farms w, farms x, farms y, farms z, farms a1, farms a2, farms a3, farms a4, farms a5, farms a6, farms a7, farms a8'

describe.skipIf(servers().databaseUrl === null)('a PostgreSQL source', () => {
  test('[DS20] [DS706] tables of every schema are listed with types, comments and keys', async () => {
    await using farm = await openFarm()
    const tables = await farm.source.tables(never())
    expect(tables.map(({ name }) => name)).toEqual(['farms', 'parts', 'tall', 'Odd 🌾.select'])
    expect(tables[0]).toMatchObject({
      source: 'public.farms',
      path: ['public', 'farms'],
      comment: 'Where it grows',
      primaryKey: ['id'],
      uniqueKeys: [['name'], ['since', 'grade']],
    })
    expect(tables[0]?.columns[1]).toEqual({
      name: 'name',
      type: 'text',
      nativeType: 'character varying(30)',
      isInteger: false,
      isNullable: false,
      comment: 'On the gate',
    })
    expect(tables[3]?.columns.map(({ type, isInteger }) => [type, isInteger])).toEqual([
      ['number', true],
      ['timestamp', false],
      ['number', false],
      ['number', true],
      ['boolean', false],
      ['number', true],
      ['other', false],
      ['other', false],
    ])
    expect(tables[3]?.foreignKeys).toEqual([{ columns: ['farm'], toTable: 'farms', toColumns: ['id'] }])
    expect(tables[3]?.primaryKey).toEqual(['farm', 'the day'])
  })

  test('[DS2] [DS701] PostgreSQL values become cells', async () => {
    await using farm = await openFarm()
    const { rows, columns } = await farm.source.query(
      {
        sql: 'select s.*, f.grade, f.since from "Odd 🌾"."select" s join public.farms f on f.id = s.farm where f.name = $1 and s.weight > $2 and s.is_organic = $3',
        parameters: ['Hill', 1.5, true],
      },
      never(),
    )
    expect(rows).toEqual([
      [
        1,
        '2025-01-02T01:04:05.5Z',
        10.5,
        7,
        true,
        '9007199254740993',
        '00ff',
        '{"a": 1}',
        'high',
        '2001-02-03',
      ],
    ])
    expect(columns.map(({ type }) => type)).toEqual([
      'number',
      'timestamp',
      'number',
      'number',
      'boolean',
      'number',
      'other',
      'other',
      'text',
      'date',
    ])
  })

  test('[DS20] only the requested schemas are listed', async () => {
    await using farm = await openFarm({ schemas: ['Odd 🌾'] })
    expect((await farm.source.tables(never())).map(({ name, path }) => [name, path])).toEqual([
      ['select', ['Odd 🌾', 'select']],
    ])
    await expect(
      farm.source.query({ sql: 'select * from farms', parameters: [] }, never()),
    ).rejects.toMatchObject({ failure: 'refused' })
  })

  test('[DS4] a read-only transaction stops even a function that writes', async () => {
    await using farm = await openFarm()
    await farm.admin(
      `create function public.lower(farms) returns text volatile language sql as $$ delete from parts; select 'x' $$`,
    )
    await expect(
      farm.source.query({ sql: 'select lower(f) from farms f', parameters: [] }, never()),
    ).rejects.toMatchObject({ failure: 'refused' })
    await expect(
      farm.source.query({ sql: 'delete from farms', parameters: [] }, never()),
    ).rejects.toMatchObject({ failure: 'refused' })
  })

  test('[DS5] an endless PostgreSQL statement is stopped by its time limit, also on the server', async () => {
    await using farm = await openFarm()
    const turns = await turnsDuring(async () => {
      await expect(
        farm.source.query({ sql: forever, parameters: [] }, { ...never(), timeoutMs: 1_500 }),
      ).rejects.toMatchObject({ failure: 'timeout' })
    })
    expect(turns).toBeGreaterThan(2)
    await expect.poll(() => farm.running()).toBe(0)
    expect(
      (await farm.source.query({ sql: 'select count(*) from farms', parameters: [] }, never())).rows,
    ).toEqual([[2]])
  })

  test('[DS6] an aborted PostgreSQL statement is stopped on the server', async () => {
    await using farm = await openFarm()
    const controller = new AbortController()
    const asked = farm.source.query({ sql: forever, parameters: [] }, { signal: controller.signal })
    await expect.poll(() => farm.running()).toBe(1)
    controller.abort()
    await expect(asked).rejects.toMatchObject({ failure: 'cancelled' })
    await expect.poll(() => farm.running()).toBe(0)
  })

  test('[DS7] of a million rows only the first 10,000 leave the server', async () => {
    await using farm = await openFarm()
    await farm.admin(
      `create table many as select g as id, repeat('x', 200) as t from generate_series(1, 1000000) g; grant select on many to public`,
    )
    const before = process.memoryUsage().rss
    const { rows, isTruncated } = await farm.source.query(
      { sql: 'select * from many', parameters: [] },
      never(),
    )
    expect([rows.length, isTruncated]).toEqual([10_000, true])
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 2 ** 20)
  })

  test('[DS21] [DS707] a database that is lost during a statement is unreachable, and answers when it is back', async () => {
    await using farm = await openFarm()
    await using proxy = await openProxy(farm.database.url)
    await using source = await openSource({ kind: 'postgres', url: proxy.url }, { roots })
    await source.tables(never())
    const asked = source.query({ sql: forever, parameters: [] }, { ...never(), timeoutMs: 20_000 })
    await expect.poll(() => farm.running()).toBe(1)
    proxy.cut()
    await expect(asked).rejects.toMatchObject({ failure: 'unreachable' })
    await expect(source.query({ sql: 'select 1', parameters: [] }, never())).rejects.toMatchObject({
      failure: 'unreachable',
    })
    proxy.mend()
    expect((await source.query({ sql: 'select 1', parameters: [] }, never())).rows).toEqual([[1]])
  })

  test('[DS21] connecting to a server that does not answer times out after 5 s', async () => {
    await using silent = await listen(() => {})
    await expect(
      openSource({ kind: 'postgres', url: `postgres://u:p@127.0.0.1:${silent.port}/db` }, { roots }),
    ).rejects.toMatchObject({ failure: 'unreachable' })
  })

  test('[DS22] errors of a connection contain no address, name or password', async () => {
    await using farm = await openFarm()
    const wrong = (change: (url: URL) => void): Promise<Error & { failure?: string }> => {
      const url = new URL(farm.database.url)
      change(url)
      return openSource({ kind: 'postgres', url: url.href }, { roots }).then(
        () => new Error('opened'),
        (error: Error) => error,
      )
    }
    const { hostname, username } = new URL(farm.database.url)
    for (const change of [
      (url: URL) => void (url.password = 'sesame-wrong'),
      (url: URL) => void (url.username = 'nobody_here'),
      (url: URL) => void (url.pathname = '/nothing_here'),
      (url: URL) => void (url.port = '1'),
      (url: URL) => void (url.hostname = 'no-such-host.invalid'),
    ]) {
      const error = await wrong(change)
      expect(error).toMatchObject({ failure: 'unreachable' })
      for (const secret of [
        'sesame-wrong',
        'nobody_here',
        'nothing_here',
        'no-such-host',
        hostname,
        username,
      ])
        expect(`${error.message}${error.stack}${String(error.cause)}`).not.toContain(secret)
    }
  })

  test('[DS23] the database of the server itself is refused for any role', async () => {
    await using farm = await openFarm()
    const own = [{ url: farm.database.adminUrl }]
    await expect(
      openSource({ kind: 'postgres', url: farm.database.url }, { roots, forbidden: own }),
    ).rejects.toMatchObject({ failure: 'refused' })
    await using other = await createDatabase()
    await using source = await openSource({ kind: 'postgres', url: other.url }, { roots, forbidden: own })
    expect(await source.tables(never())).toEqual([])
  })

  test('[DS10] [DS703] a table that was dropped meanwhile is missing', async () => {
    await using farm = await openFarm()
    await farm.source.tables(never())
    await farm.admin('drop view tall')
    await expect(
      farm.source.query({ sql: 'select * from tall', parameters: [] }, never()),
    ).rejects.toMatchObject({ failure: 'missing' })
  })

  test('[DS122] a server that sends too much for one statement is disconnected, and the next statement is answered', async () => {
    await using farm = await openFarm()
    const sql = `select lpad(name, 100000000, 'y') from farms limit 1`
    await expect(farm.source.query({ sql, parameters: [] }, never())).rejects.toMatchObject({
      failure: 'memory',
      message: 'The result is larger than 64 MB; ask for fewer columns or rows',
    })
    const { rows, cutTexts } = await farm.source.query(
      { sql: `select lpad(name, 20000, 'y') from farms limit 1`, parameters: [] },
      never(),
    )
    expect([String(rows[0]?.[0]).length, cutTexts]).toEqual([10_000, 1])
  })

  test('[DS12] a PostgreSQL table of 1,500 columns is read', async () => {
    await using farm = await openFarm()
    const columns = Array.from({ length: 1_500 }, (_, index) => `c${index}`)
    await farm.admin(
      `create table wide (${columns.map((name) => `${name} int`).join(', ')}); insert into wide (c7) values (5); grant select on wide to public`,
    )
    expect((await farm.source.tables(never())).find(({ name }) => name === 'wide')?.columns).toHaveLength(
      1_500,
    )
    expect(
      (await farm.source.query({ sql: 'select * from wide', parameters: [] }, never())).rows[0]?.[7],
    ).toBe(5)
  })
})

interface Farm extends AsyncDisposable {
  readonly source: Source
  readonly database: TestDatabase
  admin(sql: string): Promise<pg.QueryResult>
  /** The running statements of the source on the server. */
  running(): Promise<number>
}

async function openFarm(settings: { schemas?: string[] } = {}): Promise<Farm> {
  const database = await createDatabase()
  const admin = new pg.Client({ connectionString: database.adminUrl })
  admin.on('error', () => {})
  await admin.connect()
  const owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  await owner.query(script)
  await owner.end()
  const source = await openSource({ kind: 'postgres', url: database.url, ...settings }, { roots })
  return {
    source,
    database,
    admin: (sql) => admin.query(sql),
    async running() {
      const { rows } = await admin.query(
        `select 1 from pg_stat_activity where datname = current_database() and state = 'active' and pid <> pg_backend_pid()`,
      )
      return rows.length
    },
    async [Symbol.asyncDispose]() {
      await source[Symbol.asyncDispose]()
      await admin.end()
      await database.drop()
    },
  }
}

async function listen(onConnection: (socket: Socket) => void): Promise<{ port: number } & AsyncDisposable> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    onConnection(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    port: address.port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

async function openProxy(
  databaseUrl: string,
): Promise<{ url: string; cut(): void; mend(): void } & AsyncDisposable> {
  const { hostname, port } = new URL(databaseUrl)
  const url = new URL(databaseUrl)
  const open = new Set<Socket>()
  let isCut = false
  const listener = await listen((socket) => {
    if (isCut) return void socket.destroy()
    const onward = createConnection(Number(port || 5432), hostname)
    onward.on('error', () => {})
    open.add(socket).add(onward)
    socket.pipe(onward).pipe(socket)
  })
  url.hostname = '127.0.0.1'
  url.port = String(listener.port)
  return {
    url: url.href,
    cut() {
      isCut = true
      for (const socket of open) socket.destroy()
      open.clear()
    },
    mend() {
      isCut = false
    },
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy()
      await listener[Symbol.asyncDispose]()
      await pause(0)
    },
  }
}
