import { cents, day, into, upTo } from './test-made-rows.ts'

/** A clockmaker who sells wares and works on the clocks of others, and a costume hire with papers of its own names, and a rink with a kiosk. */

const wares = [
  'Strap Calf 18mm',
  'Strap Nylon 20mm',
  'Wall Clock Oak',
  'Key Brass',
  'Winding Box 2x4 cm',
  'Polish',
]

function tillSales(): string {
  const receipts: (string | number | null)[][] = []
  const lines: (string | number | null)[][] = []
  for (const id of upTo(150)) {
    const isOff = id % 25 === 0
    let total = 0
    for (const n of upTo(1 + (id % 2))) {
      const ware = ((id * 5 + n) % 5) + 1
      const price = 8 + ware * 3.5
      lines.push([lines.length + 1, id, ware, 1 + (id % 3), price])
      total += price * (1 + (id % 3))
    }
    receipts.push([
      id,
      (id % 20) + 1,
      (id % 4) + 1,
      id % 3 === 0 ? 'cash' : 'card',
      ['North', 'South', 'East'][id % 3] ?? '',
      isOff ? 'cancelled' : 'sold',
      day(-2 * (150 - id) - 1),
      cents(total),
    ])
  }
  return into('receipts', receipts) + into('receipt_lines', lines)
}

export const clockmaker: string = `
  create table wares (ware_id integer primary key, description text not null, list_price real, on_hand integer, min_stock integer);
  create table guild (member_id integer primary key, full_name text not null, job_title text, started_on date, hourly_wage real);
  create table patrons (patron_id integer primary key, given_name text, family_name text, town text, club_level text);
  create table receipts (receipt_no integer primary key, patron_id integer references patrons, served_by integer references guild, pay_method text,
    walking_route text, state text, sold_on date, gross_total real);
  create table receipt_lines (line_id integer primary key, receipt_no integer not null references receipts, ware_id integer not null references wares, qty integer, price_each real);
  create table clocks (clock_id integer primary key, patron_id integer not null references patrons, make text, case_no text);
  create table bench_sheets (sheet_no integer primary key, clock_id integer not null references clocks, repairer_id integer references guild, task text, status text,
    booked_for date, promised_for date, finished_on date, labour_charge real, parts_charge real, bill_total real);
  ${into(
    'wares',
    wares.map((name, i) => [i + 1, name, 8 + i * 3.5, 4 + i, 3]),
  )}
  ${into(
    'guild',
    ['Ada Wren', 'Bo Marsh', 'Cy Holt', 'Di Fenn', 'Ed Lark'].map((name, i) => [
      i + 1,
      name,
      ['Repairer', 'Repairer', 'Seller', 'Seller', 'Owner'][i] ?? '',
      day(-900 + i),
      15 + i,
    ]),
  )}
  ${into(
    'patrons',
    upTo(24).map((id) => [
      id,
      `Given${id}`,
      `Family${id}`,
      id % 2 === 0 ? 'Holm' : 'Brink',
      id % 3 === 0 ? 'silver' : 'bronze',
    ]),
  )}
  ${tillSales()}
  ${into(
    'clocks',
    upTo(30).map((id) => [id, (id % 20) + 1, id % 2 === 0 ? 'Hessel' : 'Tarn', `C${id}`]),
  )}
  ${into(
    'bench_sheets',
    upTo(120).map((id) => {
      const booked = -3 * (120 - id) - 10
      const isOff = id % 30 === 0
      return [
        id,
        (id % 30) + 1,
        [1, 2, 1, 5][id % 4] ?? 1,
        id % 2 === 0 ? 'Full clean' : 'New spring',
        isOff ? 'cancelled' : 'done',
        day(booked),
        day(booked + 4),
        isOff ? null : day(booked + 2 + (id % 4)),
        20 + (id % 9),
        id % 7,
        20 + (id % 9) + (id % 7),
      ]
    }),
  )}`

const costumes = ['Cape Velvet 3x2 m', 'Cape Wool 4x2 m', 'Crown', 'Ruff', 'Lantern']

export const costumeHire: string = `
  create table "costume list" ("Code" text primary key, "Description" text, "Family" text, "Day rate" real, "Replacement value" real);
  create table accounts ("Account no" integer primary key, "Trading name" text, "Town" text, "Terms" text);
  create table hires ("Slip no" integer primary key, "Booked" date, "Goes out" date, "Due back" date, "Came back" date, "Account" integer references accounts,
    "Taken by" text, "Status" text, "Total" real, "Paid" date);
  create table "hire lines" ("Line" integer primary key, "Slip no" integer references hires, "Code" text references "costume list", "Quantity" integer, "Rate" real, "Amount" real);
  create table carriers ("Carrier no" integer primary key, "Name" text, "Hourly rate" real, "Started" date);
  ${into(
    '"costume list"',
    costumes.map((name, i) => [`K${i + 1}`, name, i < 2 ? 'Capes' : 'Props', 4 + i, 40 + i * 10]),
  )}
  ${into(
    'accounts',
    upTo(12).map((id) => [
      200 + id,
      `Troupe ${'ABCDEFGHIJKL'[id - 1] ?? ''}`,
      id % 2 === 0 ? 'Holm' : 'Brink',
      ['30 days', '14 days', 'cash'][id % 3] ?? '',
    ]),
  )}
  ${into(
    'hires',
    upTo(140).map((id) => {
      const booked = -2 * (140 - id) - 20
      return [
        5000 + id,
        day(booked),
        day(booked + 5),
        day(booked + 9),
        id > 135 ? null : day(booked + 9 + (id % 2)),
        201 + (id % 12),
        ['Ola', 'Pim', 'Pim', 'Rae', 'Pim'][id % 5] ?? '',
        id % 28 === 0 ? 'Cancelled' : 'Confirmed',
        cents(12 + (id % 11)),
        id % 6 === 0 ? null : day(booked + 15),
      ]
    }),
  )}
  ${into(
    '"hire lines"',
    upTo(210).map((id) => [
      id,
      5000 + ((id - 1) % 140) + 1,
      `K${(id % 4) + 1}`,
      1 + (id % 3),
      4 + (id % 4),
      (1 + (id % 3)) * (4 + (id % 4)),
    ]),
  )}
  ${into(
    'carriers',
    ['Sam Pell', 'Tia Rook'].map((name, i) => [i + 1, name, 14 + i, day(-700)]),
  )}`

export const rink: string = `
  create table crew (crew_id integer primary key, given_name text, family_name text, start_date date, hourly_wage real);
  create table skaters (skater_id integer primary key, given_name text, family_name text, joined_on date);
  create table day_passes (pass_id integer primary key, skater_id integer references skaters, visitor_name text not null, price real, purchased_at datetime,
    sold_by integer references crew);
  create table kiosk_items (item_id integer primary key, item_name text, price real);
  create table kiosk_tickets (ticket_id integer primary key, crew_id integer references crew, rung_up_at datetime, paid_with text);
  create table kiosk_ticket_lines (line_id integer primary key, ticket_id integer not null references kiosk_tickets, item_id integer not null references kiosk_items, qty integer, price_each real);
  ${into(
    'crew',
    ['Wren', 'Marsh', 'Holt'].map((name, i) => [
      i + 1,
      ['Ada', 'Bo', 'Cy'][i] ?? '',
      name,
      day(-800),
      14 + i,
    ]),
  )}
  ${into(
    'skaters',
    upTo(15).map((id) => [id, `Given${id}`, `Family${id}`, day(-600 + id)]),
  )}
  ${into(
    'day_passes',
    upTo(130).map((id) => [
      id,
      id % 3 === 0 ? (id % 15) + 1 : null,
      id % 7 === 0 ? 'Nia Vale' : `Visitor ${'ABCDEFGHIJKLMNOPQ'[id % 17] ?? ''}`,
      9,
      `${day(-2 * (130 - id) - 1)} 10:00:00`,
      (id % 3) + 1,
    ]),
  )}
  ${into(
    'kiosk_items',
    ['Cocoa', 'Waffle', 'Soup'].map((name, i) => [i + 1, name, 2 + i]),
  )}
  ${into(
    'kiosk_tickets',
    upTo(160).map((id) => [
      id,
      [1, 2, 2, 3][id % 4] ?? 1,
      `${day(-(160 - id) - 1)} 15:00:00`,
      id % 2 === 0 ? 'card' : 'cash',
    ]),
  )}
  ${into(
    'kiosk_ticket_lines',
    upTo(200).map((id) => [id, ((id - 1) % 160) + 1, (id % 3) + 1, 1 + (id % 2), 2 + (id % 3)]),
  )}`
