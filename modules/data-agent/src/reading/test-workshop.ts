import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { buildSql } from '../sql/build-sql.ts'
import { planJoins } from '../sql/plan-joins.ts'
import { readQuestion } from './read-question.ts'
import { ontologyOf } from './test-shop.ts'

const tables = `
create table riders (rider_id integer primary key, full_name text not null, district text not null, birth_date date not null);
create table workshops (workshop_id integer primary key, name text not null unique, side text not null);
create table mechanics (mechanic_id integer primary key, full_name text not null, workshop_id integer not null references workshops(workshop_id), hired_on date not null);
create table repairs (
  repair_id integer primary key, rider_id integer not null references riders(rider_id),
  workshop_id integer not null references workshops(workshop_id), received_on date not null, finished_on date,
  kind text not null, bill real not null, minutes integer not null, due_on date not null);
insert into riders values (1,'Nora Pell','Mole','1950-05-02'),(2,'Ulf Adder','Mole','2001-01-09'),(3,'Kim Sorel','Quay','1990-12-31');
insert into workshops values (1,'Spoke Yard','North'),(2,'Hub House','South'),(3,'Rim Room','South');
insert into mechanics values (1,'Ole Finn',1,'2015-01-01'),(2,'Ida Moss',1,'2018-01-01'),(3,'Per Lund',2,'2020-01-01');
insert into repairs values
  (1,1,1,'2026-01-05','2026-01-07','brake',80,40,'2026-01-10'),(2,1,1,'2026-01-20','2026-01-30','wheel',120,80,'2026-02-01'),
  (3,2,2,'2026-02-03','2026-02-04','brake',60,30,'2026-02-08'),(4,2,2,'2026-02-10',null,'frame',300,100,'2026-02-20'),
  (5,3,2,'2026-03-01','2026-03-06','wheel',90,50,'2026-03-10'),(6,3,3,'2026-03-15',null,'brake',50,20,'2026-03-25'),
  (7,3,3,'2026-03-16','2026-04-01','frame',250,80,'2026-04-02');
`

export interface Workshop extends Disposable {
  sql(question: string): string
  rows(question: string): unknown[][]
}

/** Repairs of bicycles, some not finished yet, asked about on 15 November 2026. */
export async function openWorkshop(): Promise<Workshop> {
  const file = join(mkdtempSync(join(tmpdir(), 'workshop-')), 'workshop.sqlite')
  const database = new DatabaseSync(file)
  database.exec(tables)
  const ontology = await ontologyOf(file)
  const now = new Date('2026-11-15T10:00:00Z')
  const sql = (question: string): string => {
    const plan = readQuestion(question, ontology, {
      now,
      timeZone: 'UTC',
      preferences: { defaultTimePeriod: null, highValueThreshold: null, choices: {} },
      answers: {},
      proceed: false,
      previous: null,
    })
    if (plan.status !== 'readings') throw new Error(`no reading: ${plan.status}`)
    const [{ query, assumptions }] = plan.readings
    if (assumptions.some((each) => each.changesNumbers)) throw new Error('warned')
    const joins = planJoins(query, ontology)
    if ('status' in joins) throw new Error(joins.reason)
    return buildSql(query, joins, ontology, { now, timeZone: 'UTC' }).inlined
  }
  const rows = (question: string): unknown[][] => {
    const statement = database.prepare(sql(question))
    statement.setReturnArrays(true)
    // setReturnArrays makes each row an array.
    return statement.all() as unknown as unknown[][]
  }
  const close = (): void => {
    database.close()
    rmSync(dirname(file), { recursive: true })
  }
  return { sql, rows, [Symbol.dispose]: close }
}
