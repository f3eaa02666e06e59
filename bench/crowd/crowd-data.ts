import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DuckDBInstance } from '@duckdb/node-api'
import pg from 'pg'

const columns = `n as order_id, 'Customer ' || (n * 7919) % 200000 as customer,
  'Region ' || n % 5 as region, 'Product ' || (n * 31) % 400 as product, (n % 997) * 1.25 as amount, n % 9 + 1 as quantity`

/** The same orders for each engine: 200,000 customers, 400 products, five regions. */
export function writeSqlite(folder: string, rows: number): string {
  const file = join(folder, 'orders.sqlite')
  using db = new DatabaseSync(file)
  db.exec(`pragma journal_mode = off; pragma synchronous = off;
    create table orders (order_id integer primary key, customer text, region text, product text, amount real, quantity integer);
    insert into orders with recursive c(n) as (select 1 union all select n + 1 from c where n < ${rows})
      select ${columns} from c`)
  return file
}

export async function writeParquet(folder: string, rows: number): Promise<string> {
  const file = join(folder, 'orders.parquet')
  const instance = await DuckDBInstance.create()
  const connection = await instance.connect()
  await connection.run(
    `copy (select ${columns} from range(1, ${rows + 1}) as r(n)) to '${file}' (format parquet)`,
  )
  connection.closeSync()
  instance.closeSync()
  return file
}

export async function loadOrders(url: string, rows: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(
      `create unlogged table orders as select ${columns} from generate_series(1::bigint, ${rows}) as r(n);
       alter table orders add primary key (order_id); analyze orders`,
    )
  } finally {
    await client.end()
  }
}
