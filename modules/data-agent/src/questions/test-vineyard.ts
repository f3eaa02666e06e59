import { buildSql, planJoins, type Cell, type Ontology } from '@quipu/query'
import { readQuestion, type Plan, type ReadingContext } from '@quipu/reading'
import { introspect } from '../ontology/introspect.ts'
import { TestSource } from '../ontology/test-source.ts'
import { never } from '../sources/test-limits.ts'

const script = `
  create table estates (estate_id integer primary key, name text not null, valley text not null, hectares real not null, barrels integer not null);
  create table wines (wine_id integer primary key, estate_id integer not null references estates (estate_id), title text not null, grape text not null, price real not null, score real not null);
  create table tastings (tasting_id integer primary key, wine_id integer not null references wines (wine_id), tasted_on date not null, points integer not null);
  insert into estates values (1, 'Alder', 'Nera', 10, 40), (2, 'Birch', 'Nera', 30, 60), (3, 'Cedar', 'Orva', 20, 20);
  insert into wines values (1, 1, 'Dawn', 'Tavis', 10, 5), (2, 1, 'Dusk', 'Morel', 20, 4), (3, 2, 'Noon', 'Tavis', 30, 3), (4, 3, 'Rain', 'Morel', 40, 2), (5, 3, 'Snow', 'Tavis', 50, 1);
  insert into tastings values (1, 1, '2026-01-05', 80), (2, 2, '2026-02-06', 85), (3, 3, '2026-02-07', 90), (4, 4, '2026-03-08', 70);
`

/** A database of vineyards for questions. */
export interface Vineyard {
  readonly ontology: Ontology
  plan(question: string, context?: Partial<ReadingContext>): Plan
  /** The rows of the best reading. */
  rows(question: string): Promise<readonly (readonly Cell[])[]>
}

export async function openVineyard(): Promise<Vineyard> {
  const source = new TestSource(script)
  const model = await introspect(source, never())
  const ontology: Ontology = { ...model, id: 'vineyard', name: 'Vineyard', description: null }
  const now = new Date('2026-11-15T12:00:00Z')
  const base: ReadingContext = {
    now,
    timeZone: 'UTC',
    preferences: { defaultTimePeriod: null, highValueThreshold: null, choices: {} },
    answers: {},
    proceed: false,
    previous: null,
  }
  const plan = (question: string, context: Partial<ReadingContext> = {}): Plan =>
    readQuestion(question, ontology, { ...base, ...context })
  return {
    ontology,
    plan,
    async rows(question) {
      const found = plan(question)
      if (found.status !== 'readings') throw new Error(`${question}: ${JSON.stringify(found)}`)
      const { query } = found.readings[0]
      const joins = planJoins(query, ontology)
      if ('status' in joins) throw new Error(joins.reason)
      const { statement } = buildSql(query, joins, ontology, { now, timeZone: 'UTC' })
      return (await source.query(statement, never())).rows
    },
  }
}
