import { describe, expect, test } from 'vitest'
import {
  buildSql,
  planJoins,
  type AggregateFunction,
  type Condition,
  type Dialect,
  type Expression,
  type Field,
  type Query,
} from '@quipu/query'
import { servers } from '../../../../../test/environment/index.ts'
import { admit } from './read-only.ts'
import { dialectsHere, openEngine } from '../../../../../test/environment/query/test-engines.ts'
import {
  agg,
  count,
  f,
  is,
  query,
  show,
  testOntology,
} from '../../../../../test/environment/query/test-ontology.ts'

const moments = ['on_day', 'at_time', 'zoned', 'iso', 'iso_day', 'seconds', 'millis', 'in_year', 'year_text']
const times = moments.map((name) => f(`stays.${name}`))
const units = ['day', 'week', 'month', 'quarter', 'year'] as const
const parts = ['hour', 'weekday', 'day', 'week', 'month', 'quarter', 'year'] as const
const functions = ['count', 'sum', 'avg', 'min', 'max', 'median', 'stddev'] as const
const comparisons = ['=', '!=', '<', '<=', '>', '>='] as const
const month: Expression = { kind: 'period', unit: 'month', of: f('stays.on_day') }
const price = agg('sum', 'stays.price')
const rooms = query('rooms', { outputs: show('rooms.id') })

/** Every kind of expression, in all its forms: a new kind does not compile until it is added here. */
const expressions: { readonly [Kind in Expression['kind']]: readonly Expression[] } = {
  field: [...times, f('stays.guest'), f('stays.is_paid'), f('rooms.name')],
  literal: [null, 'x', 1, 1.5, true].map((value) => ({ kind: 'literal', value })),
  rows: [count('stays'), count('rooms')],
  aggregate: functions.flatMap((name) => [agg(name, 'stays.price'), filtered(name), distinct(name)]),
  metric: [{ kind: 'metric', name: 'yield' }],
  arithmetic: (['+', '-', '*', '/'] as const).flatMap((operator) => [
    { kind: 'arithmetic', operator, left: f('stays.price'), right: f('stays.nights') },
    { kind: 'arithmetic', operator, left: price, right: count('rooms') },
  ]),
  period: times.flatMap((of) =>
    units.flatMap((unit) => [
      { kind: 'period', unit, of } as const,
      { kind: 'period', unit, of, fiscal: true } as const,
    ]),
  ),
  part: times.flatMap((of) => parts.map((part) => ({ kind: 'part', part, of }) as const)),
  span: times.flatMap((from) =>
    [...units, 'hour' as const, 'minute' as const].map(
      (unit) => ({ kind: 'span', unit, from, to: { kind: 'now' } }) as const,
    ),
  ),
  now: [{ kind: 'now' }],
  length: [{ kind: 'length', of: f('stays.guest') }],
  'join-text': [{ kind: 'join-text', of: [f('stays.guest'), f('rooms.name')] }],
  share: [true, false].map((percent) => ({ kind: 'share', of: price, within: [], percent })),
  running: (['total', 'previous', 'change', 'growth', 'mean', 'rank'] as const).map((name) => ({
    kind: 'running',
    function: name,
    of: price,
    along: month,
    within: [],
    steps: 2,
  })),
  scalar: [{ kind: 'scalar', query: query('stays', { outputs: show(price) }) }],
}

const conditions: { readonly [Kind in Condition['kind']]: readonly Condition[] } = {
  and: [{ kind: 'and', of: [is('stays.price', 1), is('rooms.name', 'x')] }],
  or: [{ kind: 'or', of: [is('stays.price', 1), is('rooms.name', 'x')] }],
  not: [{ kind: 'not', of: is('stays.guest', 'x') }],
  compare: [
    ...comparisons.map((operator) => is('stays.price', 2.5, operator)),
    ...moments.map((name) =>
      is(`stays.${name}`, /year|seconds|millis/.test(name) ? 2024 : '2024-01-31', '>='),
    ),
    is('stays.is_paid', true),
    { ...is('stays.guest', 'x'), fold: true } as Condition,
  ],
  between: [
    { kind: 'between', of: f('stays.price'), low: literal(1), high: literal(2) },
    { kind: 'between', of: f('stays.on_day'), low: literal('2024-01-01'), high: literal('2024-02-01') },
  ],
  in: [true, false].map((fold) => ({ kind: 'in', of: f('stays.guest'), values: ['x', "y'z"], fold })),
  like: (['contains', 'begins', 'ends'] as const).map((how) => ({
    kind: 'like',
    of: f('stays.guest'),
    how,
    text: '5%_\\x',
  })),
  null: [{ kind: 'null', of: f('stays.guest') }],
  during: times.flatMap((of) => [
    { kind: 'during', of, start: '2024-01-01', end: '2024-02-01' } as const,
    { kind: 'during', of, start: '2024-01-01T10:00:00', end: null } as const,
  ]),
  member: [{ kind: 'member', of: f('stays.room_id'), query: rooms }],
  related: [
    { kind: 'related', of: 'rooms', query: query('stays', { outputs: [], where: is('stays.price', 1) }) },
    {
      kind: 'related',
      of: 'rooms',
      query: query('stays', { outputs: [], having: compare(count('stays'), '>', 2) }),
    },
  ],
}

const shapes: readonly Query[] = [
  ...(['union', 'intersect', 'except'] as const).map((how) =>
    query('rooms', {
      outputs: show('rooms.name'),
      combine: { how, with: query('rooms', { outputs: show('rooms.name') }) },
    }),
  ),
  query('rooms', {
    outputs: show('rooms.name', count('stays'), price),
    groupBy: [f('rooms.name')],
    keepUnmatched: true,
    having: compare(price, '>', 1),
    orderBy: [{ expression: price, direction: 'desc' }],
    limit: 3,
  }),
  query('stays', {
    outputs: show('rooms.name', 'stays.guest', price),
    groupBy: [f('rooms.name'), f('stays.guest')],
    orderBy: [{ expression: price, direction: 'desc' }],
    limit: 2,
    limitPer: [f('rooms.name')],
  }),
  query('stays', { outputs: show('stays.guest'), distinct: true }),
]

describe.each<Dialect>(dialectsHere(servers().databaseUrl, servers().mariadbUrl))('%s', (dialect) => {
  const cases = [
    ...Object.values(expressions).flat().map(asking),
    ...Object.entries(conditions).flatMap(([kind, all]) => all.map((where) => under(kind, where))),
    ...shapes,
  ]
  const weeks = expressions.period.filter((one) => one.kind === 'period' && one.unit === 'week').map(asking)

  test('[DQ18] every statement that can be built is accepted and runs', async () => {
    await using engine = await openEngine(dialect, servers().databaseUrl, servers().mariadbUrl)
    // Other tests use the same database at the same time.
    const isShared = dialect === 'postgres' || dialect === 'mysql'
    await engine.exec(`${isShared ? 'create temporary table' : 'create table'} rooms (id integer, name text)`)
    await engine.exec(`${isShared ? 'create temporary table' : 'create table'} stays (id integer, room_id integer,
      guest text, price double precision, nights integer, is_paid boolean, on_day date, at_time timestamp,
      zoned ${dialect === 'sqlite' ? 'text' : dialect === 'mysql' ? 'datetime' : 'timestamp with time zone'}, iso text, iso_day text, seconds bigint,
      millis bigint, in_year integer, year_text text)`)
    const tables = [['rooms'], ['stays']]
    const wrong: string[] = []
    for (const weekStart of ['monday', 'sunday'] as const) {
      const ontology = hotel(dialect, weekStart)
      for (const one of weekStart === 'monday' ? cases : weeks) {
        const joins = planJoins(one, ontology)
        if ('status' in joins) throw new Error(joins.reason)
        const built = buildSql(one, joins, ontology, { now: new Date('2025-03-01'), timeZone: 'Asia/Tokyo' })
        const note = (error: unknown) => void wrong.push(`${String(error)} in ${built.inlined}`)
        await admit(built.statement.sql, dialect, tables).catch(note)
        await admit(built.inlined, dialect, tables).catch(note)
        await engine.rows(built.statement).catch(note)
      }
    }
    expect(wrong).toEqual([])
  })
})

/** As an output, in a group if there is something to group, and as an order. */
function asking(expression: Expression): Query {
  const isGrouped = ['share', 'running', 'scalar'].includes(expression.kind)
  return query('stays', {
    outputs: isGrouped ? show(month, expression, price) : show(expression),
    groupBy: isGrouped ? [month] : [],
    orderBy: [{ expression, direction: 'desc' }],
  })
}

function under(kind: string, where: Condition): Query {
  const subject = kind === 'related' ? 'rooms' : 'stays'
  return query(subject, { outputs: show(count(subject)), where })
}

function filtered(name: AggregateFunction): Expression {
  return {
    kind: 'aggregate',
    function: name,
    of: f('stays.price'),
    distinct: false,
    where: is('rooms.name', 'x'),
  }
}

function distinct(name: AggregateFunction): Expression {
  return { kind: 'aggregate', function: name, of: f('stays.price'), distinct: true }
}

function literal(value: string | number): Expression {
  return { kind: 'literal', value }
}

function compare(left: Expression, operator: '>', value: number): Condition {
  return { kind: 'compare', left, operator, right: literal(value) }
}

function hotel(dialect: Dialect, weekStart: 'monday' | 'sunday') {
  const format = (timeFormat: Field['timeFormat']): Partial<Field> => ({ timeFormat, role: 'time' })
  return testOntology(
    dialect,
    [
      { name: 'rooms', fields: ['id*', 'name:text'] },
      {
        name: 'stays',
        fields: ['id*', 'room_id', 'guest?:text', 'price:real', 'nights', 'is_paid:boolean', 'on_day:date',
          'at_time:timestamp', 'zoned:timestamp', 'iso:text', 'iso_day:text', 'seconds', 'millis', 'in_year', 'year_text:text'], // prettier-ignore
        refers: ['room_id>rooms.id'],
        extra: {
          zoned: { nativeType: dialect === 'mysql' ? 'DATETIME' : 'TIMESTAMP WITH TIME ZONE' },
          iso: format('iso-timestamp'),
          iso_day: format('iso-date'),
          seconds: format('epoch-seconds'),
          millis: format('epoch-milliseconds'),
          in_year: format('year'),
          year_text: format('year'),
        },
      },
    ],
    {
      calendar: { fiscalYearStart: 4, weekStart },
      metrics: [
        {
          name: 'yield', label: 'yield', description: null, synonyms: [], unit: null,
          expression: 'sum(stays.price) / count(rooms)',
        }, // prettier-ignore
      ],
    },
  )
}
