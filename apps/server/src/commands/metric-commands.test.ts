import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { quipu, temporaryFolder } from '../testing/quipu-process.ts'
import { ServerProcess } from '../testing/server-process.ts'
import { folderWithStore } from '../testing/test-store.ts'

test(
  '[C600] [C602] [C603] [C940] [C680] one command adds a metric that questions use, another says what the sales are; a refresh lists what metrics mean',
  { timeout: 900_000 },
  async () => {
    const place = temporaryFolder()
    const file = join(place, 'mill.sqlite')
    const db = new DatabaseSync(file)
    db.exec(`create table deliveries (delivery_id integer primary key, town text not null, delivered_on date not null, full_kg real not null, empty_kg real not null);
      insert into deliveries values (1, 'Lima', '2025-03-01', 10, 1), (2, 'Lima', '2025-05-01', 20, 2), (3, 'Cusco', '2025-06-01', 7, 1), (4, 'Lima', '2026-01-01', 90, 3)`)
    db.close()
    const settings = {
      QUIPU_DATA_DIR: await folderWithStore(),
      QUIPU_SOURCE_ROOTS: place,
      QUIPU_SAMPLE: 'off',
    }
    const run = async (...args: string[]) => {
      const { code, stdout, stderr } = await quipu(args, settings)
      expect([args, code, stderr]).toEqual([args, 0, expect.any(String) as string])
      return stdout
    }
    // Beside a server none of them has to open the store.
    await ServerProcess.start(settings.QUIPU_DATA_DIR, settings)
    await run('connection', 'add', 'mill', '--sqlite', file)
    expect(await run('ontology', 'create', 'Mill', '--connection', 'mill')).toContain(
      'No figure such as revenue was found. To define one: npx quipu metric add "Mill" revenue',
    )
    const expression = 'sum(deliveries.full_kg - deliveries.empty_kg)'
    expect(await run('metric', 'add', 'Mill', 'net grain', expression, '--synonym', 'grain')).toContain(
      `net grain = ${expression}`,
    )
    expect(await run('ontology', 'show', 'Mill')).toMatch(/net grain +sum\(deliveries/)
    const rows = async (question: string): Promise<unknown> =>
      (JSON.parse(await run('ask', question, '--json')) as { answer: { rows: unknown } }).answer.rows
    expect(await rows('net grain by town in 2025')).toEqual([
      ['Lima', 27],
      ['Cusco', 6],
    ])
    expect(await rows('grain in Lima in 2025')).toEqual([[27]])

    db.open()
    db.exec(`create table sales (sale_id integer primary key, sold_on date not null, quantity integer not null, unit_price real not null);
      insert into sales values (1, '2026-01-02', 2, 3.5), (2, '2026-01-03', 1, 4);
      create table payments (payment_id integer primary key, paid_on date not null, amount real not null);
      insert into payments values (1, '2026-01-02', 50), (2, '2026-01-03', 60)`)
    db.close()
    const refreshed = await run('ontology', 'refresh', 'Mill')
    expect(refreshed).toMatch(/revenue +quantity × unit price of sales +proposed\n/)
    expect(refreshed).toMatch(/Which figure is your revenue\?\n[^]*taken +sales +11 [^]*payments +110 /)
    expect(refreshed).toContain('npx quipu ontology sales "Mill" --are "payments"')
    expect(await run('ontology', 'sales', 'Mill', '--are', 'payments')).toMatch(/chosen +payments +110 /)
    expect(await run('ontology', 'refresh', 'Mill')).not.toContain('Which figure')
    expect(await rows('revenue in 2026')).toEqual([[110]])
    expect(await run('ontology', 'sales', 'Mill', '--derive')).toMatch(/taken +sales +11 /)

    renameSync(file, `${file}.gone`)
    const failed = await quipu(['ontology', 'refresh', 'Mill'], settings)
    expect([failed.code, failed.stderr]).toEqual([
      5,
      expect.stringMatching(/could not be refreshed: .*What was known before stays/s) as string,
    ])
    renameSync(`${file}.gone`, file)

    const wrong = await quipu(['metric', 'add', 'Mill', 'net grain', 'sum(deliveries.weight)'], settings)
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('weight') as string])
  },
)
