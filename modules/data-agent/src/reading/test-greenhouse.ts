import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Plan } from '../answer/artifacts.ts'
import { introspect } from '../ontology/introspect.ts'
import type { Ontology } from '../ontology/ontology.ts'
import { openSource } from '../sources/open-source.ts'
import { SourceRoots } from '../sources/source-roots.ts'
import { buildSql } from '../sql/build-sql.ts'
import { planJoins } from '../sql/plan-joins.ts'
import { readQuestion } from './read-question.ts'
import type { ReadingContext } from './reading-context.ts'

export const greenhouseTables = `
create table growers (grower_id integer primary key, first_name text, last_name text, village text, age integer, hired_on date);
create table greenhouses (greenhouse_id integer primary key, name text, valley text, built_year integer, floor_area real);
create table plants (plant_id integer primary key, name text, family text, height_cm real, price real, greenhouse_id integer references greenhouses(greenhouse_id));
create table waterings (watering_id integer primary key, plant_id integer references plants(plant_id), grower_id integer references growers(grower_id), watered_on date, liters real);
insert into growers values (1,'Ida','Brandt','Oberau',34,'2015-03-01'),(2,'Tom','Ferrer','Oberau',51,'2009-06-15'),(3,'Lea','Okoye','Nidda',27,'2021-09-01'),(4,'Sam','Quist','Nidda',45,'2012-01-20');
insert into greenhouses values (1,'North Hall','Low Valley',1988,420),(2,'Fern House','Low Valley',2004,150),(3,'Palm Dome','High Valley',1996,800);
insert into plants values (1,'Silver Aloe','succulent',35,12.5,1),(2,'Tree Fern','fern',180,40,2),(3,'Lady Fern','fern',60,9,2),(4,'Date Palm','palm',400,95,3),(5,'Fan Palm','palm',250,60,3),(6,'Jade Plant','succulent',50,15,1),(7,'Wax Palm','palm',600,120,3);
insert into waterings values (1,1,1,'2024-01-05',2),(2,2,1,'2024-01-06',5),(3,2,2,'2024-02-10',6),(4,4,2,'2024-02-11',10),(5,5,3,'2024-03-03',8),(6,4,3,'2024-03-09',12),(7,3,1,'2025-01-02',1.5);
`

export interface Greenhouse extends Disposable {
  readonly ontology: Ontology
  plan(question: string): Plan
  sql(question: string): string
  /** The rows the reading gives, run on the database. */
  rows(question: string): unknown[][]
}

/** A small database of our own with the ontology that introspection makes of it. */
export async function openGreenhouse(): Promise<Greenhouse> {
  const folder = mkdtempSync(join(tmpdir(), 'greenhouse-'))
  const file = join(folder, 'greenhouse.sqlite')
  const database = new DatabaseSync(file)
  database.exec(greenhouseTables)
  await using source = await openSource(
    { kind: 'sqlite', file },
    { roots: new SourceRoots({ files: [file] }) },
  )
  const model = await introspect(source, { signal: AbortSignal.timeout(30_000) })
  const ontology: Ontology = { ...model, id: 'greenhouse', name: 'greenhouse', description: null }
  const now = new Date('2025-06-01T10:00:00Z')
  const context: ReadingContext = {
    now,
    timeZone: 'UTC',
    preferences: { defaultTimePeriod: null, highValueThreshold: null, choices: {} },
    answers: {},
    proceed: true,
    previous: null,
  }
  const plan = (question: string): Plan => readQuestion(question, ontology, context)
  const sql = (question: string): string => {
    const made = plan(question)
    if (made.status !== 'readings') throw new Error(`no reading: ${made.status}`)
    const joins = planJoins(made.readings[0].query, ontology)
    if ('status' in joins) throw new Error(joins.reason)
    return buildSql(made.readings[0].query, joins, ontology, { now, timeZone: 'UTC' }).inlined
  }
  const rows = (question: string): unknown[][] => {
    const statement = database.prepare(sql(question))
    statement.setReturnArrays(true)
    // setReturnArrays makes each row an array.
    return statement.all() as unknown as unknown[][]
  }
  const close = (): void => {
    database.close()
    rmSync(folder, { recursive: true })
  }
  return { ontology, plan, sql, rows, [Symbol.dispose]: close }
}
