import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { chooseCommand } from './choose-command.ts'
import { quipu, temporaryFolder } from '../testing/quipu-process.ts'
import { ServerProcess } from '../testing/server-process.ts'
import { folderWithStore } from '../testing/test-store.ts'

function writeShops(file: string): void {
  const db = new DatabaseSync(file)
  db.exec(`create table shops (shop_id integer primary key, name text not null, city text not null);
    insert into shops values (1, 'Harbour', 'Lima'), (2, 'Old Town', 'Cusco'), (3, 'Station', 'Lima')`)
  db.close()
}

test.each([
  ['ask', /QUESTION is missing/],
  ['connection add shop', /give one of --sqlite, --files, --postgres or --mysql/],
  ['ontology create Shop', /--connection is missing/],
])('[C933] quipu %s is refused before anything is made', async (line, message) => {
  const folder = join(temporaryFolder(), 'data')
  const { code, stderr } = await quipu(line.split(' '), { QUIPU_DATA_DIR: folder })
  expect(stderr).toMatch(message)
  expect([code, existsSync(folder)]).toEqual([2, false])
})

test('[C534] text that is not a query is refused before anything is opened', async () => {
  const place = temporaryFolder()
  const settings = { QUIPU_DATA_DIR: join(place, 'data') }
  const file = join(place, 'query.json')
  const missing = await quipu(['query', file], settings)
  expect([missing.code, missing.stderr]).toEqual([4, expect.stringContaining('cannot be read') as string])
  writeFileSync(file, '{"from": ')
  const broken = await quipu(['query', file], settings)
  expect([broken.code, broken.stderr]).toEqual([2, expect.stringContaining('no JSON') as string])
  expect(existsSync(settings.QUIPU_DATA_DIR)).toBe(false)
})

test(
  '[C230] [C534] a query is answered from a file and from standard input, and an error names the place in the query',
  { timeout: 300_000 },
  async () => {
    const settings = { QUIPU_DATA_DIR: await folderWithStore(), QUIPU_SAMPLE: 'on' }
    const query = JSON.stringify({ from: 'orders', select: [{ count: 'orders' }] })
    const piped = await quipu(['query', '-', '--json'], settings, query)
    expect([piped.code, JSON.parse(piped.stdout)]).toMatchObject([
      0,
      { answer: { status: 'answered', rows: [[expect.any(Number) as number]], query: { from: 'orders' } } },
    ])
    const file = join(temporaryFolder(), 'query.json')
    writeFileSync(file, JSON.stringify({ from: 'orders', select: ['town'] }))
    const unknown = await quipu(['query', file, '--ontology', 'sample'], settings)
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('$.select[0]') as string])
  },
)

test('[C440] a person asks and queries their own workspace by its name', { timeout: 300_000 }, async () => {
  const settings = { QUIPU_DATA_DIR: await folderWithStore(), QUIPU_SAMPLE: 'off' }
  const query = JSON.stringify({ from: 'tasks', select: [{ count: 'tasks' }] })
  const { code, stdout } = await quipu(
    ['query', '-', '--json', '--ontology', 'my workspace'],
    settings,
    query,
  )
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { answer: { status: 'answered', rows: [[0]] } }])
})

test('[C140] the help of ask is about asking and lists no options for measuring', async () => {
  const { code, stdout } = await quipu(['ask', '--help'])
  expect([code, stdout]).toEqual([0, expect.stringContaining('--ontology NAME') as string])
  expect(stdout).not.toMatch(/--set|--pg|--out|--questions/)
})

test('[C55] the words of a question need no quotes', () => {
  const choice = chooseCommand('ask how many orders --json'.split(' '))
  expect(choice.kind === 'run' && choice.given.words).toEqual(['how', 'many', 'orders'])
})

test(
  '[C55] [C56] [C141] [C934] [C936] beside a server and without one, the sample answers, and own data once they are connected',
  { timeout: 300_000 },
  async () => {
    const place = temporaryFolder()
    const file = join(place, 'shops.sqlite')
    writeShops(file)
    const settings = {
      QUIPU_DATA_DIR: await folderWithStore(),
      QUIPU_SOURCE_ROOTS: place,
      QUIPU_SAMPLE: 'on',
    }
    const run = async (...args: string[]) => {
      const { code, stdout, stderr } = await quipu(args, settings)
      expect([args, code, stderr]).toEqual([args, 0, expect.any(String) as string])
      return stdout
    }

    const sample = JSON.parse(await run('ask', 'how', 'many', 'orders', 'are', 'there', '--json')) as {
      answer: { status: string; rows: number[][] }
      content: { type: string }[]
    }
    expect(sample.answer).toMatchObject({
      lineage: { datasets: [{ name: 'orders' }], grain: 'total' },
      checks: expect.any(Array) as unknown[],
      confidence: expect.any(Number) as number,
    })
    expect(sample.content[0]?.type).toBe('text')
    expect(sample.answer.status).toBe('answered')
    expect(sample.answer.rows[0]?.[0]).toBeGreaterThan(100)

    const server = await ServerProcess.start(settings.QUIPU_DATA_DIR, settings)
    expect(await run('connection', 'add', 'shops', '--sqlite', file)).toContain('Connected shops.')
    expect(await run('connection', 'list')).toMatch(/shops +sqlite +\S+shops\.sqlite/)
    const url = 'postgres://ada:very-secret@127.0.0.1:1/shops\n'
    const piped = await quipu(['connection', 'add', 'warehouse', '--postgres', '-'], settings, url)
    expect(piped.code).toBe(3)
    expect(piped.stdout + piped.stderr + (await run('connection', 'list'))).not.toContain('very-secret')
    expect(await run('connection', 'test', 'shops')).toContain('✓ shops: 1 table can be read')
    expect(await run('ontology', 'create', 'Shops', '--connection', 'shops', '--preview')).toMatch(
      /shops +city +2 +indexed/,
    )
    expect(await run('ontology', 'create', 'Shops', '--connection', 'shops')).toContain(
      'Shops is ready: 1 dataset, 3 fields.',
    )
    expect(await run('ontology', 'show', 'shops')).toMatch(/shops +shop_id +number +identifier/)
    expect(await run('ask', '--ontology', 'sample', 'how many orders are there')).toMatch(/orders/i)
    const refused = await quipu(['ask', 'which submarines sank', '--json'], settings)
    expect([refused.code, JSON.parse(refused.stdout)]).toMatchObject([
      3,
      { answer: { status: 'cannot_answer' } },
    ])
    await server.stop()
    expect(await run('ask', 'how many shops are there', '--sql')).toMatch(/ 3\n[\s\S]*SELECT/)
    expect(await run('ontology', 'drop', 'Shops')).toContain('Dropped Shops.')
    expect(await run('connection', 'remove', 'shops')).toContain('Removed shops.')
  },
)
