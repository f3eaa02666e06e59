import { DatabaseSync } from 'node:sqlite'
import { writeFileSync } from 'node:fs'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { createDatabase, servers, temporaryFolder } from '../../../../test/environment/index.ts'
import { introspect } from '../ontology/introspect.ts'
import type { OpenSettings } from '../sources/connection-settings.ts'
import { openSource } from '../sources/opening/open-source.ts'
import { SourceRoots } from '../sources/source-roots.ts'
import type { Answer } from './answer.ts'
import { answerQuestion } from './phases/answer-question.ts'
import { never } from '../sources/test-limits.ts'

const wide = `create table gauges (id integer primary key, ${Array.from({ length: 1_498 }, (_, at) => `reading_${at} real`).join(', ')}, place text);
  insert into gauges (id, reading_7, place) values (1, 2.5, 'Ulm'), (2, 3.5, 'Bonn');`
const strange = `create table "order" ("select" integer primary key, "group by" text, "🍞 price" real, "a""b'c;--" text, "date" text);
  insert into "order" values (1, 'rye', 2, 'x', '2025-01-01'), (2, 'rye', 3, null, '2025-02-01'), (3, null, 4, 'y', null);
  create table "from where" ("order" integer references "order" ("select"), "limit" integer, "user" text);
  insert into "from where" values (1, 5, 'Ann'), (2, 6, 'Bo');`
const empty = `create table visitors (id integer primary key, full_name text, born date, paid real);
  create table tickets (id integer primary key, visitor_id integer references visitors (id), price real, sold_on date);`

const bare = 'create table visitors (id integer)'
const blank = `create table visitors (a text, b text); insert into visitors values ('', null);`

const questions = [
  'how many visitors are there',
  'total price of tickets by visitor',
  'list all visitors',
  'top 3 visitors by paid',
  'average price per month',
  'visitors without tickets',
  'tickets sold in 2024',
  'how many gauges are there',
  'average reading 7 by place',
  'show every gauge',
  'how many orders are there',
  'total 🍞 price by group by',
  'total bread price of each order',
  'order with the highest 🍞 price',
  'limit by user',
  'average limit per order for Ann',
  'orders per month',
  '🍞',
  'x',
]

test.each([
  ['1,500 columns', wide, 'how many gauges are there', { status: 'answered', rows: [[2]] }],
  [
    'reserved words, blanks, emoji',
    strange,
    'how many orders are there',
    { status: 'answered', rows: [[3]] },
  ],
  ['tables without rows', empty, 'how many visitors are there', { status: 'answered', rows: [[0]] }],
  ['one table without rows', bare, 'how many visitors are there', { status: 'answered', rows: [[0]] }],
  ['no table at all', '', 'how many visitors are there', { status: 'cannot_answer' }],
  ['nothing but empty texts', blank, 'how many visitors are there', { status: 'answered', rows: [[1]] }],
])(
  '[DV21] %s: every question ends with an answer or a message',
  async (_, script, question, expected) => {
    using folder = temporaryFolder()
    const file = `${folder.path}/odd.db`
    const database = new DatabaseSync(file)
    database.exec(script)
    database.close()

    const answers = await askAll({ kind: 'sqlite', file }, folder.path)
    expect(answers.get(question)).toMatchObject(expected)
  },
  180_000,
)

test('[DV21] files without rows or with odd names: every question ends with an answer or a message', async () => {
  using folder = temporaryFolder()
  writeFileSync(`${folder.path}/visitors.csv`, 'id,full_name,paid\n')
  writeFileSync(`${folder.path}/order 🍞.csv`, 'select,"group by",🍞 price\n1,rye,2\n2,rye,3\n')
  writeFileSync(`${folder.path}/tickets.json`, '[]')
  const answers = await askAll({ kind: 'files', paths: [folder.path] }, folder.path)
  expect(answers.get('how many visitors are there')).toMatchObject({ status: 'answered', rows: [[0]] })
})

test.skipIf(servers().databaseUrl === null)(
  '[DV21] PostgreSQL tables without columns or without readable ones cause no failure',
  async () => {
    await using place = await createDatabase()
    const client = new Client({ connectionString: place.url })
    await client.connect()
    await client.query(`create table nothing (); create table visitors (id integer, "Full Name" text);
      insert into visitors values (1, 'Ann'); create table closed (id integer); revoke all on closed from current_user;`)
    await client.end()
    const answers = await askAll({ kind: 'postgres', url: place.url }, '/')
    expect(answers.get('how many visitors are there')).toMatchObject({ status: 'answered', rows: [[1]] })
  },
)

async function askAll(settings: OpenSettings, root: string): Promise<ReadonlyMap<string, Answer>> {
  const signal = never().signal
  await using source = await openSource(settings, { roots: new SourceRoots({ roots: [root] }) })
  const model = await introspect(source, { signal })
  const ontology = { id: 'odd', name: 'odd', description: null, ...model }
  const answers = new Map<string, Answer>()
  for (const question of questions) {
    const answer = await answerQuestion({ question, ontology, source, context, maxRows: 100, signal })
    answers.set(question, answer)
    if (answer.status !== 'answered') continue
    expect(answer.narrative).not.toBe('')
    expect(answer.checks.find(({ name }) => name === 'lineage')).toMatchObject({ status: 'passed' })
  }
  return answers
}

const context = {
  now: new Date('2026-11-15T12:00:00Z'),
  timeZone: 'UTC',
  preferences: { defaultTimePeriod: null, highValueThreshold: null, choices: {} },
  answers: {},
  proceed: true,
  previous: null,
}
