import { Redis } from 'ioredis'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { describe, expect, inject, test } from 'vitest'
import {
  createDatabase,
  createMigratedDatabase,
  freePort,
  hasProgram,
  servers,
  startPostgres,
  startRedis,
  temporaryFolder,
} from './index.ts'
import { madeOnce } from './made-once.ts'
import { startingBuilt } from './start-built.ts'

describe.skipIf(!servers().databaseUrl)('the run’s PostgreSQL', () => {
  test('a fresh database belongs to a login that may create roles and is no superuser', async () => {
    await using database = await createDatabase()
    const [row] = await rowsOf(
      database.url,
      'select rolsuper, rolcreaterole, rolbypassrls from pg_roles where rolname = current_user',
    )
    expect(row).toEqual({ rolsuper: false, rolcreaterole: true, rolbypassrls: false })

    await rowsOf(database.url, 'create table note (words text)')
    expect(
      await rowsOf(
        database.adminUrl,
        'select tableowner = current_user as own from pg_tables where tablename = $1',
        ['note'],
      ),
    ).toEqual([{ own: false }])
  })

  test('copies of a migrated database have the same empty tables, which belong to the login of each copy', async () => {
    const modules = [
      { name: 'notes', migrations: [{ id: '001-notes', sql: 'create table notes (words text)' }] },
    ]
    const copies = await Promise.all([createMigratedDatabase(modules), createMigratedDatabase(modules)])
    await using one = copies[0]
    await using other = copies[1]
    await rowsOf(one.url, `insert into notes values ('mine')`)

    const tables = `select tablename, tableowner = current_user as own from pg_tables
      where schemaname = 'public' order by tablename`
    const found = await rowsOf(one.url, tables)
    expect(found).toContainEqual({ tablename: 'notes', own: true })
    expect(found).toContainEqual({ tablename: 'schema_migrations', own: true })
    expect(found).not.toContainEqual(expect.objectContaining({ own: false }))
    expect(await rowsOf(other.url, tables)).toEqual(found)
    expect(await rowsOf(other.url, 'select words from notes')).toEqual([])
  })

  test('a dropped database is gone, with its owner, also while someone is connected', async () => {
    const database = await createDatabase()
    const client = new pg.Client(database.url)
    client.on('error', () => {})
    await client.connect()
    await database.drop()
    await expect(rowsOf(database.url, 'select 1')).rejects.toThrow(/authentication failed|does not exist/)
  })
})

test.skipIf(!servers().redisUrl)('the run’s Redis answers', async () => {
  const redis = new Redis(servers().redisUrl ?? '')
  expect(await redis.ping()).toBe('PONG')
  redis.disconnect()
})

test.skipIf(!hasProgram('postgresql'))(
  'a PostgreSQL of its own keeps committed rows through kill -9',
  async () => {
    await using server = await startPostgres()
    await rowsOf(server.url, 'create table note (words text)')
    await rowsOf(server.url, `insert into note values ('kept')`)
    expect(await rowsOf(server.url, 'show fsync')).toEqual([{ fsync: 'on' }])

    await server.kill()
    await expect(rowsOf(server.url, 'select 1')).rejects.toThrow('ECONNREFUSED')
    await server.restart()
    expect(await rowsOf(server.url, 'select words from note')).toEqual([{ words: 'kept' }])
  },
)

test.skipIf(!hasProgram('redis'))('a Redis of its own comes back empty on the same address', async () => {
  await using server = await startRedis()
  const redis = new Redis(server.url, { retryStrategy: () => 50 })
  redis.on('error', () => {})
  await redis.set('word', 'lost')
  await server.kill()
  await server.restart()
  expect(await redis.get('word')).toBeNull()
  redis.disconnect()
})

test('a free port can be listened on', async () => {
  const port = await freePort()
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  server.close()
  expect(port).toBeGreaterThan(1023)
})

test('a temporary folder ends with its scope', () => {
  let path: string
  {
    using folder = temporaryFolder()
    path = folder.path
    expect(existsSync(path)).toBe(true)
  }
  expect(existsSync(path)).toBe(false)
})

test('programs that this run has can be executed', () => {
  const found = Object.values(inject('programs')).filter((path) => path !== null)
  expect(found.filter((path) => !existsSync(path))).toEqual([])
})

test('a worker thread loads TypeScript by its URL, as it does in production', async () => {
  const worker = new Worker(new URL('./places.ts', import.meta.url))
  const [exitCode] = await once(worker, 'exit')
  expect(exitCode).toBe(0)
})

test('a source starts the programs of the build, and those that are for tests only as they are', async () => {
  const isBuilt = async (path: string) => {
    const url = new URL(`../../${path}`, import.meta.url)
    const build = inject('programsFolder')
    return startingBuilt(await readFile(url, 'utf8'), url.href, build).includes(build)
  }
  expect(await isBuilt('packages/host/src/workers/worker-process.ts')).toBe(true)
  expect(await isBuilt('packages/host/src/storage/embedded/pglite-thread.ts')).toBe(true)
  expect(await isBuilt('modules/data-agent/src/sources/sqlite/sqlite-source.ts')).toBe(true)
  expect(await isBuilt('modules/truth/src/file-reader.ts')).toBe(true)
  expect(await isBuilt('packages/host/src/workers/test-pool-process.ts')).toBe(false)
})

async function rowsOf(url: string, sql: string, values: unknown[] = []): Promise<unknown[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(sql, values)).rows
  } finally {
    await client.end()
  }
}

test('what all processes share is made by one of those who ask at the same time, and anew if that one fails', async () => {
  using folder = temporaryFolder()
  const path = join(folder.path, 'shared')
  let isFirst = true
  const drafts: string[] = []
  const ask = () =>
    madeOnce(path, async (draft) => {
      drafts.push(draft)
      expect(existsSync(path)).toBe(false)
      await writeFile(join(draft, 'words'), 'made')
      if (isFirst) {
        isFirst = false
        throw new Error('no room')
      }
    })

  const asked = await Promise.allSettled([ask(), ask(), ask()])

  expect(asked.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  expect(drafts.length).toBe(2)
  expect(await readFile(join(path, 'words'), 'utf8')).toBe('made')
})
