import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import type { Ontology } from '@quipu/query'
import type { ReadingContext } from '@quipu/reading'
import { temporaryFolder } from '../../../../test/environment/index.ts'
import { introspect } from '../ontology/introspect.ts'
import { openSource } from '../sources/opening/open-source.ts'
import { SourceRoots } from '../sources/source-roots.ts'
import { SourceError } from '../sources/source.ts'
import type { Source } from '../sources/source.ts'
import { answerQuestion } from './phases/answer-question.ts'
import { lookUpValues } from './look-up-values.ts'
import { phrasesToLookUp } from './phrases-to-look-up.ts'

const signal = new AbortController().signal
const context: ReadingContext = {
  now: new Date('2026-11-15T12:00:00Z'),
  timeZone: 'UTC',
  preferences: { defaultTimePeriod: null, highValueThreshold: null, choices: {} },
  answers: {},
  proceed: true,
  previous: null,
}

test.each([
  ['Which guests are called "mara 5%_x"?', ['mara 5%_x']],
  ['how many stays did Mara Quist 77 have', ['Mara Quist 77', 'Mara Quist', 'Quist']],
  ['How many stays did Zorvath have in March?', ['Zorvath', 'March']],
  ['Show stays of guests from Ulm', []],
  ['stays of zorvath-77', ['zorvath-77']],
  ['Show the total price by room', []],
])('[DV19] %j asks the database for %j', async (question, phrases) => {
  await using hotel = await openHotel(10)
  expect(phrasesToLookUp(question, hotel.ontology)).toEqual(phrases)
})

test('[DV19] names that are not in the index are found, ignoring case, and answered', async () => {
  await using hotel = await openHotel(21_000)
  const { ontology, source } = hotel
  expect(ontology.values.partial).toEqual([{ dataset: 'guests', field: 'guest_name' }])
  const found = async (question: string, phrase: string) =>
    (await lookUpValues(question, ontology, { source, signal, budgetMs: 5_000 })).values
      .exact(phrase)
      .map(({ value }) => value)

  expect(await found('stays of Mara Quist 20999', 'mara quist 20999')).toEqual(['Mara Quist 20999'])
  expect(await found("stays of 'MARA QUIST 7'", 'mara quist 7')).toEqual(['Mara Quist 7'])
  expect(await found('stays of "o\'hara; drop_100%"', "o'hara; drop_100%")).toEqual(["O'Hara; drop_100%"])
  expect(await found('stays of "mara quist 9999999"', 'mara quist 9999999')).toEqual([])
  expect(await lookUpValues('how many guests are there', ontology, { source, signal })).toBe(ontology)

  const question = 'What is the city of the guest "Mara Quist 20999"?'
  const answer = await answerQuestion({ question, ontology, source, context, maxRows: 10, signal })
  expect(answer).toMatchObject({ status: 'answered', rows: [['Bonn']] })
})

test('[DX440] the queries of a clarification name values that were looked up for the question', async () => {
  await using hotel = await openHotel(21_000)
  const question = 'How many stays did the guest "Mara Quist 20999" have recently?'
  const asked = { ...hotel, question, context: { ...context, proceed: false }, maxRows: 10, signal }
  const answer = await answerQuestion(asked)
  if (answer.status !== 'clarification') throw new Error(answer.status)
  const [one] = answer.questions
  expect(one?.choices.map((choice) => choice.answer)).toEqual(one?.suggestions)
  for (const { query } of one?.choices ?? []) expect(JSON.stringify(query)).toContain('Mara Quist 20999')
})

test('[DV19] [DV319] a database that is slow or refuses changes nothing; a cancelled question ends', async () => {
  await using hotel = await openHotel(21_000)
  const { ontology } = hotel
  const slow: Source = {
    ...hotel.source,
    dialect: 'sqlite',
    query: (_, limits) =>
      new Promise((_resolve, reject) => {
        const stop = () => reject(new SourceError('cancelled', 'The statement was stopped'))
        limits.signal.addEventListener('abort', stop, { once: true })
      }),
  }
  expect(await lookUpValues('stays of Mara Quist', ontology, { source: slow, signal, budgetMs: 50 })).toBe(
    ontology,
  )
  const off = new AbortController()
  const asked = lookUpValues('stays of Mara Quist', ontology, { source: slow, signal: off.signal })
  off.abort(new Error('no longer needed'))
  await expect(asked).rejects.toThrow('no longer needed')
})

async function openHotel(
  guests: number,
): Promise<{ readonly source: Source; readonly ontology: Ontology } & AsyncDisposable> {
  const folder = temporaryFolder()
  const file = `${folder.path}/hotel.db`
  const database = new DatabaseSync(file)
  database.exec(`create table guests (id integer primary key, guest_name text, city text);
    create table stays (id integer primary key, guest_id integer references guests (id), room text, price real, arrived date);
    with recursive n (x) as (select 1 union all select x + 1 from n where x < ${guests})
      insert into guests select x, 'Mara Quist ' || x, case when x % 2 then 'Bonn' else 'Ulm' end from n;
    insert into guests values (0, 'O''Hara; drop_100%', 'Ulm');
    insert into stays select id, id, 'Room ' || (id % 9), 80 + id % 7, date('2026-11-01', '-' || id || ' days') from guests where id < 500;`)
  database.close()
  const source = await openSource(
    { kind: 'sqlite', file },
    { roots: new SourceRoots({ roots: [folder.path] }) },
  )
  const model = await introspect(source, { signal })
  return {
    source,
    ontology: { id: 'hotel', name: 'hotel', description: null, ...model },
    async [Symbol.asyncDispose]() {
      await source[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
}
