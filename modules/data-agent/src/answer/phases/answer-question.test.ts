import { expect, test } from 'vitest'
import { buildSql, planJoins, type Query } from '@quipu/query'
import type { Reading, ReadingContext } from '@quipu/reading'
import type { Answer, Phase } from '../answer.ts'
import { phases } from '../answer.ts'
import { answerQuestion } from './answer-question.ts'
import type { AskInput } from './answer-question.ts'
import { checkLineage } from '../verify/check-lineage.ts'
import { bakery, today } from '../seeded/databases.ts'
import { describeDatabase } from '../seeded/describe-database.ts'
import { MemorySource } from '../seeded/memory-source.ts'
import { aggregate, ask, count, field, is } from '../seeded/phrases.ts'

const amount = aggregate('sum', 'sales.amount')
const byCity = ask('sales', { city: field('shops.city'), amount }, { where: is('products.category', 'cake') })
const context: ReadingContext = {
  now: new Date(`${today}T12:00:00Z`),
  timeZone: 'UTC',
  preferences: { defaultTimePeriod: null, highValueThreshold: null, choices: {} },
  answers: {},
  proceed: false,
  previous: null,
}

test('[DV2] the six phases run in order, and the result of each is kept', async () => {
  await using bench = open()
  const seen: Phase[] = []
  const answer = await bench.answer([reading(byCity)], { onPhase: (phase) => seen.push(phase) })

  expect(seen).toEqual(phases)
  expect(Object.keys(answer.milliseconds)).toEqual(phases)
  expect(answer).toMatchObject({
    status: 'answered',
    restatement: 'amount by city, where category is cake',
    rowCount: 4,
    isTruncated: false,
    caveats: [],
    confidence: 0.9,
    artifacts: { plan: { status: 'readings' }, joins: { margin: 1 }, verification: { caveats: [] } },
    charts: [{ type: 'bar', categories: expect.arrayContaining(['Ulm', 'Bonn', 'Kiel', 'Jena']) }],
    lineage: { grain: 'city', filters: [{ operator: '=', value: 'cake' }] },
  })
  expect(answer.artifacts.execution?.rows).toHaveLength(4)
})

test('[DV3] [DV310] if the datasets of a reading are not connected, the next reading is used', async () => {
  await using bench = open(`CREATE TABLE weather (id INTEGER, mood TEXT);`)
  const apart = ask('sales', { mood: field('weather.mood'), amount })
  const other = await bench.answer([reading(apart), reading(byCity)])
  const none = await bench.answer([reading(apart)])

  expect(other).toMatchObject({ status: 'answered', rowCount: 4 })
  expect(none).toMatchObject({ status: 'cannot_answer', artifacts: { joins: null, sql: null } })
})

test('[DV4] [DA545] a second reading that is nearly as probable is shown as an assumption', async () => {
  await using bench = open()
  const sales = { ...reading(ask('sales', { sales: count('sales') })), restatement: 'number of sales' }
  const near = await bench.answer([reading(byCity), { ...sales, confidence: 0.85 }])
  const far = await bench.answer([reading(byCity), { ...sales, confidence: 0.3 }])

  expect(near).toMatchObject({ assumptions: [{ about: 'meaning of the question', changesNumbers: true }] })
  expect(near).toMatchObject({ assumptions: [{ instead: { from: 'sales' } }] })
  expect(far).toMatchObject({ assumptions: [] })
})

test('[DV5] [DV303] the answer has as many rows as requested; the narrative uses all of them', async () => {
  await using bench = open()
  const answer = await bench.answer([reading(ask('shops', { name: field('shops.name') }))], { maxRows: 3 })

  expect(answer).toMatchObject({ rows: { length: 3 }, rowCount: 12, isTruncated: true })
  expect(answer).toMatchObject({ narrative: expect.stringContaining('12 rows') })
})

test('[DV6] the lineage equals an independent parse of the SQL; a difference is reported', async () => {
  await using source = new MemorySource(bakery().script)
  const ontology = describeDatabase(source, bakery().extras)
  const joins = planJoins(byCity, ontology)
  if ('status' in joins) throw new Error(joins.reason)
  const built = buildSql(byCity, joins, ontology, context)
  const forged = { ...built, lineage: { ...built.lineage, filters: [] } }

  expect(await checkLineage(built, ontology, 'UTC')).toMatchObject({
    check: { name: 'lineage', status: 'passed' },
  })
  expect(await checkLineage(forged, ontology, 'UTC')).toMatchObject({
    check: { status: 'failed' },
    caveat: expect.stringContaining('differs'),
  })
})

test('[DV7] a question that is cancelled stops before the next phase', async () => {
  await using bench = open()
  const cancelled = new AbortController()
  const seen: Phase[] = []
  const asked = bench.answer([reading(byCity)], {
    signal: cancelled.signal,
    onPhase: (phase) => {
      seen.push(phase)
      if (phase === 'sql builder') cancelled.abort(new Error('no longer needed'))
    },
  })

  await expect(asked).rejects.toThrow('no longer needed')
  expect(seen).toEqual(['planner', 'navigator', 'sql builder'])
  expect(bench.source.asked).toBe(0)
})

test('[DV8] a failure of the database is thrown in our words', async () => {
  await using bench = open()
  bench.source.database.exec('DROP TABLE sales')
  await expect(bench.answer([reading(byCity)])).rejects.toMatchObject({
    name: 'SourceError',
    failure: 'failed',
  })
})

test('[DV9] [DV304] figures that a check finds wrong lower the confidence', async () => {
  await using bench = open('INSERT INTO shops SELECT * FROM shops;')
  const answer = await bench.answer([reading(byCity)])

  expect(answer).toMatchObject({
    confidence: 0.5,
    caveats: [expect.stringContaining('meet several rows of shops')],
  })
  expect(answer).toMatchObject({ narrative: expect.not.stringContaining('in total') })
})

test('[DA950] [DA1160] [DA952] the warning and the confidence are those after the rows', async () => {
  await using bench = open()
  const estimated = { ...reading(byCity), confidence: 0.86, doubts: ['One may be meant'] }
  const nowhere = {
    ...reading(ask('shops', { name: field('shops.name') }, { where: is('shops.name', 'x') })),
  }
  const found = await bench.answer([estimated])
  const none = await bench.answer([{ ...nowhere, confidence: 0.86, doubts: ['One may be meant'] }])
  const given = await bench.answer([{ ...nowhere, confidence: 0.86 }])

  expect(found).toMatchObject({ confidence: 0.86, assumptions: [] })
  expect(none).toMatchObject({
    rowCount: 0,
    assumptions: [
      {
        about: 'meaning of the question',
        says: expect.stringMatching(/One may be meant\.$/),
        changesNumbers: true,
      },
    ],
  })
  expect(given).toMatchObject({ confidence: 0.86, assumptions: [] })
  if (none.status !== 'answered') throw new Error(none.status)
  expect(none.confidence).toBeLessThan(0.8)
  // What the next question goes on from is the answer with its doubts.
  expect(none.reading).toMatchObject({ confidence: none.confidence, assumptions: none.assumptions })
})

test('[DA953] where nothing is sold and an answer is sure, another meaning is for programs, without a warning', async () => {
  await using source = new MemorySource(`
    CREATE TABLE lakes (id INTEGER PRIMARY KEY, name TEXT NOT NULL, depth REAL);
    INSERT INTO lakes VALUES (1, 'Ede', 20), (2, 'Tove', 31);`)
  const ontology = describeDatabase(source, {})
  const lakes = { ...reading(ask('lakes', { name: field('lakes.name') })), restatement: 'name of lakes' }
  const depths = { ...reading(ask('lakes', { depth: field('lakes.depth') })), restatement: 'depth of lakes' }
  const asked = (confidence: number) =>
    answerQuestion({
      question: 'qqq zzz',
      ontology,
      source,
      context,
      maxRows: 10,
      signal: new AbortController().signal,
      propose: async () => [
        { ...lakes, confidence, doubts: [] },
        { ...depths, confidence: 0.9 * confidence },
      ],
    })

  expect(await asked(0.95)).toMatchObject({
    assumptions: [{ about: 'meaning of the question', changesNumbers: false, instead: { from: 'lakes' } }],
  })
  expect(await asked(0.5)).toMatchObject({
    assumptions: [
      { about: 'meaning of the question', changesNumbers: true },
      { changesNumbers: true, instead: { from: 'lakes' } },
    ],
  })
})

function open(damage = '') {
  const source = new MemorySource(`${bakery().script}\n${damage}`)
  const ontology = describeDatabase(source, bakery().extras)
  return {
    source,
    answer: (readings: readonly Reading[], rest: Partial<AskInput> = {}): Promise<Answer> =>
      answerQuestion({
        question: 'qqq zzz',
        ontology,
        source,
        context,
        maxRows: 100,
        signal: new AbortController().signal,
        propose: async () => readings,
        ...rest,
      }),
    [Symbol.asyncDispose]: () => source[Symbol.asyncDispose](),
  }
}

function reading(query: Query): Reading {
  return {
    query,
    evidence: [],
    assumptions: [],
    unmatched: [],
    score: 1,
    confidence: 0.9,
    restatement: 'amount by city, where category is cake',
  }
}
