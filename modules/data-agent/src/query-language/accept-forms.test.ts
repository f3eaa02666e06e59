import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildSql, planJoins } from '@quipu/query'
import { QueryError, readQuery } from '@quipu/reading'
import { openSmallDatabase, type SmallDatabase } from '../questions/test-small-database.ts'
import { now } from '../questions/test-shop.ts'
import { acceptForms } from './accept-forms.ts'
import { explainRefusal } from './explain-refusal.ts'

const context = { now, timeZone: 'UTC' }

/** A choir with singers, concerts and who sang where. Two singers have the same name. */
const choir = `
  create table singers (singer_id integer primary key, name text not null, voice text not null, joined_on text not null);
  create table concerts (concert_id integer primary key, title text not null, hall text not null, held_on text not null,
    starts_at text not null, ends_at text not null);
  create table appearances (appearance_id integer primary key, singer_id integer not null references singers,
    concert_id integer not null references concerts, fee real not null, solo_minutes real);
  insert into singers values (1,'Ada Orr','alto','2020-02-01'),(2,'Ben Ito','bass','2021-03-05'),
    (3,'Ada Orr','soprano','2022-09-09'),(4,'Cy Lund','bass','2023-01-11');
  insert into concerts values (1,'Spring','Old Hall','2026-03-10','2026-03-10 19:00:00','2026-03-10 20:30:00'),
    (2,'Summer','Garden','2026-06-20','2026-06-20 18:00:00','2026-06-21 00:00:00'),
    (3,'Autumn','Old Hall','2025-10-01','2025-10-01 20:00:00','2025-10-01 21:00:00');
  insert into appearances values (1,1,1,50,2),(2,1,2,60,null),(3,2,1,40,3),(4,2,2,45,null),(5,2,3,30,1),(6,3,1,55,null),
    (7,3,2,20,null),(8,3,3,25,4);
`
let small: SmallDatabase
beforeAll(async () => {
  small = await openSmallDatabase(choir)
}, 60_000)
afterAll(() => small[Symbol.dispose]())

function rowsOf(query: unknown): unknown[][] {
  const { ontology, run } = small
  const read = readQuery(acceptForms(query, ontology), ontology, context)
  const plan = planJoins(read, ontology)
  if ('status' in plan) throw new Error(plan.reason)
  return run(buildSql(read, plan, ontology, context).inlined)
}

function refusalOf(query: unknown): QueryError {
  const usual = acceptForms(query, small.ontology)
  try {
    readQuery(usual, small.ontology, context)
  } catch (error) {
    if (error instanceof QueryError) return explainRefusal(error, usual, small.ontology)
    throw error
  }
  throw new Error(`not refused: ${JSON.stringify(query)}`)
}

function sorted(query: unknown): unknown[][] {
  return rowsOf(query).toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
}

describe('groups', () => {
  test('[DX750] where only "having" or "order" has an aggregate, and it is about rows of "from", the columns are the groups', () => {
    const often = { from: 'concerts', select: ['hall'], having: [[{ count: 'concerts' }, '>', 1]] }
    expect(rowsOf(often)).toEqual([['Old Hall']])
    const first = {
      from: 'appearances',
      select: ['concerts.hall'],
      order: [{ desc: { sum: 'fee' } }],
      limit: 1,
    }
    expect(rowsOf(first)).toEqual([['Old Hall']])
    const inner = { from: 'concerts', select: ['title'], where: [['hall', 'in', { query: often }]] }
    expect(sorted(inner)).toEqual([['Autumn'], ['Spring']])
  })

  test('[DX757] if the columns or the rows of "from" may be meant, both are offered, and each of them is taken', () => {
    const voices = {
      from: 'singers',
      select: ['voice'],
      order: [{ desc: { count: 'appearances' } }],
      limit: 1,
    }
    const { path, details } = refusalOf(voices)
    expect(path).toBe('$.group')
    expect(details.choices).toEqual([{ group: ['voice'] }, { group: ['singers.singer_id', 'voice'] }])
    for (const choice of details.choices ?? [])
      expect(rowsOf({ ...voices, ...(choice as object) })).toHaveLength(1)
    const nested = { from: 'singers', select: ['name'], where: [['voice', 'in', { query: voices }]] }
    expect(refusalOf(nested).path).toBe('$.where[0][2].query.group')
  })

  test('[DX758] if a value is refused and is the name of a field, the refusal says how a field is written', () => {
    const late = { from: 'concerts', select: ['title'], where: [['held_on', '<', 'ends_at']] }
    expect(refusalOf(late).reason).toContain('the field is {"field": "ends_at"}')
    const none = { from: 'concerts', select: ['title'], where: [['held_on', '<', 'never']] }
    expect(refusalOf(none).reason).not.toContain('the field is')
  })

  test('[DX751] there, two rows of "from" with the same name stay apart', () => {
    const often = { from: 'singers', select: ['name'], having: [[{ count: 'appearances' }, '>=', 2]] }
    expect(sorted(often)).toEqual([['Ada Orr'], ['Ada Orr'], ['Ben Ito']])
  })

  test('[DX751] a name is a group of its own where rows of "from" are counted', () => {
    const shared = { from: 'singers', select: ['name'], having: [[{ count: 'singers' }, '>', 1]] }
    expect(rowsOf(shared)).toEqual([['Ada Orr']])
  })

  test('[DX752] beside a whole key in "group", columns of the same dataset need not be there', () => {
    const each = {
      from: 'singers',
      select: ['name', { count: 'appearances', as: 'n' }],
      group: ['singer_id'],
    }
    expect(sorted(each)).toEqual([
      ['Ada Orr', 2],
      ['Ada Orr', 3],
      ['Ben Ito', 3],
    ])
  })
})

const base = { from: 'concerts', select: ['hall', { count: 'concerts', as: 'n' }] }
const halls = { from: 'concerts', select: ['title'] }

describe('forms that mean one thing only', () => {
  const most = { ...base, order: [{ desc: 'n' }] }
  test.each<[string, unknown, unknown]>([
    ['a pair in order', { ...base, order: [['n', 'desc']] }, most],
    ['one pair as the whole order', { ...base, order: ['n', 'desc'] }, most],
    ['a direction after the name', { ...base, order: 'n desc' }, most],
    ['a name with its direction', { ...base, order: [{ n: 'desc' }] }, most],
    ['field and direction', { ...base, order: [{ field: 'n', direction: 'DESC' }] }, most],
    ['a flag for the direction', { ...base, order: [{ by: 'n', desc: true }] }, most],
    ['order_by', { ...base, order_by: [{ desc: 'n' }] }, most],
    ['a heading inside of order', { ...base, order: [{ desc: { count: 'concerts', as: 'n' } }] }, most],
    ['group_by', { ...base, group_by: ['hall'] }, base],
    ['a list of one dataset', { ...base, from: ['concerts'] }, base],
    ['the query as text', JSON.stringify(base), base],
    ['numbers as text', { ...base, version: '1', limit: '1' }, { ...base, limit: 1 }],
    ['another word for as', { from: 'concerts', select: ['hall', { count: 'concerts', label: 'n' }] }, base],
    ['another function call', { from: 'concerts', select: ['hall', { fn: 'count', of: 'concerts' }] }, base],
    ['one value for in', { ...halls, where: [['hall', 'in', 'Garden']] }, { ...halls, where: [['hall', '=', 'Garden']] }],
    ['a field with its value', { ...halls, where: { hall: 'Garden' } }, { ...halls, where: [['hall', '=', 'Garden']] }],
    ['field, op and value', { ...halls, where: [{ field: 'hall', op: '==', value: 'Garden' }] }, { ...halls, where: [['hall', '=', 'Garden']] }],
    ['the operator first', { ...halls, where: [{ '<>': ['hall', 'Garden'] }] }, { ...halls, where: [['hall', '!=', 'Garden']] }],
    ['like with %', { ...halls, where: [['hall', 'like', 'Old%']] }, { ...halls, where: [['hall', 'begins', 'Old']] }],
    ['not like', { ...halls, where: [['hall', 'not like', '%ard%']] }, { ...halls, where: [['hall', 'not contains', 'ard']] }],
    ['is null', { from: 'appearances', select: ['fee'], where: [['solo_minutes', 'is', null]] }, { from: 'appearances', select: ['fee'], where: [['solo_minutes', 'is null']] }],
    ['between with two values', { from: 'appearances', select: ['fee'], where: [['fee', 'between', 30, 50]] }, { from: 'appearances', select: ['fee'], where: [['fee', 'between', [30, 50]]] }],
    ['a month by its number', { ...halls, where: [[{ month: 'held_on' }, '=', '2026-03']] }, { ...halls, where: [['held_on', 'during', 'March 2026']] }],
    ['a year and a quarter', { ...halls, where: { and: [[{ year: 'held_on' }, '=', 2026], [{ quarter: 'held_on' }, '=', '2026-Q1']] } }, { ...halls, where: [['title', '=', 'Spring']] }],
    ['a dataset that exists', { from: 'singers', select: ['name'], where: [{ not_exists: 'appearances' }] }, { from: 'singers', select: ['name'], where: [{ not_exists: { from: 'appearances' } }] }],
    ['a dataset as join', { from: 'appearances', select: ['singers.name'], join: 'singers' }, { from: 'appearances', select: ['singers.name'] }],
    ['average', { from: 'appearances', select: [{ average: 'fee' }] }, { from: 'appearances', select: [{ avg: 'fee' }] }],
    ['count_distinct', { from: 'appearances', select: [{ count_distinct: 'singer_id' }] }, { from: 'appearances', select: [{ count: 'singer_id', distinct: true }] }],
    ['count of distinct values', { from: 'appearances', select: [{ count: 'appearances', distinct: 'singer_id' }] }, { from: 'appearances', select: [{ count: 'singer_id', distinct: true }] }],
    ['all fields', { from: 'singers', select: ['*'] }, { from: 'singers', select: ['singer_id', 'name', 'voice', 'joined_on'] }],
  ])('[DX753] %s', (_, given, usual) => {
    expect(rowsOf(given)).toEqual(rowsOf(usual))
    expect(rowsOf(given).length).toBeGreaterThan(0)
  }) // prettier-ignore

  test('[DX753] a pattern with a gap, a name that is not there and an unknown word stay refused', () => {
    expect(() => rowsOf({ ...halls, where: [['hall', 'like', 'O%d']] })).toThrow(QueryError)
    expect(() => rowsOf({ ...halls, where: { halls: 'Garden' } })).toThrow(QueryError)
    expect(() => rowsOf({ ...base, order: [{ m: 'desc' }] })).toThrow(/There is no field or metric "m"/)
    expect(() => rowsOf('no query')).toThrow(QueryError)
  })

  test('[DX753] [DX905] text on the right stays a value, also where a field has that name', () => {
    expect(rowsOf({ from: 'singers', select: ['singer_id'], where: [['name', '=', 'voice']] })).toEqual([])
    expect(rowsOf({ from: 'singers', select: ['singer_id'], where: { name: "x' or 1=1 --" } })).toEqual([])
  })

  test('[DX753] a query of great depth is refused by the reader', () => {
    let deep: unknown = 'fee'
    for (let level = 0; level < 5000; level += 1) deep = { '+': [deep, 1] }
    expect(() => rowsOf({ from: 'appearances', select: [deep] })).toThrow(QueryError)
  })
})

describe('columns and figures', () => {
  test('[DX754] a column may name the headings of columns before it, and a condition those of plain columns', () => {
    const fees = { from: 'appearances', select: ['concerts.title', { sum: 'fee', as: 'fees' }, { count: 'appearances', as: 'n' }, { '/': ['fees', 'n'], as: 'each' }] } // prettier-ignore
    expect(sorted(fees)).toEqual([['Autumn', 55, 2, 27.5], ['Spring', 145, 3, 145 / 3], ['Summer', 125, 3, 125 / 3]]) // prettier-ignore
    const grown = { from: 'concerts', select: [{ year: 'held_on', as: 'y' }, { change: { count: 'concerts' }, along: 'y' }], where: [['y', '>=', '2025-01-01']] } // prettier-ignore
    expect(sorted(grown).map(([, change]) => change)).toEqual([null, 1])
  })

  test('[DX754] [DX906] a field goes before a heading of the same name', () => {
    const [row] = rowsOf({
      from: 'appearances',
      select: [
        { max: 'fee', as: 'fee' },
        { sum: 'fee', as: 'all' },
      ],
    })
    expect(row).toEqual([60, 325])
  })

  test('[DX755] a metric may have a condition, which is added to its own', () => {
    const metrics = [
      { name: 'solo_fees', label: 'solo fees', description: null, synonyms: [], unit: null, expression: 'sum(appearances.fee) filter (where appearances.solo_minutes > 0)' },
      { name: 'fee_each', label: 'fee each', description: null, synonyms: [], unit: null, expression: 'sum(appearances.fee) / count(appearances)' },
    ] // prettier-ignore
    const ontology = { ...small.ontology, metrics }
    const query = {
      from: 'appearances',
      select: [
        { metric: 'solo fees', where: [['concerts.hall', '=', 'Old Hall']], as: 'old' },
        { metric: 'fee_each', where: ['concerts.hall', '=', 'Garden'], as: 'garden' },
        'solo_fees',
      ],
    }
    const read = readQuery(acceptForms(query, ontology), ontology, context)
    const plan = planJoins(read, ontology)
    if ('status' in plan) throw new Error(plan.reason)
    expect(small.run(buildSql(read, plan, ontology, context).inlined)).toEqual([[145, 125 / 3, 145]])
  })

  test('[DX756] a span with "exact" has its fraction; without it counts whole units', () => {
    const span = { span: 'hour', from: 'starts_at', to: 'ends_at' }
    const hours = { from: 'concerts', select: ['title', { ...span, exact: true, as: 'hours' }, span] }
    expect(sorted(hours)).toEqual([
      ['Autumn', 1, 1],
      ['Spring', 1.5, 1],
      ['Summer', 6, 6],
    ])
    const days = { from: 'concerts', select: [{ avg: { ...span, span: 'day', exact: true } }] }
    expect(rowsOf(days)[0]?.[0]).toBeCloseTo(8.5 / 3 / 24, 6)
    expect(() => rowsOf({ from: 'concerts', select: [{ ...span, span: 'month', exact: true }] })).toThrow(
      /exact/,
    )
  })
})
