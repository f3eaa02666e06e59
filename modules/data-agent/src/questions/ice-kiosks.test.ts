import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSmallDatabase, sorted, type SmallDatabase } from './test-small-database.ts'

const day = (at: number): string =>
  new Date(Date.UTC(2025, 0, 6) + at * 86_400_000).toISOString().slice(0, 10)
const list = (length: number, row: (at: number) => string): string =>
  Array.from({ length }, (_, at) => `(${row(at)})`).join(', ')
const kiosks = ['Pier', 'Zoo', 'Old Lock', 'Beach'] as const
const kinds = ['Milk & cream', 'Sorbet', 'Cones & cups'] as const

let ices: SmallDatabase
beforeAll(async () => {
  ices = await openSmallDatabase(`
    create table flavour_list (code integer primary key, flavour text, family text, price real, cost real);
    create table staff (name text primary key, role text, stand text, started date, hourly_rate real);
    create table staff_hours (week_starting date, name text references staff, stand text, hours real, rate real, pay real);
    create table till_by_day (business_day date, kiosk text, type text, receipts integer, amount real, vat real);
    create table till_by_flavour (period text, kiosk text, code integer references flavour_list, scoops_sold integer, value real);
    create table supplier_bills (bill_date date, supplier text, what_for text, total real, due_date date, paid_on date);
    insert into flavour_list values ${list(9, (at) => `${at + 1}, 'Ice ${at}', 'Family ${at % 3}', ${2 + at}, ${0.5 + at / 4}`)};
    insert into staff values ${list(12, (at) => `'Worker ${at}', '${['Seller', 'Cook', 'Boss'][at % 3]}', '${kiosks[at % 4]}', '2024-01-0${(at % 9) + 1}', ${11 + at / 10}`)};
    insert into staff_hours values ${list(400, (at) => `'${day((at % 90) * 7)}', 'Worker ${at % 12}', '${kiosks[at % 4]}', ${20 + (at % 7)}, ${10 + (at % 12) / 10}, ${(20 + (at % 7)) * (10 + (at % 12) / 10)}`)};
    insert into till_by_day values ${list(1500, (at) => `'${day(at % 600)}', '${kiosks[at % 4]}', '${at % 10 === 0 ? 'VOID' : at % 10 === 1 ? 'REFUND' : 'SALE'}', ${at % 10 < 2 ? 1 : 60 + (at % 40)}, ${at % 10 === 1 ? -7 : 300 + (at % 90)}, ${at % 10 === 1 ? -1 : 50 + (at % 15)}`)};
    insert into till_by_flavour values ${list(720, (at) => `'${day((at % 20) * 30).slice(0, 7)}', '${kiosks[at % 4]}', ${(at % 9) + 1}, ${60 + ((at * 7) % 31)}, ${(60 + ((at * 7) % 31)) * (1.5 + (at % 9))}`)};
    insert into supplier_bills values ${list(200, (at) => `'${day(at * 3)}', '${['Dairy Ltd', 'Cone Co', 'Fruit Hall'][at % 3]}', '${kinds[at % 3]}', ${90 + (at % 50)}, '${day(at * 3 + 30)}', ${at % 8 === 0 ? 'null' : `'${day(at * 3 + 20)}'`}`)};
  `)
})
afterAll(() => ices[Symbol.dispose]())

describe('[DR2702] beside a report by day, one by item and month says what each item brought', () => {
  test('the whole is that by day', () => {
    expect(ices.rows('revenue in march 2026')).toEqual(
      ices.run(`select sum(amount) from till_by_day where type <> 'VOID' and business_day like '2026-03%'`),
    )
  })
  test('items are those of the other report', () => {
    expect(sorted(ices.rows('revenue by family in 2026'))).toEqual(
      sorted(
        ices.run(
          `select family, sum(value) from till_by_flavour join flavour_list using (code) where period like '2026%' group by 1`,
        ),
      ),
    )
  })
  test('[DO1171] [DR4277] a month that is written as text is a period', () => {
    expect(ices.rows('units sold in march 2026')).toEqual(
      ices.run(`select sum(scoops_sold) from till_by_flavour where period = '2026-03'`),
    )
  })
  test('[DR2700] its rows say nothing about days', () => {
    const plan = ices.plan('units sold per day in march 2026')
    const readings = plan.status === 'readings' ? plan.readings : []
    expect(readings.filter(({ query }) => JSON.stringify(query).includes('"unit":"day"'))).toEqual([])
  })
})

test('[DR2703] where a row sums up sales, the average is what was taken for each of them', () => {
  expect(ices.rows('average spend per customer in 2025')).toEqual(
    ices.run(
      `select sum(amount) / sum(receipts) from till_by_day where type <> 'VOID' and business_day like '2025%'`,
    ),
  )
})

describe('[DR2701] staff are people, and what they are paid is not what was sold', () => {
  test('no stream of income', () => {
    expect(ices.ontology.metrics.map(({ name }) => name).filter((name) => /staff/.test(name))).toEqual([])
  })
  test('[DR2704] the pay of a row is what its hours cost', () => {
    expect(ices.rows('wages in 2025')).toEqual(
      ices.run(`select sum(pay) from staff_hours where week_starting like '2025%'`),
    )
  })
})

describe('[DO1172] a column with the values of another sheet has its name too', () => {
  test('the stands of staff are the kiosks of the till', () => {
    expect(sorted(ices.rows('revenue by stand in 2025'))).toEqual(
      sorted(
        ices.run(
          `select kiosk, sum(amount) from till_by_day where type <> 'VOID' and business_day like '2025%' group by 1`,
        ),
      ),
    )
  })
})

test('[DR2705] “and” stands for the sign in a value', () => {
  expect(ices.rows('how much did we spend on milk and cream in 2025')).toEqual(
    ices.run(
      `select sum(total) from supplier_bills where what_for = 'Milk & cream' and bill_date like '2025%'`,
    ),
  )
})
