import { describe, expect, test } from 'vitest'
import { openedBefore, rowsOf } from './test-asked-rows.ts'
import { day, into, upTo } from './test-made-rows.ts'

describe('a tuner of pianos whose program has one table for all codes', () => {
  const states = ['O', 'P', 'V', 'P', 'O']
  const kinds = ['B', 'B', 'B', 'Q']
  const jobs = ['BK', 'DN', 'CX', 'DN']
  const sources = ['TEL', 'JOB', 'WEB']
  const opened = openedBefore(`
    create table DOMVAL (DOM text not null, VAL text not null, MEANG text, SEQ integer, primary key (DOM, VAL));
    create table CUST (CUST_ID integer primary key, CUST_NM text);
    create table JOB (JOB_ID integer primary key, CUST_ID integer references CUST, JOB_DT text, JBST_CD text, SRC_CD text, RATING text);
    create table BILL (BILL_NO integer primary key, CUST_ID integer references CUST, BILL_DT text, DUE_DT text, BLTY_CD text, INST_CD text, NET_AMT real);
    create table PART (PART_CODE text primary key, PART_NM text, COST real, ONHAND integer, MIN_QTY integer);
    insert into DOMVAL values ('JBST', 'BK', 'Booked', 1), ('JBST', 'DN', 'Completed', 2), ('JBST', 'CX', 'Cancelled', 3), ('SRC', 'TEL', 'Phone', 1), ('SRC', 'JOB', 'Job board', 2), ('SRC', 'WEB', 'Web site', 3),
      ('BLTY', 'B', 'Invoice', 1), ('BLTY', 'Q', 'Estimate', 2), ('INST', 'O', 'Open', 1), ('INST', 'P', 'Paid', 2), ('INST', 'V', 'Void', 3),
      ('GRADE', 'G1', 'Delighted', 1), ('GRADE', 'G2', 'Content', 2), ('GRADE', 'G3', 'Cross', 3);
    insert into PART values ('A1', 'Felt', 2, 10, 20), ('A2', 'String', 3, 50, 20), ('A3', 'Hammer', 4, 5, 2);
    ${into(
      'CUST',
      upTo(20).map((id) => [id, `Customer ${id}`]),
    )}
    ${into(
      'JOB',
      upTo(120).map((id) => [
        id,
        1 + (id % 20),
        day(-3 * id),
        jobs[id % 4] ?? '',
        sources[id % 3] ?? '',
        `G${1 + (id % 3)}`,
      ]),
    )}
    ${into(
      'BILL',
      upTo(120).map((id) => [
        id,
        1 + (id % 20),
        day(-3 * id),
        day(-3 * id + 14),
        kinds[id % 4] ?? '',
        states[id % 5] ?? '',
        100 + 7 * (id % 13),
      ]),
    )}
  `)
  const sold = `BILL where INST_CD <> 'V' and BLTY_CD = 'B'`
  const fieldOf = (dataset: string, name: string) =>
    opened()
      .ontology.datasets.find((each) => each.name === dataset)
      ?.fields.find((field) => field.name === name)

  test('[DO1410] the groups of a table with a group, a code and a text explain the columns named after them', () => {
    expect(fieldOf('BILL', 'INST_CD')?.reading?.codes).toEqual({ O: 'Open', P: 'Paid', V: 'Void' })
    expect(fieldOf('JOB', 'SRC_CD')?.reading?.codes).toMatchObject({ JOB: 'Job board' })
  })

  test('[DO1411] a column that only fits by its values has the meanings of the only group with them', () => {
    expect(fieldOf('JOB', 'RATING')?.reading?.codes).toMatchObject({ G2: 'Content' })
  })

  test('[DO1412] what codes mean tells a status and a type, and "code" is no part of the name', () => {
    const said = [fieldOf('BILL', 'INST_CD'), fieldOf('BILL', 'BLTY_CD'), fieldOf('JOB', 'SRC_CD')]
    expect(said.map((field) => [field?.label, field?.role])).toEqual([
      ['status', 'dimension'],
      ['type', 'dimension'],
      ['source', 'dimension'],
    ])
  })

  test.each([
    ['what did we bill this year', `select sum(NET_AMT) from ${sold} and BILL_DT like '2026%'`],
    [
      'how many jobs were cancelled this year',
      `select count(*) from JOB where JBST_CD = 'CX' and JOB_DT like '2026%'`,
    ],
    ['how many estimates are there', `select count(*) from BILL where BLTY_CD = 'Q'`],
  ])('[DO1410] [DO1413] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    ['how many bills are unpaid', `select count(*) from ${sold} and INST_CD = 'O'`],
    [
      'how many bills are overdue',
      `select count(*) from ${sold} and INST_CD = 'O' and DUE_DT < '2026-06-15'`,
    ],
  ])('[DR3290] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test('[DR3291] a code with a known meaning is no short form of what the rows are called', () => {
    const { got, wanted } = rowsOf(
      opened(),
      'number of jobs per customer',
      `select CUST_NM, count(*) from JOB join CUST using (CUST_ID) where JBST_CD not in ('BK', 'CX') group by 1`,
    )
    expect(got).toEqual(wanted)
  })

  test('[DO1415] `ONHAND` is what is on hand', () => {
    const { got, wanted } = rowsOf(opened(), 'what is our stock worth', 'select sum(ONHAND * COST) from PART')
    expect(got).toEqual(wanted)
  })
})

describe('a ferry whose codes begin with their group', () => {
  const opened = openedBefore(`
    create table sys_param (param_key text primary key, param_text text);
    create table crossing (crossing_id integer primary key, sailed_on text, tide text, state text);
    insert into sys_param values ('TIDE.H', 'High water'), ('TIDE.L', 'Low water'), ('TIDE.S', 'Slack'), ('CROSSING_STATE.S', 'Sailed'), ('CROSSING_STATE.C', 'Called off'), ('CROSSING_STATE.D', 'Delayed');
    ${into(
      'crossing',
      upTo(90).map((id) => [
        id,
        day(-2 * id),
        ['H', 'L', 'S'][id % 3] ?? '',
        ['S', 'S', 'D', 'C', 'S'][id % 5] ?? '',
      ]),
    )}
  `)

  test.each([
    ['how many crossings at slack', `select count(*) from crossing where tide = 'S' and state <> 'C'`],
    ['how many crossings were called off', `select count(*) from crossing where state = 'C'`],
  ])('[DO1414] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })
})
