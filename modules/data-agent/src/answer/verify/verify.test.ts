import { writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { buildSql, planJoins, type Ontology, type Query } from '@quipu/query'
import { createDatabase, servers, temporaryFolder } from '../../../../../test/environment/index.ts'
import { introspect } from '../../ontology/introspect.ts'
import { openSource } from '../../sources/opening/open-source.ts'
import { SourceRoots } from '../../sources/source-roots.ts'
import type { Source } from '../../sources/source.ts'
import type { Case } from '../seeded/case.ts'
import { bakery, clinic, library, school, today } from '../seeded/databases.ts'
import { describeDatabase } from '../seeded/describe-database.ts'
import { verifyCase } from '../seeded/measure-faults.ts'
import { MemorySource } from '../seeded/memory-source.ts'
import { aggregate, all, ask, count, field, is, over, period } from '../seeded/phrases.ts'
import { verify } from './verify.ts'

const amount = aggregate('sum', 'sales.amount')
const byCity = ask('sales', { city: field('shops.city'), amount })
const signal = new AbortController().signal

test('[DV10] a key that is not unique is reported with how often rows are repeated', async () => {
  const damage = 'INSERT INTO shops SELECT * FROM shops WHERE id = 3;'
  const { checks, caveats } = await find({ query: byCity, damage })
  const fanOut = checks.find(({ name }) => name === 'fan-out')

  expect(fanOut).toMatchObject({
    status: 'failed',
    says: expect.stringContaining('167 rows of sales (8.4%) meet several rows of shops'),
  })
  expect(fanOut?.ratio).toBeCloseTo(2167 / 2000, 3)
  expect(caveats).toEqual([fanOut?.says])
})

test('[DV10] [DV305] rows that reach their group only through a common neighbour are reported as counted several times', async () => {
  const world = {
    ...clinic(),
    extras: { references: ['visits.doctor_id -> doctors.id', 'patients.family_doctor_id -> doctors.id'] },
  }
  const query = ask('visits', { town: field('patients.town'), visits: count('visits') })
  const [caveat] = (await find({ query, world })).caveats

  expect(caveat).toMatch(
    /^visits: one row counts in several groups, which only share the same doctors; they add up to [\d,]+, all rows to 1,500\.$/,
  )
})

test('[DV321] an amount that counts in several groups is reported with both sums, and a count is not', async () => {
  const by = (output: Query['outputs'][number]['expression']) =>
    find({ query: ask('books', { branch: field('members.branch'), amount: output }), world: library() })

  expect((await by(aggregate('sum', 'books.pages'))).caveats).toEqual([
    expect.stringMatching(
      /^amount: the whole amount of each book counts in each of its groups; they add up to [\d,.]+, all rows to [\d,.]+\.$/,
    ),
  ])
  expect((await by(count('books'))).caveats).toEqual([])
})

test('[DV306] a condition on related rows repeats no row', async () => {
  const sold: Query = ask('sales', { shop: field('sales.shop_id') })
  const query = ask(
    'shops',
    { shops: count('shops') },
    { where: { kind: 'member', of: field('shops.id'), query: sold } },
  )
  const { checks } = await find({ query })
  expect(checks.filter(({ name, status }) => name === 'fan-out' && status !== 'passed')).toEqual([])
})

test('[DA763] a figure for a name that several rows share has a caveat, in a condition as in a group', async () => {
  const world = clinic()
  const damage = "UPDATE patients SET name = 'Ann Lee' WHERE id IN (3, 4);"
  const visits = count('visits')
  const one = ask('visits', { visits }, { where: is('patients.name', 'Ann Lee') })
  const each = ask('visits', { name: field('patients.name'), visits })

  expect((await find({ query: one, damage, world })).caveats).toContain(
    '1 name of patients is borne by 2 different rows, whose figures are added up in one figure.',
  )
  expect((await find({ query: each, damage, world })).caveats).toContain(
    '1 name of patients is borne by 2 different rows, whose figures are added up in one group.',
  )
  expect((await find({ query: one, world })).caveats.join()).not.toContain('different rows')
})

test('[DO1200] groups whose names differ only in capitals or spaces are said to be listed apart', async () => {
  const damage = "UPDATE shops SET city = ' ' || upper(city) WHERE id = 1;"
  expect((await find({ query: byCity, damage })).caveats.join()).toContain('are listed apart')
  expect((await find({ query: byCity })).caveats).toEqual([])
})

test('[DA381] the same number in every group is reported', async () => {
  const query = ask('shops', { id: field('shops.id'), shops: count('shops') })
  expect((await find({ query })).caveats).toContain(
    'shops is 1 in every group, so the groups may not be what was meant.',
  )
})

test('[DV17] rows without a value of the measure are reported with their share from 5 %', async () => {
  const query = ask('sales', { city: field('shops.city'), average: aggregate('avg', 'sales.amount') })
  const reported = await find({ query, damage: 'UPDATE sales SET amount = NULL WHERE id % 10 = 0;' })
  const few = await find({ query, damage: 'UPDATE sales SET amount = NULL WHERE id % 40 = 0;' })

  expect(reported.caveats).toEqual(['average: 200 of 2,000 rows (10%) have no amount and are left out.'])
  expect(few.caveats).toEqual([])
  expect(few.checks).toContainEqual({
    name: 'null-values',
    status: 'passed',
    says: 'average: 50 of 2,000 rows (2.5%) have no amount and are left out.',
    ratio: 0.025,
  })
})

test('[DV18] rows that tie with the last one of a ranking and are left out are reported', async () => {
  const price = field('products.price')
  const first = { orderBy: [{ expression: price, direction: 'desc' as const }], limit: 2 }
  const damage = 'UPDATE products SET price = 9 WHERE id IN (3, 4, 5, 6);'
  const named = await find({ query: ask('products', { name: field('products.name'), price }, first), damage })
  const alike = await find({ query: ask('products', { price }, first), damage })
  const clear = await find({ query: ask('products', { name: field('products.name'), price }, first) })

  expect(named.caveats).toEqual([
    '2 more have the same price as the last one shown; which of them is shown is chance.',
  ])
  expect(alike.caveats).toEqual([])
  expect(alike.checks).toContainEqual({
    name: 'ties',
    status: 'passed',
    says: '2 more have the same price as the last one shown.',
  })
  expect(clear.checks).toContainEqual(expect.objectContaining({ name: 'ties', status: 'passed' }))
})

test('[DV11] rows lost by broken keys are reported with their share, in one caveat', async () => {
  const { checks, caveats } = await find({
    query: byCity,
    damage: 'UPDATE sales SET shop_id = 99 WHERE id % 10 = 0;',
  })

  expect(caveats).toEqual([
    '200 rows of sales (10%) refer to rows of shops that do not exist and are not in the result.',
  ])
  expect(checks).toContainEqual(expect.objectContaining({ name: 'row-loss', status: 'warning', ratio: 0.1 }))
  expect(checks).toContainEqual(expect.objectContaining({ name: 'reconciliation', status: 'failed' }))
})

test('[DV11] broken keys are not reported for a question that does not use them', async () => {
  const { caveats } = await find({
    query: ask('sales', { city: field('shops.city'), amount }, { where: is('sales.quantity', 2) }),
    damage: 'UPDATE sales SET shop_id = 99 WHERE quantity = 3;',
  })
  expect(caveats).toEqual([])
})

test('[DV12] rows without a key are reported if they are missing in the result, not if a join only filters', async () => {
  const damage = 'UPDATE sales SET shop_id = NULL WHERE id % 20 = 0;'
  const filtered = ask('sales', { amount }, { where: is('shops.city', 'Ulm') })

  expect((await find({ query: byCity, damage })).caveats).toEqual([
    '100 rows of sales (5%) have no shops entered and are not in the result.',
  ])
  expect((await find({ query: filtered, damage })).caveats).toEqual([])
})

test('[DV13] the condition that matches nothing is named, with similar values', async () => {
  const typo = await find({
    query: ask('shops', { name: field('shops.name') }, { where: is('shops.city', 'Bon') }),
  })
  expect(typo.caveats).toEqual(['Nothing found: no row of shops has city "Bon". Near it there is "Bonn".'])

  const both = all(is('products.category', 'cake'), over('products.price', 5.8))
  const combined = await find({ query: ask('products', { name: field('products.name') }, { where: both }) })
  expect(combined.caveats).toEqual([
    'Nothing found: no row of products fits all the conditions; without category "cake" there is 1; without price > 5.8 there are 7.',
  ])
  const late = ask('marks', { score: field('marks.score') }, { where: over('marks.score', 60) })
  expect((await find({ query: late, world: school() })).caveats[0]).toContain('Score runs from 1 to 6.9.')
})

test('[DV307] a zero is an answer, as long as each condition fits some rows', async () => {
  const where = all(is('products.category', 'cake'), over('products.price', 5.8))
  const { caveats } = await find({ query: ask('products', { products: count('products') }, { where }) })
  expect(caveats).toEqual([])
})

test('[DV308] a window that reaches beyond today is judged up to today', async () => {
  const during = (end: string) =>
    ask(
      'loans',
      { month: period('month', 'loans.lent_on'), loans: count('loans') },
      { where: { kind: 'during', of: field('loans.lent_on'), start: '2026-09-01', end } },
    )
  const { caveats } = await find({ query: during('2027-01-01'), world: library() })
  expect(caveats).toEqual(['November 2026 is not over: its figures go to 2026-11-14 at most.'])
})

test('[DV14] a period that is not over, or that the data does not reach, is reported', async () => {
  const byMonth = ask('loans', { month: period('month', 'loans.lent_on'), loans: count('loans') })
  expect((await find({ query: byMonth, world: library() })).caveats).toEqual([
    'November 2026 is not over: its figures go to 2026-11-14 at most.',
  ])
  const stopped = {
    query: byMonth,
    world: library(),
    damage: `DELETE FROM loans WHERE lent_on > '2026-08-10';`,
  }
  expect((await find(stopped)).caveats).toEqual([
    'The data ends on 2026-08-10, so 67.7% of August 2026 is missing.',
  ])
})

test('[DV15] a check whose probe fails is not-run with the reason, never passed', async () => {
  await using source = new MemorySource(bakery().script)
  const ontology = describeDatabase(source, bakery().extras)
  const input = await prepared(byCity, ontology, source)
  source.failsAt = 'SELECT COUNT'
  const { checks } = await verify(input, source, { signal })

  const troubled = checks.filter(({ status }) => status === 'not-run').map(({ name }) => name)
  expect(troubled).toEqual(expect.arrayContaining(['fan-out', 'row-loss', 'null-keys', 'duplicates']))
  expect(checks.filter(({ name, status }) => name === 'fan-out' && status === 'passed')).toEqual([])
  expect(checks.find(({ name }) => name === 'fan-out')?.says).toContain(
    'could not be checked: the database refused the check',
  )
})

test('[DV15] when the time for checks is used up, the rest is not run', async () => {
  await using source = new MemorySource(bakery().script)
  const ontology = describeDatabase(source, bakery().extras)
  const input = await prepared(byCity, ontology, source)
  const { checks } = await verify(input, source, { signal, budgetMs: 0 })

  expect(checks.find(({ name }) => name === 'row-loss')).toMatchObject({
    status: 'not-run',
    says: 'The join of sales to shops could not be checked: the time for checks was used up.',
  })
})

test('[DV15] [DV309] a question that is cancelled during the checks ends there', async () => {
  await using source = new MemorySource(bakery().script)
  const ontology = describeDatabase(source, bakery().extras)
  const input = await prepared(byCity, ontology, source)
  await expect(verify(input, source, { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow(
    'enough',
  )
})

test.each(['sqlite', 'files', 'postgres'] as const)(
  '[DV16] probes are accepted and run on %s',
  async (kind) => {
    if (kind === 'postgres' && servers().databaseUrl === null) return
    await using opened = await openDamaged(kind)
    const { source } = opened
    const model = await introspect(source, { signal })
    const ontology: Ontology = { ...model, id: 'x', name: 'x', description: null }
    expect(ontology.relationships.map(({ from, to }) => `${from} ${to}`)).toEqual(
      expect.arrayContaining(['sales shops', 'sales products']),
    )
    const where = all(is('products.category', 'cake'), {
      kind: 'during',
      of: field('sales.sold_on'),
      start: '2025-02-01',
      end: '2026-12-01',
    })
    const query = ask(
      'sales',
      { month: period('month', 'sales.sold_on'), city: field('shops.city'), amount },
      { where },
    )
    const { checks, caveats } = await verify(await prepared(query, ontology, source), source, {
      signal,
      budgetMs: 20_000,
    })

    expect(checks.filter(({ status }) => status === 'not-run')).toEqual([])
    expect(
      checks
        .filter(({ status }) => status !== 'passed')
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(['partial-period', 'reconciliation', 'row-loss'])
    expect(caveats[0]).toMatch(
      /^\d+ rows of sales? \(\d+(\.\d)?%\) refer to rows of shops? that do not exist/,
    )
  },
)

async function find({
  query,
  damage,
  world = bakery(),
}: {
  query: Query
  damage?: string
  world?: Case['world']
}) {
  return verifyCase({ name: 'this', world, query, expect: [], ...(damage === undefined ? {} : { damage }) })
}

async function prepared(query: Query, ontology: Ontology, source: Source) {
  const joins = planJoins(query, ontology)
  if ('status' in joins) throw new Error(joins.reason)
  const { statement } = buildSql(query, joins, ontology, {
    now: new Date(`${today}T12:00:00Z`),
    timeZone: 'UTC',
  })
  return { query, joins, result: await source.query(statement, { signal }), ontology, today }
}

/** The bakery with one sale in twenty for an unknown shop, for each kind of source. */
async function openDamaged(
  kind: 'sqlite' | 'files' | 'postgres',
): Promise<{ source: Source } & AsyncDisposable> {
  const stack = new AsyncDisposableStack()
  const folder = stack.use(temporaryFolder())
  const roots = new SourceRoots({ roots: [folder.path] })
  const script = `${bakery().script}\nUPDATE sales SET shop_id = 99 WHERE id % 20 = 7;`
  const file = join(folder.path, 'bakery.db')
  const database = new DatabaseSync(file)
  database.exec(script)
  if (kind === 'files') {
    for (const table of ['shops', 'products', 'sales']) {
      const rows = database.prepare(`SELECT * FROM ${table}`).all()
      const lines = [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))].map((line) =>
        line.join(','),
      )
      writeFileSync(join(folder.path, `${table}.csv`), lines.join('\n'))
    }
  }
  database.close()
  if (kind === 'postgres') {
    const created = stack.use(await createDatabase())
    const client = new Client({ connectionString: created.url })
    await client.connect()
    await client.query(script)
    await client.end()
    const source = stack.use(await openSource({ kind: 'postgres', url: created.url }, { roots }))
    return { source, [Symbol.asyncDispose]: () => stack.disposeAsync() }
  }
  const settings =
    kind === 'sqlite'
      ? { kind, file }
      : ({
          kind,
          paths: ['shops', 'products', 'sales'].map((table) => join(folder.path, `${table}.csv`)),
        } as const)
  const source = stack.use(await openSource(settings, { roots }))
  return { source, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}
