import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openUpholsterer } from './test-upholsterer.ts'
import { sorted, type SmallDatabase } from './test-small-database.ts'

let workshop: SmallDatabase
beforeAll(async () => {
  workshop = await openUpholsterer()
})
afterAll(() => workshop[Symbol.dispose]())

type Case = readonly [question: string, sql: string]

function answers(cases: readonly Case[]): void {
  test.each(cases)('%s', (question, sql) => {
    expect(sorted(workshop.rows(question))).toEqual(sorted(workshop.run(sql)))
  })
}

const toReady = 'avg(julianday(ready_on) - julianday(brought_on))'

describe('[DR2320] “average days to …” and “how long …, in days” ask how long something takes', () => {
  answers([
    ['average days to get a piece done', `select ${toReady} from piece`],
    [
      'how long does it take to get a sofa ready, in weeks',
      `select ${toReady} / 7 from piece where kind = 'Sofa'`,
    ],
    [
      'how long does each worker take to finish a piece',
      `select full_name, ${toReady} from piece join worker using (worker_id) group by 1`,
    ],
  ])
})

describe('[DR2321] where no name tells, a row takes from its own day to the one that says that it is done or back', () => {
  answers([['how long do pieces take', `select ${toReady} from piece where state <> 'called off'`]])
})

describe('[DR2322] how long people keep a thing is the time of the rows that lend it', () => {
  answers([
    [
      'how long do clients keep a prop on average',
      'select avg(julianday(came_back) - julianday(taken_on)) from prop_loan',
    ],
  ])
})

test('[DR2323] a turnaround without a thing is that of the only rows of work, with a warning', () => {
  const question = 'average turnaround per worker this year'
  const sql = `select full_name, ${toReady} from piece join worker using (worker_id) where brought_on >= '2026-01-01' group by 1`
  expect(sorted(workshop.rows(question))).toEqual(sorted(workshop.run(sql)))
  expect(workshop.reading(question).assumptions).toContainEqual({
    about: 'what counts',
    says: 'The time is that of piece.',
    changesNumbers: true,
  })
})

describe('[DR2326] a birthday is a day and a month, in whatever year', () => {
  answers([
    [
      'which clients have their birthday next month',
      "select full_name, date_of_birth from client where strftime('%m', date_of_birth) = '12'",
    ],
    [
      'whose birthday is this month',
      "select full_name, date_of_birth from client where strftime('%m', date_of_birth) = '11'",
    ],
    ['how many clients have their birthday in the next 30 days', 'select 3'],
  ])
})

describe('[DR2327] a month of the year is the same month of all years', () => {
  answers([
    [
      'in which month of the year do most loans start',
      "select cast(strftime('%m', taken_on) as integer) from prop_loan group by 1 order by count(*) desc limit 1",
    ],
  ])
})

describe('[DR2328] what should be back and is not is overdue, and so is the thing that was lent', () => {
  const open = "came_back is null and due_back < '2026-11-15' and state <> 'cancelled'"
  answers([
    [
      'which loans should have been back already',
      `select loan_no, prop_name, full_name, due_back from prop_loan join prop using (prop_id) join client using (client_id) where ${open}`,
    ],
    ['which props are overdue', `select prop_name from prop_loan join prop using (prop_id) where ${open}`],
  ])
})

describe('[DR2329] “ready” is an event where rows have its day', () => {
  const waiting = 'select count(*) from piece where ready_on is not null and fetched_on is null'
  answers([
    [
      'how many pieces were ready later than promised this year',
      "select count(*) from piece where ready_on > promised_for and brought_on >= '2026-01-01'",
    ],
    ['how many pieces are ready but not fetched yet', waiting],
  ])
})

describe('[DR2209] “nobody has picked them up” is said of what was not picked up', () => {
  answers([
    [
      'how many pieces are ready but nobody has picked them up',
      'select count(*) from piece where ready_on is not null and fetched_on is null',
    ],
  ])
})
