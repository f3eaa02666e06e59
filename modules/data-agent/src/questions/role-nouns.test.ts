import { describe, expect, test } from 'vitest'
import { openedBefore, rowsOf } from './test-asked-rows.ts'
import { clockmaker, costumeHire, rink } from './test-role-nouns.ts'

describe('a clockmaker with a bench and a till', () => {
  const opened = openedBefore(clockmaker)

  test.each([['how many employees do we have', 'select count(*) from guild']])(
    '[DR2400] %s',
    (question, sql) => {
      const { got, wanted } = rowsOf(opened(), question, sql)
      expect(got).toEqual(wanted)
    },
  )

  test.each([
    ['how many repairs this year', `select count(*) from bench_sheets where booked_for like '2026%'`],
    [
      'how many days does a repair take on average',
      'select avg(julianday(finished_on) - julianday(booked_for)) from bench_sheets where finished_on is not null',
    ],
    [
      'busiest month in the workshop last year',
      `select strftime('%Y-%m-01', booked_for) from bench_sheets where booked_for like '2025%' group by 1 order by count(*) desc limit 1`,
    ],
  ])('[DR2401] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'repairs per repairer this year',
      `select full_name, count(*) from bench_sheets join guild on member_id = repairer_id where booked_for like '2026%' group by member_id`,
    ],
  ])('[DR2402] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      `silver members who haven't bought anything this year`,
      `select given_name, family_name from patrons where club_level = 'silver' and patron_id not in (select patron_id from receipts where sold_on like '2026%' and state <> 'cancelled')`,
    ],
  ])('[DR2403] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    ['how many straps have we got left', `select sum(on_hand) from wares where description like 'Strap%'`],
    ['how many straps are in stock', `select sum(on_hand) from wares where description like 'Strap%'`],
  ])('[DR2404] [DR4251] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'sales per method this year',
      `select pay_method, sum(gross_total) from receipts where state <> 'cancelled' and sold_on like '2026%' group by 1`,
    ],
  ])('[DR2405] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'sales by rout this year',
      `select walking_route, sum(gross_total) from receipts where state <> 'cancelled' and sold_on like '2026%' group by 1`,
    ],
  ])('[DR2406] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })
})

describe('a costume hire', () => {
  const opened = openedBefore(costumeHire)
  const alive = `"hire lines" l join hires h on h."Slip no" = l."Slip no" join "costume list" c on c."Code" = l."Code" where "Status" <> 'Cancelled'`

  test.each([
    [
      'how many capes did we rent out this year',
      `select sum("Quantity") from ${alive} and "Family" = 'Capes' and "Goes out" like '2026%'`,
    ],
  ])('[DR2440] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    ['who takes the most hires', 'select "Taken by" from hires group by 1 order by count(*) desc limit 1'],
  ])('[DR2495] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([['accounts on 30 day terms', `select "Trading name" from accounts where "Terms" = '30 days'`]])(
    '[DR2412] %s',
    (question, sql) => {
      const { got, wanted } = rowsOf(opened(), question, sql)
      expect(got).toEqual(wanted)
    },
  )

  test.each([
    [
      'items nobody ever rented',
      'select "Description" from "costume list" where "Code" not in (select "Code" from "hire lines")',
    ],
  ])('[DR2413] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([['day rate of the 3x2 cape', `select "Day rate" from "costume list" where "Code" = 'K1'`]])(
    '[DR2414] [DR4252] %s',
    (question, sql) => {
      const { got, wanted } = rowsOf(opened(), question, sql)
      expect(got).toEqual(wanted)
    },
  )

  test.each([
    [
      'how many hire slips are unpaid',
      `select count(*) from hires where "Paid" is null and "Status" <> 'Cancelled'`,
    ],
  ])('[DR2415] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'how much is still unpaid by customers',
      `select sum("Total") from hires where "Paid" is null and "Status" <> 'Cancelled'`,
    ],
  ])('[DR2416] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })
})

describe('a rink with a kiosk', () => {
  const opened = openedBefore(rink)

  test.each([
    [
      'who bought the most day passes this year',
      `select visitor_name from day_passes where purchased_at like '2026%' group by 1 order by count(*) desc limit 1`,
    ],
  ])('[DR2417] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'who rang up the most at the kiosk this year',
      `select given_name, family_name from kiosk_tickets join kiosk_ticket_lines using (ticket_id) join crew using (crew_id) where rung_up_at like '2026%' group by crew_id order by sum(qty * price_each) desc limit 1`,
    ],
  ])('[DR2418] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })
})
