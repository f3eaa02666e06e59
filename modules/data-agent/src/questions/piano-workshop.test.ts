import { readQuestion } from '@quipu/reading'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPianoWorkshop } from './test-piano-workshop.ts'
import { plainContext } from './test-shop.ts'
import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

let workshop: SmallDatabase
let kiosk: SmallDatabase
beforeAll(async () => {
  workshop = await openPianoWorkshop()
  kiosk = await openSmallDatabase(`
    create table Sales (Receipt integer, SoldOn date, Article text, Quantity integer, Price real, Place text);
    create table RosterHours (WorkedOn date, Picker text, Hours real);
    with recursive n(i) as (select 0 union all select i + 1 from n where i < 59)
      insert into Sales select 700 + i / 2, date('2026-10-01', '+' || (i / 4) || ' days'), case i % 2 when 0 then 'Pear' else 'Plum' end, 1 + i % 3, 2, case when i < 30 then 'Stall' else 'Barn' end from n;
    insert into RosterHours values ('2026-10-01', 'Ina', 5), ('2026-10-02', 'Ina', 3), ('2026-10-02', 'Olaf', 4), ('2026-09-02', 'Olaf', 9);
  `)
})
afterAll(() => {
  workshop[Symbol.dispose]()
  kiosk[Symbol.dispose]()
})

test('[DR770] customers are the only people whom sales name and who were not hired, whatever they are called', () => {
  expect(workshop.rows('how many clients do we have')).toEqual([[4]])
  expect(workshop.rows('which customer spent the most')[0]?.slice(0, 2)).toEqual(['Ada', 'Moor'])
  expect(workshop.rows('how many clients have more than one invoice')).toEqual([[1]])
})

test('[DR771] [DR4133] a date has no total or average, and "average pay" is what staff are paid', () => {
  expect(workshop.rows('average pay per job')).toEqual([
    ['Master tuner', 50000],
    ['Senior apprentice', 23000],
    ['Junior apprentice', 20000],
  ])
  expect(workshop.plan('average due on per status').status).not.toBe('readings')
})

test('[DR772] what has to be reordered is below the least stock that a field gives', () => {
  expect(workshop.rows('what do we have to reorder')).toEqual([['Bass string']])
})

test('[DR773] "right now" leaves out people who have gone', () => {
  expect(workshop.rows('how many clients do we have right now')).toEqual([[3]])
})

test('[DR774] [DR4135] money that came in is what was paid, and discounts that cost us are those given', () => {
  expect(workshop.rows('how much money came in this year')).toEqual([[156]])
  expect(workshop.rows('how much did discounts cost us this year')).toEqual([[18]])
})

test('[DR775] the time until an event runs from the beginning of the same row', () => {
  expect(workshop.rows('how long does it take until a guarantee is settled')).toEqual([[15]])
})

test('[DR776] staff may be named by a word of their job', () => {
  expect(workshop.rows('how many apprentices do we employ right now')).toEqual([[2]])
})

test('[DR777] "and what do they add up to" asks for the sum beside the number', () => {
  expect(workshop.rows('how many invoices are still unpaid and what do they add up to')).toEqual([[2, 84]])
})

test('[DR778] "which" with a kind of what is sold ranks the things of this kind', () => {
  expect(workshop.rows('which strings sold best this year')).toEqual([['Bass string']])
})

test('[DR779] those who have not been here have bought nothing in that time', () => {
  expect(workshop.rows("how many clients haven't been here in the last 12 months")).toEqual([[2]])
})

test('[DR780] a follow-up that divides by what has no place is no new figure', () => {
  const question = 'sales last month'
  const previous = { question, reading: kiosk.reading(question) }
  const plan = readQuestion('and by colour of sale?', kiosk.ontology, { ...plainContext, previous })
  expect(plan.status).not.toBe('readings')
})

test('[DR781] hours that people noted in a list are added up for each of them', () => {
  expect(kiosk.rows('how many hours did each picker work last month')).toEqual([
    ['Ina', 8],
    ['Olaf', 4],
  ])
})

test('[DR782] [DA770] a column with the name of a document and running numbers identifies it', () => {
  const receipt = kiosk.ontology.datasets
    .flatMap(({ fields }) => fields)
    .find(({ name }) => name === 'Receipt')
  expect(receipt?.role).toBe('identifier')
  expect(kiosk.rows('how many receipts last month')).toEqual([[30]])
  expect(kiosk.rows('average receipt last month')).toEqual([[8]])
})
