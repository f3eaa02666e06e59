import { expect, test } from 'vitest'
import { introspect } from './introspect.ts'
import { TestSource } from './test-source.ts'
import { never } from '../sources/test-limits.ts'

test('[DO70] a column of first letters and id is a key, and tables with the same column refer to it', async () => {
  await using source = new TestSource(`
    create table harbour (name text, hid integer);
    create table vessel (title text, vid integer, hid integer);
    create table harbour_vessel (hid integer, vid integer);
    insert into harbour values ('Ost', 1), ('West', 2), ('Nord', 3);
    insert into vessel values ('Gull', 11, 1), ('Tern', 12, 1), ('Auk', 13, 3), ('Skua', 14, 2);
    insert into harbour_vessel values (1, 11), (2, 12), (3, 13), (1, 14);
  `)
  const { datasets, relationships } = await introspect(source, never())
  expect(datasets.find(({ name }) => name === 'harbour')?.primaryKey).toEqual(['hid'])
  expect(datasets.find(({ name }) => name === 'vessel')?.primaryKey).toEqual(['vid'])
  const references = relationships.map(({ from, to }) => `${from} → ${to}`)
  expect(references).toEqual(
    expect.arrayContaining(['vessel → harbour', 'harbour_vessel → harbour', 'harbour_vessel → vessel']),
  )
})

test('[DO70] [DO1535] a table without a key is referred to by its unique column', async () => {
  await using source = new TestSource(`
    create table zones (town_name text, zone text);
    create table kiosks (kiosk_id integer primary key, town_name text);
    insert into zones values ('Lund', 'north'), ('Visby', 'east'), ('Ystad', 'south'), ('Falun', 'north');
    insert into kiosks values (1, 'Lund'), (2, 'Lund'), (3, 'Visby'), (4, 'Ystad'), (5, 'Falun');
  `)
  const { relationships } = await introspect(source, never())
  expect(relationships).toEqual([
    expect.objectContaining({
      from: 'kiosks',
      to: 'zones',
      fromFields: ['town_name'],
      toFields: ['town_name'],
    }),
  ])
})

test('[DO670] [DO1525] a code of a named thing refers to the table that has this thing and a code', async () => {
  await using source = new TestSource(`
    create table price_sheet (code text, tool text, shelf text);
    create table hires (slip integer, tool_code text, hired_on date);
    insert into price_sheet values ('AX1', 'Axe', 'a'), ('AX2', 'Adze', 'a'), ('SW1', 'Saw', 'b'), ('SW2', 'Fret saw', 'b');
    insert into hires values (11, 'AX1', '2026-01-01'), (12, 'SW2', '2026-01-02'), (13, 'AX1', '2026-01-03'), (14, 'SW1', '2026-01-04');
  `)
  const { relationships } = await introspect(source, never())
  expect(relationships).toEqual([
    expect.objectContaining({
      from: 'hires',
      to: 'price_sheet',
      fromFields: ['tool_code'],
      toFields: ['code'],
    }),
  ])
})

test('[DO670] codes with different letters have one form', async () => {
  await using source = new TestSource(`
    create table wares (ware text, label text);
    create table slips (slip integer, what text, sold_on date);
    insert into wares values ('AX1', 'Axe'), ('BX2', 'Adze'), ('SW1', 'Saw'), ('TW2', 'Fret saw');
    insert into slips values (11, 'AX1', '2026-01-01'), (12, 'SW1', '2026-01-02'), (13, 'AX1', '2026-01-03'), (14, 'BX2', '2026-01-04');
  `)
  const { relationships } = await introspect(source, never())
  expect(relationships).toMatchObject([{ from: 'slips', to: 'wares', fromFields: ['what'] }])
})

test('[DO707] a column with the name of a table refers to the short names in it, whatever they are called', async () => {
  await using source = new TestSource(`
    create table keepers (brief text, full_name text, since date);
    create table watches (no integer, keeper text, watched_on date);
    insert into keepers values ('ABE', 'Ada Berg', '2020-01-01'), ('IHO', 'Ida Holm', '2021-01-01'), ('LDO', 'Leo Dorn', '2021-02-01'), ('MKA', 'Mia Karl', '2022-01-01');
    insert into watches values (11, 'ABE', '2026-01-01'), (12, 'IHO', '2026-01-02'), (13, 'ABE', '2026-01-03'), (14, 'LDO', '2026-01-04'), (15, 'LDO', '2026-01-05');
  `)
  const { relationships } = await introspect(source, never())
  expect(relationships).toMatchObject([
    {
      from: 'watches',
      to: 'keepers',
      fromFields: ['keeper'],
      toFields: ['brief'],
      cardinality: 'many-to-one',
    },
  ])
})

test('[DO790] a first column that another table repeats under the same name is a key', async () => {
  await using source = new TestSource(`
    create table seeds (grd integer, variety text, price real);
    create table sowings (day text, grd integer, variety text, trays integer);
    insert into seeds values (104, 'Rocket', 2.5), (108, 'Kale', 3.1), (131, 'Leek', 1.9), (150, 'Chard', 2.2);
    insert into sowings values ('2026-03-01', 104, 'Rocket', 4), ('2026-03-02', 104, 'Rocket', 2),
      ('2026-03-02', 131, 'Leek', 7), ('2026-03-09', 150, 'Chard', 7), ('2026-03-11', 108, 'Kale', 1);
  `)
  const { datasets, relationships } = await introspect(source, never())
  expect(datasets.find(({ name }) => name === 'seeds')?.primaryKey).toEqual(['grd'])
  expect(datasets.flatMap(({ fields }) => fields.filter(({ name }) => name === 'grd'))).toEqual([
    expect.objectContaining({ role: 'identifier' }),
    expect.objectContaining({ role: 'identifier' }),
  ])
  expect(relationships).toEqual([
    expect.objectContaining({ from: 'sowings', to: 'seeds', fromFields: ['grd'], toFields: ['grd'] }),
  ])
})

test('[DO791] codes of one form in the first column are a key, and other tables refer to them', async () => {
  await using source = new TestSource(`
    create table roster (acc text, pony text, since text);
    create table rides (day text, account text, fee real);
    insert into roster values ('P-101', 'Dot', '2020'), ('P-102', 'Pip', '2021'), ('P-103', 'Pip', '2021'), ('P-104', 'Max', '2022');
    insert into rides values ('2026-03-01', 'P-101', 4), ('2026-03-02', 'P-101', 2), ('2026-03-02', 'P-103', 7),
      ('2026-03-09', 'P-104', 7), ('2026-03-11', 'P-102', 1);
  `)
  const { datasets, relationships } = await introspect(source, never())
  expect(datasets.find(({ name }) => name === 'roster')?.primaryKey).toEqual(['acc'])
  expect(relationships).toEqual([
    expect.objectContaining({ from: 'rides', to: 'roster', fromFields: ['account'], toFields: ['acc'] }),
  ])
})

test('[DO832] without keys, texts that are all in a column that tells rows apart refer to it', async () => {
  await using source = new TestSource(`
    create table guests (guest text, home text);
    create table stays (stay integer, guest_booked text, nights integer);
    insert into guests values ('Ada Lund', 'Ulm'), ('Bo Mark', 'Ulm'), ('Cy North', 'Bonn'), ('Di Oak', 'Kiel');
    insert into stays values (11, 'Ada Lund', 2), (12, 'Cy North', 1), (13, 'Di Oak', 4), (14, 'Ada Lund', 1), (15, 'Bo Mark', 2);
  `)
  const { relationships } = await introspect(source, never())
  expect(relationships).toEqual([
    expect.objectContaining({
      from: 'stays',
      to: 'guests',
      fromFields: ['guest_booked'],
      toFields: ['guest'],
      cardinality: 'many-to-one',
    }),
  ])
})

test('[DO833] who did something refers to those who work, and not to those who buy', async () => {
  await using source = new TestSource(`
    create table trainer (trainer_id integer primary key, trainer_name text);
    create table member (member_id integer primary key, full_name text);
    create table signing (signing_id integer primary key, member_id integer, sold_by integer);
    insert into trainer values (1, 'Tia'), (2, 'Ugo');
    insert into member values (1, 'Val'), (2, 'Wes'), (3, 'Xia');
    insert into signing values (1, 1, 2), (2, 2, 1), (3, 3, 2);
  `)
  const { relationships } = await introspect(source, never())
  expect(relationships.map(({ from, to, fromFields }) => `${from}.${fromFields[0]} → ${to}`)).toEqual(
    expect.arrayContaining(['signing.member_id → member', 'signing.sold_by → trainer']),
  )
})

test('[DO1350] a column called like its table and id is referred to beside another key', async () => {
  await using source = new TestSource(`
    create table keepers (kid integer, keeper_id text, full_name text);
    create table watches (watch_id integer, keeper_id text, hours integer);
    insert into keepers values (1, '7', 'Ann Lee'), (2, '8', 'Bo Ek'), (3, '9', 'Cy Holm');
    insert into watches values (1, '7', 4), (2, '8', 6), (3, '9', 4), (4, '7', 8), (5, '9', 2);
  `)
  const { relationships } = await introspect(source, never())
  expect(relationships).toMatchObject([
    { from: 'watches', to: 'keepers', fromFields: ['keeper_id'], toFields: ['keeper_id'] },
  ])
})

test('[DO1351] texts that another table has too are no reference beside a junction', async () => {
  await using source = new TestSource(`
    create table smith (smith_id integer, name text);
    create table anvil (anvil_id integer, weight integer, mornings text);
    create table anvil_smith (anvil_smith_id integer, anvil_id integer, smith_id integer);
    insert into smith values (1, 'Ann Lee'), (2, 'Bo Ekman'), (3, 'Cy Holm'), (4, 'Di Foss');
    insert into anvil values (1, 80, 'Ann Lee'), (2, 95, 'Bo Ekman'), (3, 70, 'Cy Holm'), (4, 60, 'Ann Lee'), (5, 88, 'Bo Ekman');
    insert into anvil_smith values (1, 1, 1), (2, 2, 2), (3, 3, 4), (4, 4, 3), (5, 5, 1);
  `)
  const { relationships } = await introspect(source, never())
  const references = relationships.map(({ from, to }) => `${from} → ${to}`)
  expect(references.toSorted()).toEqual(['anvil_smith → anvil', 'anvil_smith → smith'])
})
