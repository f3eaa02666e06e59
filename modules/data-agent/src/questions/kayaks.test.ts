import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openKayaks } from './test-kayaks.ts'
import { openSmallDatabase, sorted, type SmallDatabase } from './test-small-database.ts'

let yard: SmallDatabase
beforeAll(async () => {
  yard = await openKayaks()
})
afterAll(() => yard[Symbol.dispose]())

type Case = readonly [question: string, rows: readonly (readonly unknown[])[]]

function answers(cases: readonly Case[]): void {
  test.each(cases)('%s', (question, rows) => {
    expect(sorted(yard.rows(question))).toEqual(sorted(rows))
  })
}

/** Whether a person gets figures without a word of doubt. */
function isSilent(question: string): boolean {
  const plan = yard.plan(question)
  return (
    plan.status === 'readings' && !plan.readings[0].assumptions.some(({ changesNumbers }) => changesNumbers)
  )
}

describe('[DR990] people are shown with their given and their family name', () => {
  answers([
    [
      'who has no outings',
      [
        ['Cy', 'Orr'],
        ['Ada', 'Pike'],
      ],
    ],
  ])
})

describe('[DR964] things without a name are shown with their brand and model', () => {
  answers([
    ['kayaks we never sold', [[3, 'Grebe', 'Wave 3']]],
    ['our best kayak', [[2, 'Teal', 'Reef 2']]],
  ])
})

describe('[DR992] what takes the longest and what is strongest is not ranked by revenue', () => {
  test.each(['which paddler takes the longest to pay', 'what is our strongest kayak'])('%s', (question) => {
    expect(isSilent(question)).toBe(false)
  })
})

describe('[DR993] amounts taken of one kind are those of the rows with this kind', () => {
  answers([['how much did we take in vouchers last month', [[70]]]])
})

describe('[DR994] money that was collected is a sum', () => {
  answers([['berth fees we collected last month', [[85]]]])
})

describe('[DR967] what things brought in is one sum', () => {
  answers([['how much did kayaks bring in last month', [[500]]]])
})

describe('[DR996] a question for a number and an amount is not answered with one of them', () => {
  test('how many sales have a rest to pay and how much is that altogether', () => {
    expect(isSilent('how many sales have a rest to pay and how much is that altogether')).toBe(false)
  })
})

describe('[DR997] rows are not looked for among those that are not there', () => {
  answers([
    [
      "paddlers who haven't had outings for 60 days",
      [
        ['Ben', 'Nash'],
        ['Cy', 'Orr'],
        ['Ada', 'Pike'],
      ],
    ],
  ])
})

describe('[DR998] “the till” is a thing, and no “until”', () => {
  answers([['how much did we take at the till last month', [[12]]]])
})

describe('[DR999] “fully”, “partly” and “sold” are not left out in silence', () => {
  test.each(['how many outings were fully booked', 'retail sold per kayak'])('%s', (question) => {
    expect(isSilent(question)).toBe(false)
  })
})

test('[DR1000] a date makes nothing best or worst', async () => {
  using cafes = await openSmallDatabase(`
    create table cafe (cafe_no integer primary key, cafe_name text not null, customer_since date);
    insert into cafe values (1,'Blue','2020-01-01'),(2,'Red','2021-01-01'),(3,'Green','2022-01-01');
  `)
  expect(cafes.plan('who are our best customers').status).not.toBe('readings')
})

test('[DR965] a reference to another dataset is not the number of a sale', async () => {
  using school = await openSmallDatabase(`
    create table course (course_code text primary key, title text not null);
    insert into course values ('A1','Knots'),('B2','Rolls');
    create table booking (booking_no integer primary key, course_code text not null references course(course_code), booked_on date, amount real);
    insert into booking values (1,'A1','2025-10-01',10),(2,'A1','2025-10-02',10),(3,'B2','2025-10-03',40),(4,'B2','2025-10-04',40);
  `)
  expect(school.rows('average booking value')).toEqual([[25]])
})

test('[DR4130] what each thing brought in is divided', () => {
  const rows = yard.rows('how much did each kayak bring in last month')
  expect(rows.map((row) => [row[0], row.at(-1)])).toEqual([
    [1, 300],
    [2, 200],
  ])
})
