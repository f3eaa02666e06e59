import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../../test/environment/index.ts'
import { writeSampleShop } from './write-sample-shop.ts'

const today = new Date('2026-03-15T17:20:00Z')

test('[DS30] the sample shop has 24 months up to today, about 20,000 rows, and valid keys', async () => {
  using folder = temporaryFolder()
  const file = `${folder.path}/shop.sqlite`
  await writeSampleShop(file, today)

  using db = new DatabaseSync(file, { readOnly: true })
  const one = (sql: string): unknown => Object.values(db.prepare(sql).get() ?? {})[0]
  const tables = db
    .prepare(`select name from sqlite_master where type = 'table'`)
    .all()
    .map(({ name }) => String(name))
  const total = tables.reduce((sum, name) => sum + Number(one(`select count(*) from ${name}`)), 0)
  expect(tables).toHaveLength(11)
  expect(total).toBeGreaterThan(15_000)
  expect(total).toBeLessThan(30_000)
  expect(one('select min(order_date) from orders')).toMatch(/^2024-03-0/)
  expect(one('select max(order_date) from orders')).toBe('2026-03-15')
  expect(db.prepare('pragma foreign_key_check').all()).toEqual([])
  expect(one('select max(returned_on) from returns')).not.toBe(null)
  expect(String(one('select max(returned_on) from returns')) <= '2026-03-15').toBe(true)
  expect(
    one(`select count(*) from orders o where abs(total_amount -
      (select sum(line_total) from order_items i where i.order_id = o.order_id)) > 0.005`),
  ).toBe(0)
})

test('[DS30] sales grow and peak in December', async () => {
  using folder = temporaryFolder()
  const file = `${folder.path}/shop.sqlite`
  await writeSampleShop(file, today)
  using db = new DatabaseSync(file, { readOnly: true })
  const month = (name: string): number =>
    Number(
      db.prepare(`select count(*) as n from orders where strftime('%Y-%m', order_date) = ?`).get(name)?.['n'],
    )
  expect(month('2025-12')).toBeGreaterThan(month('2024-12'))
  expect(month('2025-12')).toBeGreaterThan(month('2025-09') * 1.2)
})

test('[DS31] [DS708] the shop of one day is always the same, byte for byte, and no draft is left behind', async () => {
  using folder = temporaryFolder()
  const hashes = []
  for (const name of ['one', 'two']) {
    await writeSampleShop(`${folder.path}/${name}`, name === 'one' ? today : new Date('2026-03-15T00:00:01Z'))
    hashes.push(
      createHash('sha256')
        .update(readFileSync(`${folder.path}/${name}`))
        .digest('hex'),
    )
  }
  expect(hashes[0]).toBe(hashes[1])
  expect(readdirSync(folder.path).toSorted()).toEqual(['one', 'two'])
})

test('[DS31] [DS708] a missing folder is an error, and nothing is written', async () => {
  using folder = temporaryFolder()
  await expect(writeSampleShop(`${folder.path}/none/shop.sqlite`, today)).rejects.toThrow(
    'unable to open database file',
  )
  expect(readdirSync(folder.path)).toEqual([])
})
