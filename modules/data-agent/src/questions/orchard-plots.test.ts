import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmallDatabase, sorted, type SmallDatabase } from './test-small-database.ts'

const day = (at: number): string =>
  new Date(Date.UTC(2025, 0, 6) + at * 86_400_000).toISOString().slice(0, 10)
const list = (length: number, row: (at: number) => string): string =>
  Array.from({ length }, (_, at) => `(${row(at)})`).join(', ')

let orchard: SmallDatabase
beforeAll(async () => {
  orchard = await openSmallDatabase(`
    create table plot (id integer primary key, plot_code text, village text, size_sqm real, yearly_rent real, service_fee real, admin_fee real);
    create table press_run (id integer primary key, run_no text, plot_id integer references plot, pressed_on date, bottled_on date, volume_l real);
    create table stall (id integer primary key, name text);
    create table loyalty_member (id integer primary key, first_name text, last_name text, joined_on date);
    create table receipt (id integer primary key, receipt_no text, stall_id integer references stall, loyalty_member_id integer references loyalty_member,
      paid_at timestamp, total real, status text);
    insert into plot values ${list(60, (at) => `${at + 1}, 'P-${at}', '${['Ash', 'Elm', 'Oak'][at % 3] ?? ''}', ${40 + (at % 17)}, ${90 + (at % 23)}, ${5 + (at % 3)}, ${2 + (at % 4)}`)};
    insert into press_run values ${list(300, (at) => `${at + 1}, 'R${at}', ${(at % 60) + 1}, '${day(at * 2)}', '${day(at * 2 + 20)}', ${200 + (at % 9) * 50}`)};
    insert into stall values (1, 'Market'), (2, 'Station');
    insert into loyalty_member values ${list(40, (at) => `${at + 1}, 'Ann${at}', 'Reed${at}', '2024-05-01'`)};
    insert into receipt values ${list(800, (at) => `${at + 1}, 'N${at}', ${(at % 2) + 1}, ${at % 4 === 0 ? (at % 40) + 1 : 'null'}, '${day(at % 600)} 11:10:00', ${3 + (at % 13)}, '${at % 60 === 9 ? 'void' : 'paid'}'`)};
  `)
})
afterAll(() => orchard[Symbol.dispose]())

test('[DR3714] [DR4430] a unit that is spoken is the column that is measured so, of the rows that the verb dates', () => {
  expect(orchard.rows('how many litres did we press in march 2025')).toEqual(
    orchard.run(`select sum(volume_l) from press_run where pressed_on like '2025-03%'`),
  )
  expect(orchard.rows('litres bottled per month in 2025')).toEqual(
    orchard.run(
      `select strftime('%Y-%m-01', bottled_on), sum(volume_l) from press_run where bottled_on like '2025%' group by 1 order by 1`,
    ),
  )
  expect(orchard.rows('how many square metres do we have in Elm')).toEqual(
    orchard.run(`select sum(size_sqm) from plot where village = 'Elm'`),
  )
})

test('[DR3715] an amount per unit is divided by the column of the unit, if only one column has its name', () => {
  expect(sorted(orchard.rows('average rent per square metre by village'))).toEqual(
    sorted(orchard.run('select village, sum(yearly_rent) / sum(size_sqm) from plot group by 1')),
  )
  expect(orchard.plan('average fee per square metre by village').status).not.toBe('readings')
})

test('[DR3716] where few sales say who bought, what a customer spends on average is what a sale comes to', () => {
  expect(sorted(orchard.rows('average spend per customer at each stall'))).toEqual(
    sorted(
      orchard.run(
        `select s.name, avg(r.total) from receipt r join stall s on s.id = r.stall_id where r.status <> 'void' group by 1`,
      ),
    ),
  )
})
