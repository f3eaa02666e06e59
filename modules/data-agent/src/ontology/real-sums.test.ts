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
import { introspect } from './introspect.ts'
import { never } from '../sources/test-limits.ts'

const loads = Array.from({ length: 40 }, (_, at) => at + 1)
const parts = loads.flatMap((load) =>
  [1, 2].map((line) => ({
    id: load * 2 + line,
    load_id: load,
    sacks: ((load + line) % 5) + 1,
    tariff: 2.4 + ((load * line) % 7) * 1.1,
    forgone: load % 3 === 0 && line === 1 ? 0.75 : null,
  })),
)
const due = (load: number): number =>
  parts
    .filter((one) => one.load_id === load)
    .reduce((sum, { sacks, tariff, forgone }) => sum + sacks * tariff - (forgone ?? 0), 0)
const tables = {
  loads: loads.map((id) => ({
    id,
    milled_on: `2026-03-${String((id % 28) + 1).padStart(2, '0')}`,
    due: due(id).toFixed(2),
  })),
  load_parts: parts.map(({ tariff, ...part }) => ({ ...part, tariff: tariff.toFixed(2) })),
}
const rowsOf = (rows: readonly object[]): string =>
  rows
    .map(
      (row) =>
        `(${Object.values(row)
          .map((cell) => (cell === null ? 'null' : `'${String(cell)}'`))
          .join(', ')})`,
    )
    .join(', ')
const script = `
  create table loads (id integer primary key, milled_on date, due decimal(10, 2));
  create table load_parts (id integer primary key, load_id integer references loads(id), sacks integer, forgone decimal(10, 2), tariff decimal(10, 2));
  insert into loads values ${rowsOf(tables.loads)};
  insert into load_parts values ${rowsOf(tables.load_parts)};
`

async function sumsIn(settings: OpenSettings, root: string) {
  await using source = await openSource(settings, { roots: new SourceRoots({ roots: [root] }) })
  const { datasets } = await introspect(source, never())
  return datasets.find(({ name }) => name.endsWith('load_parts'))?.reading?.sums
}

const expected = [
  {
    factors: [
      { dataset: 'load_parts', field: 'sacks' },
      { dataset: 'load_parts', field: 'tariff' },
    ],
    change: { field: 'forgone', by: 'amount' },
    agreesWith: { dataset: 'loads', field: 'due' },
    less: null,
    per: 'loads',
    compared: 40,
    agreed: 40,
  },
]

describe('the same data in each kind of source gives the same formula', () => {
  test('[DO705] a SQLite file', async () => {
    using folder = temporaryFolder()
    const file = join(folder.path, 'mill.sqlite')
    const db = new DatabaseSync(file)
    db.exec(script)
    db.close()
    expect(await sumsIn({ kind: 'sqlite', file }, folder.path)).toEqual(expected)
  })

  test('[DO705] CSV files', async () => {
    using folder = temporaryFolder()
    const data = join(folder.path, 'data')
    mkdirSync(data)
    for (const [name, rows] of Object.entries(tables)) {
      const lines = rows.map((row) =>
        Object.values(row)
          .map((cell) => cell ?? '')
          .join(','),
      )
      writeFileSync(join(data, `${name}.csv`), [Object.keys(rows[0] ?? {}).join(','), ...lines].join('\n'))
    }
    expect(await sumsIn({ kind: 'files', paths: [data] }, folder.path)).toEqual(expected)
  })

  test.skipIf(servers().databaseUrl === null)('[DO705] a PostgreSQL database', async () => {
    await using database = await createDatabase()
    using folder = temporaryFolder()
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    await client.query(script)
    await client.end()
    expect(await sumsIn({ kind: 'postgres', url: database.url }, folder.path)).toEqual(expected)
  })

  test.skipIf(servers().mariadbUrl === null)('[DO705] a MariaDB database', async () => {
    const name = `mill_${randomBytes(4).toString('hex')}`
    const url = new URL(servers().mariadbUrl ?? '')
    url.pathname = `/${name}`
    await withMariadb(servers().mariadbUrl ?? '', async (connection) => {
      await connection.query(`create database ${name}; use ${name}; ${script}`)
    })
    expect(await sumsIn({ kind: 'mysql', url: String(url) }, '/')).toEqual(expected)
  })
})
