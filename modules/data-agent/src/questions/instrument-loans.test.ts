import { describe, expect, test } from 'vitest'
import { openedBefore, rowsOf } from './test-asked-rows.ts'

const loans = openedBefore(`
  create table player (player_no integer primary key, name text not null);
  create table instrument (instrument_no integer primary key, title text not null, day_price real);
  create table loan (loan_no integer primary key, player_no integer references player, booked_on date, goes_out date, due_back date, came_back date, concert_on date, deposit real, deposit_returned date, fee real, paid_on date, status text);
  create table loan_line (line_no integer primary key, loan_no integer not null references loan, instrument_no integer not null references instrument, qty integer, price real);
  insert into player values (1, 'Ada Berg'), (2, 'Bo Dahl'), (3, 'Cy Eng');
  insert into instrument values (1, 'Viola', 4), (2, 'Oboe', 5);
  insert into loan values
    (1, 1, '2025-11-20', '2025-12-01', '2025-12-20', '2026-01-05', '2025-12-10', 50, '2026-01-06', 40, '2026-01-20', 'Returned'),
    (2, 1, '2026-01-10', '2026-02-01', '2026-02-20', '2026-02-25', '2026-02-10', 60, '2026-05-02', 40, '2026-03-07', 'Returned'),
    (3, 2, '2026-02-01', '2026-03-01', '2026-03-10', '2026-03-09', '2026-03-05', 70, '2026-05-03', 20, '2026-03-19', 'Returned'),
    (4, 2, '2026-04-01', '2026-05-01', '2026-05-10', '2026-05-11', '2026-05-05', 80, null, 20, null, 'Returned'),
    (5, 1, '2026-05-01', '2026-05-20', '2026-06-10', null, '2026-06-01', 90, null, 30, null, 'Out'),
    (6, 3, '2026-05-10', '2026-06-18', '2026-06-25', null, '2026-06-20', 10, null, 30, null, 'Booked'),
    (7, 3, '2026-05-12', '2026-07-18', '2026-07-25', null, '2026-07-20', 10, null, 30, null, 'Booked'),
    (8, 2, '2026-05-12', '2026-05-18', '2026-06-01', null, '2026-05-20', 10, null, 30, null, 'Cancelled');
  insert into loan_line select loan_no, loan_no, 1 + loan_no % 2, 1, fee from loan;
`)

describe('what goes out and comes back', () => {
  test.each([
    ['which loans are overdue', 'select 5'],
    ['what is still out and should have been back already', 'select 5'],
  ])('[DR2442] %s: not back by the day that is set for it, whatever else has been done', (question, sql) => {
    const { got, wanted } = rowsOf(loans(), question, sql)
    expect(got).toEqual(wanted)
  })

  test('[DR2443] what came back late came back after the day that was set, in the period', () => {
    expect(loans().rows('how many loans came back late this year')).toEqual([[3]])
    expect(loans().rows('how many loans were returned late this year')).toEqual([[3]])
  })

  test('[DR2444] who brings things back late most often has the most late rows, and not the most rows', () => {
    expect(
      loans()
        .rows('which player brings things back late most often')
        .map(([name]) => name),
    ).toEqual(['Ada Berg'])
    expect(loans().sql('which player has the most late loans')).not.toMatch(/exists/i)
  })

  test('[DR2445] “go out” is the date of this name', () => {
    const { got, wanted } = rowsOf(loans(), 'which loans go out in the next 7 days', 'select 6')
    expect(got).toEqual(wanted)
  })

  test('[DR2446] an amount that is given back, by the day of its return', () => {
    expect(loans().rows('deposits given back last month')).toEqual([[130]])
    expect(loans().rows('deposits returned last month')).toEqual([[130]])
  })

  test('[DR2447] a date of an amount is not that of the state of the row', () => {
    const { got, wanted } = rowsOf(loans(), 'loans returned last month', 'select 4')
    expect(got).toEqual(wanted)
  })

  test('[DR2448] how long before something people do something', () => {
    expect(
      loans()
        .rows('how many days before the concert do people book on average')
        .map(([days]) => Math.round(Number(days))),
    ).toEqual(
      loans()
        .run('select round(avg(julianday(concert_on) - julianday(booked_on))) from loan')
        .map(([days]) => days),
    )
  })

  test('[DR2449] of two moments, the one that is missing more often comes later', () => {
    expect(
      loans()
        .rows('how many days after the return do players pay on average')
        .map(([days]) => Math.round(Number(days))),
    ).toEqual([12])
  })
})

const mill = openedBefore(`
  create table mill_order (order_no integer primary key, buyer text, ordered_at timestamp, sent_at timestamp, total real);
  create table voucher (voucher_no integer primary key, bought_on date, redeemed_on date, price real);
  create table flour (flour_no integer primary key, name text not null, listed text, price real);
  create table grain_in (delivery_no integer primary key, arrived_on date, grower text, amount real, due_on date, paid_on date);
  insert into mill_order values (1, 'Ada', '2026-05-01 10:00:00', '2026-05-03 10:00:00', 10), (2, 'Bo', '2026-05-02 10:00:00', '2026-05-06 10:00:00', 10), (3, 'Bo', '2026-06-02 10:00:00', null, 10);
  insert into voucher values (1, '2026-05-01', '2026-05-04', 10), (2, '2026-05-02', null, 10), (3, '2026-05-02', null, 10);
  insert into flour values (1, 'Rye', 'yes', 3), (2, 'Spelt', 'no', 4), (3, 'Oat', 'yes', 2);
  insert into grain_in values (1, '2026-04-01', 'Lindhof', 100, '2026-05-01', '2026-05-01'), (2, '2026-05-01', 'Moor', 30, '2026-06-01', null), (3, '2026-05-01', 'Lindhof', 12, '2026-07-01', null), (4, '2026-05-02', 'Moor', 7, '2026-06-01', '2026-06-01');
`)

describe('what is not done', () => {
  test('[DR2450] where nothing is said to go out, it is sent', () => {
    expect(mill().rows('how many days until an order goes out on average')).toEqual([[3]])
  })

  test('[DR2451] what was never used has no day of its use', () => {
    expect(mill().rows('how many vouchers were never used')).toEqual([[2]])
  })

  test('[DR2452] what we do not list anymore is not listed', () => {
    expect(
      mill()
        .rows("flours we don't list anymore")
        .map(([name]) => name),
    ).toEqual(['Spelt'])
  })

  test('[DR2453] what we owe to those whom a text of what came in names', () => {
    expect(mill().rows('how much do we still owe our growers')).toEqual([[42]])
  })
})
