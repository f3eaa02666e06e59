import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { servers, withMariadb } from '../../../../../test/environment/index.ts'
import { introspect } from '../../ontology/introspect.ts'
import { openSource } from '../opening/open-source.ts'
import { SourceRoots } from '../source-roots.ts'
import { never, turnsDuring } from '../test-limits.ts'

const forever =
  'select count(*) from loans a, loans b, loans c, loans d, loans e, loans f where a.id + b.id + c.id > f.id'

describe.skipIf(servers().mariadbUrl === null)('MariaDB', () => {
  test('[DS370] [DS735] tables, views, keys and comments are listed with their types', async () => {
    await using library = await openLibrary()
    const tables = await library.source.tables(never())
    expect(tables.map(({ name, path, comment }) => [name, path, comment])).toEqual([
      ['books', ['books'], 'What we lend'],
      ['lent', ['lent'], null],
      ['loans', ['loans'], null],
      ['odd "name" `x`', ['odd "name" `x`'], null],
    ])
    const [books, , loans] = tables
    expect(books?.columns.map(({ name, type, isInteger }) => [name, type, isInteger])).toEqual([
      ['id', 'number', true],
      ['title', 'text', false],
      ['price', 'number', false],
      ['is_rare', 'boolean', false],
      ['bought_on', 'date', false],
      ['seen_at', 'timestamp', false],
      ['opens', 'time', false],
      ['kind', 'text', false],
      ['cover', 'other', false],
    ])
    expect(books).toMatchObject({ primaryKey: ['id'], uniqueKeys: [['title']] })
    expect(loans?.foreignKeys).toEqual([{ columns: ['book_id'], toTable: 'books', toColumns: ['id'] }])
  })

  test('[DS371] [DS712] values become cells, and parameters are sent separately from the text', async () => {
    await using library = await openLibrary()
    const sql =
      'select *, 9007199254740993, cast(1.50 as decimal(9,2)) from "books" where "id" = ?2 and "title" <> ?1 and "id" = ?2'
    const { rows, columns } = await library.source.query({ sql, parameters: ["x' or '1' = '1", 1] }, never())
    expect(rows).toEqual([
      [
        1,
        'O\'Neill \\ "quoted"',
        12.5,
        true,
        '2025-01-31',
        '2025-01-31T10:11:12',
        '08:30:00',
        'new',
        '00ff',
        '9007199254740993',
        1.5,
      ],
    ])
    expect(columns.map(({ type }) => type).slice(0, 9)).toEqual([
      'number',
      'text',
      'number',
      'boolean',
      'date',
      'timestamp',
      'time',
      'text',
      'other',
    ])
  })

  test('[DS372] a user who may write cannot write here', async () => {
    await using library = await openLibrary('all')
    for (const sql of [
      'delete from loans',
      'select * from mysql.user',
      "select id from loans into outfile 'x'",
    ])
      await expect(library.source.query({ sql, parameters: [] }, never())).rejects.toMatchObject({
        failure: 'refused',
      })
    expect(await library.inTransaction('delete from loans')).toBe(1792)
  })

  test('[DS373] a statement is stopped by its time limit and on abort, and the next is answered', async () => {
    await using library = await openLibrary()
    const turns = await turnsDuring(async () => {
      await expect(
        library.source.query({ sql: forever, parameters: [] }, { ...never(), timeoutMs: 700 }),
      ).rejects.toMatchObject({ failure: 'timeout' })
    })
    expect(turns).toBeGreaterThan(2)
    const controller = new AbortController()
    const asked = library.source.query({ sql: forever, parameters: [] }, { signal: controller.signal })
    await expect.poll(library.running).toBeGreaterThan(0)
    controller.abort()
    await expect(asked).rejects.toMatchObject({ failure: 'cancelled' })
    await expect.poll(library.running).toBe(0)
    expect(
      (await library.source.query({ sql: 'select count(*) from loans', parameters: [] }, never())).rows,
    ).toEqual([[60]])
  })

  test('[DS374] rows and bytes are bounded', async () => {
    await using library = await openLibrary()
    const many = 'select a.id from loans a, loans b, loans c'
    const { rows, isTruncated } = await library.source.query({ sql: many, parameters: [] }, never())
    expect([rows.length, isTruncated]).toEqual([10_000, true])
    const large = { sql: "select repeat('x', 9000) from loans a, loans b", parameters: [] }
    await expect(library.source.query(large, never())).rejects.toMatchObject({ failure: 'memory' })
  })

  test('[DS375] [DS714] failures name no address, user, database or password', async () => {
    await using library = await openLibrary()
    const errorOf = async (url: string): Promise<Error & { failure?: string }> =>
      openSource({ kind: 'mysql', url }, { roots: new SourceRoots() }).then(
        () => new Error('opened'),
        (error: Error) => error,
      )
    const wrong = await errorOf(library.url.replace(/:[^:@]+@/, ':wrong@'))
    expect(wrong).toMatchObject({ failure: 'unreachable' })
    expect(wrong.message).not.toMatch(/127|reader|library/)
    expect(await errorOf('mysql://u:p@127.0.0.1:9/x')).toMatchObject({ failure: 'unreachable' })
    expect(await errorOf('mysql://u:p@127.0.0.1:9/x?allowLocalInfile=1')).toMatchObject({
      failure: 'refused',
    })
    expect(await errorOf('mysql://127.0.0.1/x')).toMatchObject({ failure: 'refused' })
  })

  test('[DS376] its ontology has relationships, quantiles and values', async () => {
    await using library = await openLibrary()
    const model = await introspect(library.source, { signal: new AbortController().signal })
    expect(model.dialect).toBe('mysql')
    expect(model.relationships).toMatchObject([{ from: 'loans', to: 'books', origin: 'declared' }])
    const books = model.datasets.find(({ name }) => name === 'books')
    expect(books?.fields.map(({ name, role }) => [name, role]).slice(0, 6)).toEqual([
      ['id', 'identifier'],
      ['title', 'name'],
      ['price', 'measure'],
      ['is_rare', 'flag'],
      ['bought_on', 'time'],
      ['seen_at', 'time'],
    ])
    expect(books?.fields[2]?.statistics).toMatchObject({ min: 7, max: 12.5, quantiles: [7, 7, 12.5, 12.5] })
    expect(model.values.exact('moby dick')).toEqual([
      { dataset: 'books', field: 'title', value: 'Moby Dick' },
    ])
  })
})

async function openLibrary(rights: 'select' | 'all' = 'select') {
  const root = servers().mariadbUrl ?? ''
  const name = `library_${randomBytes(4).toString('hex')}`
  const password = randomBytes(6).toString('hex')
  await withMariadb(root, async (connection) => {
    await connection.query(`create database ${name} character set utf8mb4; use ${name};
      create table books (id int primary key, title varchar(100) not null unique, price decimal(9, 2), is_rare bool,
        bought_on date, seen_at datetime, opens time, kind enum('new', 'old'), cover varbinary(10)) comment 'What we lend';
      insert into books values (1, 'O''Neill \\\\ "quoted"', 12.50, true, '2025-01-31', '2025-01-31 10:11:12', '08:30', 'new', x'00ff'),
        (2, 'Moby Dick', 7, false, '2025-02-01', null, null, 'old', null);
      create table loans (id int primary key, book_id int, foreign key (book_id) references books (id));
      insert into loans select seq, 1 + seq % 2 from seq_1_to_60;
      create view lent as select count(*) as n from loans;
      create table \`odd "name" \`\`x\`\`\` (\`select\` int);
      create user ${name}@'%' identified by '${password}';
      grant ${rights === 'all' ? 'all' : 'select'} on ${name}.* to ${name}@'%'`)
  })
  const url = new URL(root)
  Object.assign(url, { username: name, password, pathname: `/${name}` })
  const source = await openSource({ kind: 'mysql', url: String(url) }, { roots: new SourceRoots() })
  return {
    source,
    url: String(url),
    /** The number of the error of a writing statement in a read-only transaction. */
    inTransaction: (sql: string) =>
      withMariadb(String(url), async (connection) => {
        await connection.query('start transaction read only')
        return connection.query(sql).then(
          () => 0,
          (error: { errno: number }) => error.errno,
        )
      }),
    running: () =>
      withMariadb(root, async (connection) => {
        const [rows] = await connection.query(
          `select count(*) as n from information_schema.processlist where user = '${name}' and info like 'select count(*) from loans a%'`,
        )
        return Number((rows as { n: number }[])[0]?.n)
      }),
    async [Symbol.asyncDispose]() {
      await source[Symbol.asyncDispose]()
      await withMariadb(root, (connection) =>
        connection.query(`drop database ${name}; drop user ${name}@'%'`),
      )
    },
  }
}
