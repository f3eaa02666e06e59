import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBellFoundry } from './test-bell-foundry.ts'
import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

let foundry: SmallDatabase
let kennel: SmallDatabase
beforeAll(async () => {
  foundry = await openBellFoundry()
  kennel = await openSmallDatabase(`
    create table staff (id integer primary key, forename text not null, surname text not null, started_on date not null, annual_pay real not null);
    create table service (id integer primary key, name text not null unique, price real not null);
    create table visit (id integer primary key, groomer_id integer not null references staff, visited_on date not null);
    create table visit_line (id integer primary key, visit_id integer not null references visit, service_id integer not null references service, qty integer not null, unit_price real not null);
    create table loan (id integer primary key, item text not null, loaned_on date not null, due_on date not null, returned_on date);
    create table expense (id integer primary key, purpose text not null, spent_on date not null, amount real not null);
    insert into loan values (1, 'Lead', '2026-10-01', '2026-10-05', '2026-10-04'), (2, 'Crate', '2026-10-01', '2026-10-05', '2026-10-09');
    insert into expense values (1, 'Soap', '2026-10-02', 40), (2, 'Towels', '2026-10-09', 30), (3, 'Soap', '2026-09-02', 44);
    insert into staff values (1, 'Ida', 'Voss', '2020-01-01', 20000), (2, 'Jon', 'Wren', '2021-01-01', 21000), (3, 'Kit', 'Yale', '2021-01-01', 21000);
    insert into service values (1, 'Wash', 20), (2, 'Clip', 35);
    insert into visit values (1, 1, '2026-10-01'), (2, 2, '2026-10-02'), (3, 2, '2026-10-03');
    insert into visit_line values (1, 1, 2, 3, 35), (2, 2, 1, 1, 20), (3, 3, 1, 1, 20);
  `)
})
afterAll(() => {
  foundry[Symbol.dispose]()
  kennel[Symbol.dispose]()
})

test.each([
  ['how many finished castings are waiting to be collected', 2],
  ['how many castings are yet to be collected', 3],
  ['how many castings are still to be finished', 1],
])('[DR880] what is waiting to be done has no date of it: %s', (question, count) => {
  expect(foundry.rows(question)).toEqual([[count]])
})

test('[DR881] rows without a role are those whose own reference of this name is empty', () => {
  expect(foundry.rows('buyers without an agent').map(([name]) => name)).toEqual(['Bride Works', 'Nils Dorn'])
})

test('[DR882] a word for customers that is also their kind narrows them to it', () => {
  expect(foundry.rows('companies without a sales agent').map(([name]) => name)).toEqual(['Bride Works'])
})

test('[DR883] who ordered more than once in a period has two sales or more in it', () => {
  expect(foundry.rows('how many buyers ordered more than once last year')).toEqual([[1]])
})

test('[DR884] how much somebody ordered is revenue', () => {
  expect(foundry.rows('how much has Olave Mills ordered this year')).toEqual([[1100]])
})

test('[DR885] a verb names the people of the reference made of it', () => {
  expect(foundry.rows('who took in the most castings this year')[0]?.[0]).toBe('Bea Cole')
})

test('[DR886] the days from one event to another are between two dates of the row', () => {
  expect(foundry.rows('how many days from order to finished on average')[0]?.[0]).toBeCloseTo(151 / 7)
})

test('[DR887] what is finished late is finished after its due date', () => {
  expect(foundry.rows('what percentage of castings did we finish late this year')).toEqual([[25]])
  expect(foundry.rows('how many castings did we finish late last year')).toEqual([[2]])
})

test('[DR888] pieces of a named product that a business makes are those sold', () => {
  expect(foundry.rows('how many hand bells did we produce last year')).toEqual([[7]])
})

test('[DR889] [DR4108] a word beside another value of its field is a value', () => {
  expect(foundry.rows('how much cash and card money came in last month')).toEqual([[1100]])
})

test('[DR890] seasons are three months long and the latest that has begun', () => {
  expect(foundry.rows("customers who haven't ordered since summer").map((row) => row[0])).toEqual([
    'Olave Mills',
    'Uta Elm',
  ])
  expect(foundry.rows('how many castings were ordered last spring')).toEqual([[1]])
})

test('[DR891] what nobody ever ordered is on no line of a sale', () => {
  expect(foundry.rows('bells nobody ever ordered')).toEqual([['Ship bell']])
})

test('[DR892] [DR4109] the most expensive thing has the highest price, a property of bills the highest mean', () => {
  expect(foundry.rows('most expensive bell')[0]?.[0]).toBe('Tenor bell')
  expect(foundry.rows('which smelter is the most expensive')[0]?.[0]).toBe('South')
})

test('[DR893] [DR4110] the share of each value of a property is of the rows that have it', () => {
  expect(foundry.rows('how do people pay? share of each channel').length).toBe(2)
  expect(foundry.rows('share of each channel')).toEqual([
    ['web', 0.75],
    ['fair', 0.25],
  ])
})

test('[DR894] a flag before a thing narrows it, also where it is a word of time', () => {
  expect(foundry.rows('monthly buyers').map((row) => row[0])).toEqual(['Olave Mills', 'Uta Elm'])
})

test('[DR895] a text whose name says month but that holds none is no month', () => {
  expect(String(foundry.rows('what was our best month so far')[0]?.[0]).slice(0, 7)).toMatch(/^202\d-\d\d$/)
})

test('[DR896] “orders” are the sales, whatever they are called', () => {
  expect(foundry.rows('how many orders did we get this year')).toEqual([[4]])
})

test('[DR898] tenure in years is tenure', () => {
  expect(foundry.rows('average tenure of workers in years')).toEqual(
    foundry.rows('average tenure of workers'),
  )
})

test('[DR899] what customers with a flag spent is revenue', () => {
  expect(foundry.rows('how much did monthly buyers spend this year')).toEqual([[1100]])
})

test('[DR900] what came back late was returned after its due date', () => {
  expect(kennel.rows('what percentage of loans came back late')).toEqual([[50]])
})

test('[DR901] rows whose name says that they are money are added up for a period', () => {
  expect(kennel.rows('expenses last month')).toEqual([[70]])
})

test('[DR897] people may be ranked under the name of the reference to them', () => {
  expect(kennel.rows('which groomer brought in the most money last month')[0]?.slice(0, 2)).toEqual([
    'Ida',
    'Voss',
  ])
  expect(kennel.rows('how many groomers do we have')).not.toEqual([[3]])
})
