import { describe, expect, test } from 'vitest'
import { openedBefore, rowsOf } from './test-asked-rows.ts'
import { day, into, upTo } from './test-made-rows.ts'

const at = (offset: number, hour: number): string => `${day(offset)} ${String(hour).padStart(2, '0')}:15:00`
const isSolved = (id: number): boolean => id <= 170
const createdOn = (id: number): number => -420 + id * 2
const contractState = (id: number): string =>
  id % 4 === 0 ? 'cancelled' : id % 9 === 0 ? 'replaced' : 'active'
const billState = (id: number): string =>
  id % 17 === 0 ? 'uncollectible' : id % 23 === 0 ? 'void' : id % 5 === 0 ? 'sent' : 'paid'

const script = `
  create table team (team_id integer primary key, team_name text not null);
  create table engineer (engineer_id integer primary key, full_name text not null, job text, team_id integer references team, lead_id integer references engineer, started_on date);
  create table ticket_status (status_id integer primary key, label text not null, is_done integer not null);
  create table tariff (tariff_id integer primary key, tariff_name text not null);
  create table client (client_id integer primary key, client_name text not null, town text);
  create table contract (contract_id integer primary key, client_id integer not null references client, tariff_id integer not null references tariff, status text, devices integer, monthly_device_price real, discount_percent integer not null, started_on date, cancelled_on date);
  create table invoice (invoice_id integer primary key, invoice_number text unique, client_id integer not null references client, status text, issued_on date, due_on date, paid_on date, net_amount real, vat_amount real, gross_amount real);
  create table invoice_line (line_id integer primary key, invoice_id integer not null references invoice, kind text, amount real);
  create table ticket (ticket_id integer primary key, ticket_number text unique, client_id integer references client, engineer_id integer references engineer, status_id integer not null references ticket_status, created_at timestamp, first_answer_at timestamp, first_answer_due_at timestamp, solve_due_at timestamp, solved_at timestamp, closed_at timestamp, reopen_count integer not null);
  create table message (message_id integer primary key, ticket_id integer not null references ticket, engineer_id integer references engineer, sent_at timestamp);
  create table feedback (feedback_id integer primary key, ticket_id integer not null references ticket, sent_at timestamp, answered_at timestamp, score integer);
  create table tag (tag_id integer primary key, tag text not null unique);
  create table ticket_tag (ticket_id integer not null references ticket, tag_id integer not null references tag, primary key (ticket_id, tag_id));
  create table service_order (service_order_id integer primary key, team_id integer not null references team, state text, started_on date);
  ${into('team', [
    [1, 'Shore'],
    [2, 'Sea'],
  ])}
  ${into(
    'engineer',
    ['Ada Holm', 'Bo Finch', 'Cy Marsh', 'Di Reef', 'Ed Skerry'].map((name, i) => [
      i + 1,
      name,
      i === 0 ? 'Head' : i % 2 === 0 ? 'Diver' : 'Fitter',
      1 + (i % 2),
      i === 0 ? null : i < 3 ? 1 : 2,
      day(-900 + i * 20),
    ]),
  )}
  ${into('ticket_status', [
    [1, 'New', 0],
    [2, 'Open', 0],
    [3, 'On hold', 0],
    [4, 'Solved', 1],
  ])}
  ${into('tariff', [
    [1, 'Basic'],
    [2, 'Growth'],
    [3, 'Fleet'],
  ])}
  ${into(
    'client',
    upTo(30).map((id) => [id, `Port ${id}`, id % 2 === 0 ? 'Ness' : 'Holm']),
  )}
  ${into(
    'contract',
    upTo(36).map((id) => [
      id,
      1 + (id % 30),
      1 + (id % 3),
      contractState(id),
      2 + (id % 7),
      10 + (id % 3) * 5,
      (id % 3) * 10,
      day(-800 + id * 10),
      contractState(id) === 'cancelled' ? day(-300 + id * 6) : null,
    ]),
  )}
  ${into(
    'invoice',
    upTo(120).map((id) => [
      id,
      `B${id}`,
      1 + (id % 30),
      billState(id),
      day(-400 + id * 3),
      day(-386 + id * 3),
      billState(id) === 'paid' ? day(-390 + id * 3) : null,
      100 + id,
      20,
      120 + id,
    ]),
  )}
  ${into(
    'invoice_line',
    upTo(240).map((id) => [id, 1 + (id % 120), id > 120 ? 'discount' : 'device', id > 120 ? -10 : 110]),
  )}
  ${into(
    'ticket',
    upTo(200).map((id) => [
      id,
      `T${id}`,
      1 + (id % 30),
      id % 11 === 0 ? null : 1 + (id % 5),
      isSolved(id) ? (id % 40 === 0 ? 2 : 4) : 1 + (id % 3),
      at(createdOn(id), 8),
      id % 30 === 0 ? null : at(createdOn(id), 9 + (id % 6)),
      at(createdOn(id), 12),
      at(createdOn(id) + (isSolved(id) ? 5 : id % 2 === 0 ? 1 : 60), 12),
      isSolved(id) || id % 8 === 0 ? at(createdOn(id) + 2 + (id % 6), 10) : null,
      isSolved(id) && id % 40 > 0 ? at(createdOn(id) + 9, 10) : null,
      id % 10 === 0 ? 2 : id % 15 === 0 ? 1 : 0,
    ]),
  )}
  ${into(
    'message',
    upTo(500).map((id) => [
      id,
      1 + (id % 200),
      id % 3 === 0 ? null : 1 + (id % 5),
      at(-420 + (id % 415), 11),
    ]),
  )}
  ${into(
    'feedback',
    upTo(150).map((id) => [
      id,
      id,
      at(createdOn(id) + 10, 9),
      id % 3 === 0 ? at(createdOn(id) + 11, 9) : null,
      id % 3 === 0 ? 1 + (id % 5) : null,
    ]),
  )}
  ${into('tag', [
    [1, 'refund'],
    [2, 'drift'],
  ])}
  ${into(
    'ticket_tag',
    upTo(80).map((id) => [id * 2, 1 + (id % 2)]),
  )}
  ${into(
    'service_order',
    upTo(40).map((id) => [id, 1 + (id % 2), id > 28 ? 'running' : 'done', day(-80 + id)]),
  )}
`
const tickets = 'ticket join ticket_status using (status_id)'

describe('a firm that looks after buoys', () => {
  const opened = openedBefore(script)

  test.each([
    [
      'how many jobs is each team working on right now',
      `select team_name, count(*) from service_order join team using (team_id) where state = 'running' group by 1`,
    ],
  ])('[DR2992] [DR4305] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'what share of our satisfaction surveys gets answered',
      'select 100.0 * count(answered_at) / count(*) from feedback',
    ],
    [
      'how many surveys were answered in 2026',
      `select count(*) from feedback where answered_at like '2026%'`,
    ],
  ])('[DR2993] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'avg first answer time this year in hours',
      `select avg((julianday(first_answer_at) - julianday(created_at)) * 24) from ticket where created_at like '2026%'`,
    ],
  ])('[DR2994] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'what % of tickets got their first answer in time in 2026',
      `select 100.0 * sum(first_answer_at <= first_answer_due_at) / count(first_answer_at) from ticket where created_at like '2026%'`,
    ],
  ])('[DR2995] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'how many tickets are overdue',
      `select count(*) from ${tickets} where is_done = 0 and solve_due_at < '2026-06-15'`,
    ],
    [
      'how many tickets are past their solve deadline',
      `select count(*) from ${tickets} where is_done = 0 and solve_due_at < '2026-06-15'`,
    ],
  ])('[DR2996] [DR4306] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'which clients cancelled this year',
      `select client_name from client join contract using (client_id) where cancelled_on like '2026%' group by client_id`,
    ],
  ])('[DR2997] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'how many clients on each tariff',
      `select tariff_name, count(distinct client_id) from contract join tariff using (tariff_id) where status = 'active' group by 1`,
    ],
  ])('[DR2998] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'mrr per tariff',
      `select tariff_name, sum(devices * monthly_device_price * (1 - discount_percent / 100.0)) from contract join tariff using (tariff_id) where status = 'active' group by 1`,
    ],
  ])('[DR2999] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    ['what share of tickets gets reopened', 'select 1.0 * sum(reopen_count > 0) / count(*) from ticket'],
    [
      'how many tickets were reopened in 2026',
      `select count(*) from ticket where reopen_count > 0 and created_at like '2026%'`,
    ],
  ])('[DR3000] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'how many tickets tagged refund in 2026',
      `select count(*) from ticket join ticket_tag using (ticket_id) where tag_id = 1 and created_at like '2026%'`,
    ],
    [
      'how many clients have the Growth tariff',
      `select count(distinct client_id) from contract where tariff_id = 2`,
    ],
  ])('[DR3001] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'average discount on our active contracts',
      `select avg(discount_percent) from contract where status = 'active'`,
    ],
  ])('[DR3002] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'messages sent by each engineer in 2026',
      `select full_name, count(*) from message join engineer using (engineer_id) where sent_at like '2026%' group by 1`,
    ],
  ])('[DR3003] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'open tickets per engineer',
      `select full_name, count(*) from ${tickets} join engineer using (engineer_id) where label = 'Open' group by 1`,
    ],
  ])('[DR3004] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([['who reports to Ada', 'select full_name from engineer where lead_id = 1']])(
    '[DR3005] %s',
    (question, sql) => {
      const { got, wanted } = rowsOf(opened(), question, sql)
      expect(got).toEqual(wanted)
    },
  )

  test.each([['how many unpaid invoices are there', `select count(*) from invoice where status = 'sent'`]])(
    '[DR3006] %s',
    (question, sql) => {
      const { got, wanted } = rowsOf(opened(), question, sql)
      expect(got).toEqual(wanted)
    },
  )

  test.each([
    [
      'how many days do clients wait from created to solved on average',
      'select avg(julianday(solved_at) - julianday(created_at)) from ticket',
    ],
  ])('[DR3007] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })
})
