import { expect, test } from 'vitest'
import { buildSql, planJoins, type Ontology } from '@quipu/query'
import type { Reading } from '@quipu/reading'
import { openSmallDatabase, type SmallDatabase } from '../../questions/test-small-database.ts'
import type { ResultSet } from '../../sources/source.ts'
import type { Runner } from '../steps/runner.ts'
import { withDateThatIsSet } from './mend-dates.ts'

const now = new Date('2026-06-15T12:00:00Z')
const script = `
  create table grower (grower_no integer primary key, name text not null);
  create table delivery (delivery_no integer primary key, grower_no integer references grower, ordered_on date, delivered_on date, state text);
  create table licence (licence_no integer primary key, grower_no integer references grower, begins_on date, ends_on date, state text);
  insert into grower values (1, 'Ada'), (2, 'Bo');
  insert into delivery values (1, 1, '2026-02-01', '2026-02-03', 'delivered'), (2, 2, '2026-03-01', '2026-03-03', 'delivered'),
    (3, 1, '2026-04-01', null, 'cancelled'), (4, 2, '2026-05-01', null, 'cancelled'), (5, 2, '2025-05-01', null, 'cancelled'),
    (6, 1, '2026-06-10', null, 'open'), (7, 1, '2025-03-01', '2025-03-05', 'refused'), (8, 1, '2026-06-10', '2026-06-12', 'delivered');
  insert into licence values (1, 1, '2025-01-01', null, 'active'), (2, 2, '2025-01-01', '2026-06-20', 'notice'), (3, 2, '2024-01-01', '2025-02-01', 'ended');
`

/** The reading that is answered in the end, with its rows. */
async function mended(
  database: SmallDatabase,
  reading: Reading,
  question: string,
): Promise<{ readonly other: Reading | null; readonly rows: readonly (readonly unknown[])[] }> {
  const { ontology } = database
  const run: Runner = (query) => Promise.resolve(resultOf(database, query, ontology))
  const first = resultOf(database, reading.query, ontology)
  const other = await withDateThatIsSet(reading, first, question, ontology, run)
  return { other, rows: resultOf(database, (other ?? reading).query, ontology).rows }
}

function resultOf(database: SmallDatabase, query: Reading['query'], ontology: Ontology): ResultSet {
  const joins = planJoins(query, ontology)
  if ('status' in joins) throw new Error(joins.reason)
  const { inlined } = buildSql(query, joins, ontology, { now, timeZone: 'UTC' })
  // Cells of SQLite are texts, numbers and null.
  return { columns: [], rows: database.run(inlined), isTruncated: false } as unknown as ResultSet
}

function asked(database: SmallDatabase, where: Reading['query']['where']): Reading {
  const made = database.reading('how many deliveries')
  return { ...made, query: { ...made.query, where } }
}
const delivered = { kind: 'field', dataset: 'delivery', field: 'delivered_on' } as const
const state = (value: string) =>
  ({
    kind: 'compare',
    left: { kind: 'field', dataset: 'delivery', field: 'state' },
    operator: '=',
    right: { kind: 'literal', value },
  }) as const
const thisYear = { kind: 'during', of: delivered, start: '2026-01-01', end: '2027-01-01' } as const

test('[DO983] a period is that of another date, where none of the rows has the date that was taken', async () => {
  using database = await openSmallDatabase(script, { now })
  const reading = asked(database, { kind: 'and', of: [state('cancelled'), thisYear] })
  const { other, rows } = await mended(database, reading, 'how many deliveries were cancelled this year')
  expect(rows).toEqual([[2]])
  expect(other?.assumptions).toContainEqual(
    expect.objectContaining({
      says: 'None of these delivery has a date in delivered on, so it is the period of ordered on.',
      changesNumbers: true,
    }),
  )
})

test('[DO983] where some rows have the date, none in the period stays none', async () => {
  using database = await openSmallDatabase(script, { now })
  const reading = asked(database, { kind: 'and', of: [state('refused'), thisYear] })
  expect(await mended(database, reading, 'refused this year')).toEqual({ other: null, rows: [[0]] })
})

test('[DO984] a date that none of the rows can have is not asked for', async () => {
  using database = await openSmallDatabase(script, { now })
  const isSet = { kind: 'not', of: { kind: 'null', of: delivered } } as const
  const { rows } = await mended(
    database,
    asked(database, { kind: 'and', of: [state('open'), isSet] }),
    'open deliveries',
  )
  expect(rows).toEqual([[1]])
})

test('[DO985] a running state that the question does not say gives way to the day that it asks for', async () => {
  using database = await openSmallDatabase(script, { now })
  const question = 'licences that end in the next 30 days'
  const { rows } = await mended(database, database.reading(question), question)
  expect(rows.map(([number]) => number)).toEqual([2])
})
