import { expect, test } from 'vitest'
import { openedBefore, rowsOf } from './test-asked-rows.ts'

const clients = openedBefore(`
  create table clients (client_id integer primary key, client_name text, plz text);
  insert into clients values (1, 'Ada Ek', '24103'), (2, 'Bo Berg', '24103'), (3, 'Cy Dahl', '53111');
`)

test('[DR3560] a column PLZ is no word of politeness after a preposition', () => {
  const { got, wanted } = rowsOf(
    clients(),
    'how many clients by plz',
    'select plz, count(*) from clients group by 1',
  )
  expect(got).toEqual(wanted)
  expect(clients().rows('how many clients plz')).toEqual([[3]])
})
