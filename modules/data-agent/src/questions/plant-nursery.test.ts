import { describe, expect, test } from 'vitest'
import { readQuestion, type Previous } from '@quipu/reading'
import { now, openedBefore, rowsOf } from './test-asked-rows.ts'
import { cents, day, into, upTo } from './test-made-rows.ts'
import { plainContext } from './test-shop.ts'

const plants = ['Tea Rose', 'Dog Rose', 'Rambler', 'Lady Fern', 'Hart Fern', 'Sage']
const yards = ['Brook Yard', 'Mill Yard']
const dockets = upTo(240)

describe('a nursery with yards that have tills, and bills for those who plant parks', () => {
  const opened = openedBefore(`
    create table yard (yard_id integer primary key, yard_name text not null, street text);
    create table plant_group (group_id integer primary key, group_name text not null);
    create table plant (plant_id integer primary key, plant_name text not null, group_id integer not null references plant_group, price real, cost_price real);
    create table plant_trait (plant_id integer not null references plant, trait text not null, primary key (plant_id, trait));
    create table docket (docket_id integer primary key, yard_id integer not null references yard, rung_at datetime not null, state text not null, total real not null);
    create table docket_line (docket_id integer not null references docket, line_no integer not null, plant_id integer not null references plant, quantity integer, amount real, primary key (docket_id, line_no));
    create table park_client (client_id integer primary key, client_name text not null, phone text, town text);
    create table bill (bill_id integer primary key, client_id integer not null references park_client, bill_date date not null, due_date date not null, total real not null, status text not null);
    create table stock_check (check_date date not null, yard_id integer not null references yard, plant_id integer not null references plant, counted_quantity integer, discarded_quantity integer, primary key (check_date, yard_id, plant_id));
    create table gardener (gardener_id integer primary key, first_name text, last_name text, job text, hourly_wage real);
    create table shift (shift_id integer primary key, gardener_id integer not null references gardener, rota_start datetime, clock_in datetime, clock_out datetime, break_minutes integer, absence text);
    create table delivery_note (note_id integer primary key, client_id integer not null references park_client, driver_id integer not null references gardener, deliver_on date, status text);
    create table delivery_line (note_id integer not null references delivery_note, line_no integer not null, plant_id integer not null references plant, quantity integer, primary key (note_id, line_no));
    ${into(
      'yard',
      yards.map((name, at) => [at + 1, name, `${name} Lane`]),
    )}
    ${into('plant_group', [
      [1, 'Roses'],
      [2, 'Ferns'],
      [3, 'Herbs'],
    ])}
    ${into(
      'plant',
      plants.map((name, at) => [at + 1, name, at < 3 ? 1 : at < 5 ? 2 : 3, 6 + at, 2 + at / 2]),
    )}
    ${into('plant_trait', [
      [1, 'thorns'],
      [2, 'thorns'],
      [4, 'shade'],
      [5, 'shade'],
      [6, 'scent'],
    ])}
    ${into(
      'docket',
      dockets.map((id) => [
        id,
        1 + (id % 2),
        `${day(-Math.floor(id / 3))} ${id % 5 === 0 ? 11 : 10 + (id % 7)}:${10 + (id % 40)}:00`,
        id % 19 === 0 ? 'void' : 'sold',
        cents(price(id) * (1 + (id % 3)) + (id % 4 === 0 ? 0 : price(id + 1))),
      ]),
    )}
    ${into(
      'docket_line',
      dockets.flatMap((id) => [
        [id, 1, plantOf(id), 1 + (id % 3), cents(price(id) * (1 + (id % 3)))],
        ...(id % 4 === 0 ? [] : [[id, 2, plantOf(id + 1), 1, cents(price(id + 1))]]),
      ]),
    )}
    ${into(
      'park_client',
      upTo(8).map((id) => [id, `Park ${id}`, `07${id}`, id < 5 ? 'Brook' : 'Mill']),
    )}
    ${into(
      'bill',
      upTo(90).map((id) => [
        id,
        1 + (id % 8),
        day(-id * 4),
        day(-id * 4 + 30),
        120 + id,
        id % 13 === 0 ? 'void' : id < 20 ? 'open' : 'paid',
      ]),
    )}
    ${into(
      'stock_check',
      upTo(80).flatMap((at) =>
        [1, 2].map((yard) => [day(-at), yard, 1 + (at % 6), 20 + at, (at * yard) % 5]),
      ),
    )}
    ${into(
      'gardener',
      upTo(6).map((id) => [id, `F${id}`, `L${id}`, id < 3 ? 'Driver' : 'Grower', 12 + id]),
    )}
    ${into(
      'shift',
      upTo(120).map((id) => {
        const on = day(-Math.floor(id / 4) + 2)
        const away = id % 17 === 0 ? 'sick' : id % 10 === 0 ? 'holiday' : null
        const came = away === null && id > 11 ? `${on} 08:0${id % 10}:00` : null
        const left = came === null || id % 9 === 0 ? null : `${on} 16:1${id % 10}:00`
        return [id, 1 + (id % 6), `${on} 08:00:00`, came, left, 30, away]
      }),
    )}
    ${into(
      'delivery_note',
      upTo(70).map((id) => [id, 1 + (id % 8), 1 + (id % 2), day(-id), 'delivered']),
    )}
    ${into(
      'delivery_line',
      upTo(70).flatMap((id) => [1, 2].map((line) => [id, line, 1 + ((id + line) % 6), 5])),
    )}
  `)
  const sold = `docket where state = 'sold'`
  const lines = `docket_line join docket using (docket_id) join plant using (plant_id) join yard using (yard_id) where state = 'sold'`
  const billed = `bill where status <> 'void'`
  const thisMonth = `between '2026-06-01' and '2026-06-30'`
  const timed = `absence is null and clock_in is not null and clock_out is not null`
  const hours = `sum((julianday(clock_out) - julianday(clock_in)) * 24 - break_minutes / 60.0)`
  const rounded = (rows: { readonly got: readonly string[]; readonly wanted: readonly string[] }) => ({
    got: rows.got.map((row) => row.replaceAll(/(\d+\.\d{3})\d+/g, '$1')),
    wanted: rows.wanted.map((row) => row.replaceAll(/(\d+\.\d{3})\d+/g, '$1')),
  })
  /** What the last of several questions means, each of which goes on from the one before. */
  const meaning = (...questions: readonly string[]): string => {
    let previous: Previous | null = null
    for (const question of questions) {
      const plan = readQuestion(question, opened().ontology, { ...plainContext, now, previous })
      if (plan.status !== 'readings') return JSON.stringify(plan)
      previous = { question, reading: plan.readings[0] }
    }
    return previous?.reading.restatement ?? ''
  }

  test.each([
    ['wholesale sales this year', `select sum(total) from ${billed} and bill_date >= '2026-01-01'`],
    ['trade revenue by month this year', `select date(bill_date, 'start of month'), sum(total) from ${billed} and bill_date >= '2026-01-01' group by 1`], // prettier-ignore
    ['till sales this month', `select sum(total) from ${sold} and date(rung_at) ${thisMonth}`],
    ['how many trade customers do we have', 'select count(*) from park_client'],
  ])('[DR2940] %s', (question, sql) => {
    const { got, wanted } = rounded(rowsOf(opened(), question, sql))
    expect(got).toEqual(wanted)
  })

  test.each([
    ['what did we take this month', `select sum(total) from ${sold} and date(rung_at) ${thisMonth}`],
    ['how much has Brook Yard taken this month', `select sum(amount) from ${lines} and yard_name = 'Brook Yard' and date(rung_at) ${thisMonth}`], // prettier-ignore
  ])('[DR2941] %s', (question, sql) => {
    const { got, wanted } = rounded(rowsOf(opened(), question, sql))
    expect(got).toEqual(wanted)
  })

  test('[DR2941] says what else came in', () => {
    const { assumptions } = opened().reading('what did we take this month')
    expect(assumptions.map(({ says }) => says).join(' ')).toMatch(/Not included: bills?/)
  })

  test.each([
    ['busiest hour on the tills', `select cast(strftime('%H', rung_at) as integer) from docket group by 1 order by count(*) desc limit 1`], // prettier-ignore
  ])('[DR2942] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    ['average spend per docket this month', `select avg(total) from ${sold} and date(rung_at) ${thisMonth}`],
  ])('[DR2943] %s', (question, sql) => {
    const { got, wanted } = rounded(rowsOf(opened(), question, sql))
    expect(got).toEqual(wanted)
  })

  test.each([
    ['how many roses did we throw away this month', `select sum(discarded_quantity) from stock_check join plant using (plant_id) join plant_group using (group_id) where group_name = 'Roses' and check_date ${thisMonth}`], // prettier-ignore
    ['cost of waste per yard this year, in pounds', `select yard_name, sum(discarded_quantity * cost_price) from stock_check join plant using (plant_id) join yard using (yard_id) where check_date >= '2026-01-01' group by 1`], // prettier-ignore
    ['which plant do we throw away most', `select plant_name from stock_check join plant using (plant_id) group by plant_id order by sum(discarded_quantity) desc limit 1`], // prettier-ignore
  ])('[DR2944] [DR4286] [DR4287] %s', (question, sql) => {
    const { got, wanted } = rounded(rowsOf(opened(), question, sql))
    expect(got).toEqual(wanted)
  })

  test.each([
    ['hours worked per person this month', `select first_name, last_name, gardener_id, ${hours} from shift join gardener using (gardener_id) where ${timed} and date(rota_start) ${thisMonth} group by gardener_id`], // prettier-ignore
  ])('[DR2945] %s', (question, sql) => {
    const { got, wanted } = rounded(rowsOf(opened(), question, sql))
    expect(got).toEqual(wanted)
  })

  test('[DR2946] what hours cost is asked of the same period and people', () => {
    const said = meaning('hours worked per person last week', 'what did that cost us in wages')
    expect(said).toMatch(/^wages per first name.* 2026-06-08 to 2026-06-14/)
  })

  test.each([
    ['which roses have thorns', `select plant_name from plant where plant_id in (1, 2)`],
    ['how many ferns are there', `select 2`],
  ])('[DR2948] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    ['deliveries per driver this month', `select first_name, last_name, gardener_id, count(*) from delivery_note join gardener on gardener_id = driver_id where status = 'delivered' and deliver_on ${thisMonth} group by gardener_id`], // prettier-ignore
  ])('[DR2950] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    ['top 2 sellers at Mill Yard this month', `select plant_name, sum(quantity) from ${lines} and yard_name = 'Mill Yard' and date(rung_at) ${thisMonth} group by plant_id order by 2 desc limit 2`], // prettier-ignore
    ['which plants have not sold in the yards this month', `select plant_name from plant where plant_id not in (select plant_id from ${lines} and date(rung_at) ${thisMonth})`], // prettier-ignore
  ])('[DR2951] [DR4288] [DR4289] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    ['which wholesale customers are overdue and by how much', `select client_name, sum(total) from bill join park_client using (client_id) where status = 'open' and due_date < '2026-06-15' group by client_id`], // prettier-ignore
  ])('[DR2952] %s', (question, sql) => {
    const { got, wanted } = rounded(rowsOf(opened(), question, sql))
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      "who's on the rota today",
      `select first_name, last_name from gardener where gardener_id in (select gardener_id from shift where absence is null and date(rota_start) = '2026-06-15')`,
    ],
  ])('[DR2956] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test('[DR2957] [DR4292] no stream is open where hours and waste are asked for', () => {
    for (const asked of ['hours worked this month', 'how much did we throw away this month']) {
      const said = opened()
        .reading(asked)
        .assumptions.map(({ says }) => says)
        .join(' ')
      expect(said).not.toMatch(/kinds of income|already taken off/)
    }
  })

  test('[DR2953] [DR4290] of debts, the worst is the largest', () => {
    const said = meaning('how much is overdue right now', "who's the worst")
    expect(said).toMatch(/client name.*top 1 by/)
  })

  test.each([
    ['trade sales this year against the same time last year', `select date(bill_date, 'start of year'), sum(total) from ${billed} and (bill_date between '2026-01-01' and '2026-06-15' or bill_date between '2025-01-01' and '2025-06-15') group by 1`], // prettier-ignore
  ])('[DR2954] %s', (question, sql) => {
    const { got, wanted } = rounded(rowsOf(opened(), question, sql))
    expect(got).toEqual(wanted)
  })
})

function plantOf(id: number): number {
  return 1 + ((id * id) % 5)
}

function price(id: number): number {
  return 5 + plantOf(id)
}
