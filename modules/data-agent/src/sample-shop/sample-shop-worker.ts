import { DatabaseSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'
import { generateShop } from './generate-shop.ts'
import { tableNames } from './rows.ts'
import { schema } from './schema.ts'

// The input from `writeSampleShop`.
const { file, today } = workerData as { file: string; today: Date }

const rows = generateShop(today)
const db = new DatabaseSync(file)
db.exec('pragma journal_mode = off; pragma synchronous = off; pragma foreign_keys = off; begin')
db.exec(schema)
for (const name of tableNames) {
  const width = rows[name][0]?.length ?? 0
  if (width === 0) continue
  const insert = db.prepare(
    `insert into ${name} values (${Array.from({ length: width }, () => '?').join(', ')})`,
  )
  for (const row of rows[name]) insert.run(...row)
}
db.exec('commit')
db.close()
