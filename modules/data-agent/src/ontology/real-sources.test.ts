import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { createDatabase, servers, temporaryFolder, withMariadb } from '../../../../test/environment/index.ts'
import type { OpenSettings } from '../sources/connection-settings.ts'
import { openSource } from '../sources/opening/open-source.ts'
import { SourceRoots } from '../sources/source-roots.ts'
import { introspect, type OntologyModel } from './introspect.ts'
import { bakery } from './test-schemas.ts'

const { signal } = new AbortController()

async function read(settings: OpenSettings, root: string): Promise<OntologyModel> {
  await using source = await openSource(settings, { roots: new SourceRoots({ roots: [root] }) })
  return await introspect(source, { signal })
}

function referencesOf({ relationships }: OntologyModel): string[] {
  return relationships
    .map(({ from, fromFields, to }) => `${from}.${fromFields.join()} → ${to}`.toLowerCase())
    .toSorted()
}

const references = [
  'employees.dept → departments',
  'employees.manager_id → employees',
  'orderlines.order_id → orders',
  'orderlines.product_code → products',
  'orders.customer_id → customers',
  'orders.taken_by_emp_id → employees',
]

describe('the same data in each kind of source gives the same ontology', () => {
  test('[DO41] a SQLite file', async () => {
    using folder = temporaryFolder()
    const file = join(folder.path, 'bakery.sqlite')
    const db = new DatabaseSync(file)
    db.exec(bakery)
    db.close()

    const model = await read({ kind: 'sqlite', file }, folder.path)

    expect(referencesOf(model)).toEqual(references)
    expect(model.values.exact('cafe luna')).toHaveLength(1)
  })

  test.skipIf(servers().mariadbUrl === null)('[DO41] a MariaDB database', async () => {
    const name = `bakery_${randomBytes(4).toString('hex')}`
    const url = new URL(servers().mariadbUrl ?? '')
    url.pathname = `/${name}`
    await withMariadb(servers().mariadbUrl ?? '', async (connection) => {
      // A text cannot be a key there without a length.
      const plain = bakery.replace(/\btext\b/g, 'varchar(100)')
      await connection.query(`create database ${name}; use ${name}; set sql_mode = 'ANSI_QUOTES'; ${plain}`)
    })

    const model = await read({ kind: 'mysql', url: String(url) }, '/')

    expect(referencesOf(model)).toEqual(references)
    expect(model.values.exact('cafe luna')).toHaveLength(1)
  })

  test('[DO41] CSV files', async () => {
    using folder = temporaryFolder()
    const db = new DatabaseSync(':memory:')
    db.exec(bakery)
    const data = join(folder.path, 'data')
    mkdirSync(data)
    for (const { name } of db.prepare(`select name from sqlite_master`).all()) {
      const rows = db.prepare(`select * from ${String(name)}`).all()
      if (rows.length === 0) continue
      const lines = rows.map((row) =>
        Object.values(row)
          .map((cell) => JSON.stringify(cell ?? ''))
          .join(','),
      )
      writeFileSync(join(data, `${String(name)}.csv`), [Object.keys(rows[0]!).join(','), ...lines].join('\n'))
    }

    const model = await read({ kind: 'files', paths: [data] }, folder.path)

    expect(referencesOf(model)).toEqual(references)
    const orders = model.datasets.find(({ name }) => name.toLowerCase() === 'orders')
    expect(orders?.fields.find(({ name }) => name === 'order_date')).toMatchObject({
      role: 'time',
      type: 'date',
    })
    expect(orders?.fields.find(({ name }) => name === 'total_amt')?.statistics.quantiles).toEqual([
      7.5, 18, 42.5, 130,
    ])
    expect(model.values.exact('cafe luna')).toHaveLength(1)
  })

  test.skipIf(servers().databaseUrl === null)('[DO41] a PostgreSQL database', async () => {
    await using database = await createDatabase()
    using folder = temporaryFolder()
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    await client.query(
      bakery.replaceAll(' real', ' numeric(10, 2)').replace('order_date text', 'order_date date'),
    )
    await client.query(`create table odd (id uuid, tags text[], doc json, mood text, at timestamptz, ok boolean, span tsrange);
      insert into odd values (gen_random_uuid(), '{a}', '{}', 'good', now(), true, null)`)
    await client.end()

    const model = await read({ kind: 'postgres', url: database.url }, folder.path)

    expect(referencesOf(model)).toEqual(references)
    const orders = model.datasets.find(({ name }) => name === 'orders')
    expect(orders?.fields.find(({ name }) => name === 'total_amt')).toMatchObject({
      role: 'measure',
      statistics: { quantiles: [7.5, 18, 42.5, 130] },
    })
    expect(model.values.exact('cafe luna')).toHaveLength(1)
    expect(model.datasets.find(({ name }) => name === 'odd')?.fields).toHaveLength(7)
  })
})
