import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openLiftService } from './test-lift-service.ts'
import { sorted, type SmallDatabase } from './test-small-database.ts'

let service: SmallDatabase
beforeAll(async () => {
  service = await openLiftService()
})
afterAll(() => service[Symbol.dispose]())

type Case = readonly [question: string, sql: string]

function answers(cases: readonly Case[]): void {
  test.each(cases)('%s', (question, sql) => {
    expect(sorted(service.rows(question))).toEqual(sorted(service.run(sql)))
  })
}

const firstArrival = (where: string): string =>
  `select avg(late) from (select julianday(min(ArrivedAt)) - julianday(ReportedAt) as late from Attendance join Fault using (FaultNo) where ArrivedAt is not null and ${where} group by FaultNo)`

describe('[DR2324] how long it takes to get somewhere is the time until the first arrival for each row that was reported', () => {
  answers([
    ['how long does it take us on average to get to an entrapment', firstArrival("Urgency = 'Entrapment'")],
    ['how quickly do we get to a fault', firstArrival('true')],
    ['average response time this year', firstArrival("ReportedAt >= '2026-01-01'")],
  ])
})

describe('[DR2325] hours on site are the time between arrival and departure', () => {
  const hours = 'sum((julianday(LeftAt) - julianday(ArrivedAt)) * 24)'
  const lastMonth = `select FullName, ${hours} from Attendance join Mechanic using (MechanicID) where substr(ArrivedAt, 1, 7) = '2026-10' group by 1`
  answers([
    ['hours on site per mechanic last month', lastMonth],
    ['how many hours did each mechanic spend on site last month', lastMonth],
    ['total hours on site this year', `select ${hours} from Attendance where ArrivedAt >= '2026-01-01'`],
  ])
})

describe('[DR2331] after the event that ends a time, a noun names its rows', () => {
  answers([
    [
      'how many days do buildings take to decide on an offer',
      'select avg(julianday(DecidedOn) - julianday(OfferDate)) from Offer',
    ],
  ])
})

describe('[DR2332] what “we used” or “fitted” is the quantity of the rows of use, on the day of the work that they belong to', () => {
  const used = (where: string): string =>
    `select sum(Qty) from SpareUsed join Spare using (SpareNo) join Attendance using (AttendanceID) where ${where} and ArrivedAt >= '2026-01-01'`
  answers([
    ['how many rollers did we use this year', used("SpareGroup = 'Rollers'")],
    ['how many cabin lamps did we fit this year', used("Descr = 'Cabin lamp'")],
    ['how many ropes have we put in this year', used("SpareGroup = 'Ropes'")],
  ])
})
