import { describe, expect, test } from 'vitest'
import { servers } from '../../../../test/environment/index.ts'
import type { Ontology } from '../model/ontology.ts'
import type { Condition, Expression, Query } from '../model/logical-form.ts'
import type { Cell, Dialect } from '../model/statement.ts'
import { buildSql } from './build-sql.ts'
import { sameLineage } from '../lineage/lineage.ts'
import { parseLineage } from '../lineage/parse-lineage.ts'
import { planJoins } from '../joins/plan-joins.ts'
import { dialectsHere, openEngine, type TestEngine } from '../../../../test/environment/query/test-engines.ts'
import {
  agg,
  count,
  f,
  is,
  query,
  show,
  testOntology,
} from '../../../../test/environment/query/test-ontology.ts'

const options = { now: new Date('2025-03-01T11:30:00Z'), timeZone: 'Europe/Berlin' }

/** Visits to a clinic. Each moment is stored in every format that a column can have. */
const rows: readonly (readonly Cell[])[] = [
  [1, 'Åsa', 10, 3, '2024-01-31', '2024-01-31 08:15:00', 1706685300, 2024, 'a_b'],
  [2, 'bo', 4, 2, '2024-02-29', '2024-02-29 23:30:00', 1709245800, 2024, 'a%b'],
  [3, 'Bo', null, 2, '2024-12-30', '2024-12-30 00:00:00', 1735513200, 2024, 'axb'],
  [4, 'cy', 7, 0, '2025-01-05', '2025-01-05 12:00:00', 1736074800, 2025, "it's; --"],
]

describe.each<Dialect>(dialectsHere(servers().databaseUrl, servers().mariadbUrl))('%s', (dialect) => {
  test('[DQ10] a period is its first day, and the calendar sets the start of weeks and fiscal years', async () => {
    await using clinic = await openClinic(dialect)
    const first = (
      unit: 'day' | 'week' | 'month' | 'quarter' | 'year',
      fiscal = false,
    ): Promise<readonly Cell[]> => clinic.values({ kind: 'period', unit, of: f('visits.on_day'), fiscal })
    expect(await first('day')).toEqual(['2024-01-31', '2024-02-29', '2024-12-30', '2025-01-05'])
    expect(await first('week')).toEqual(['2024-01-28', '2024-02-25', '2024-12-29', '2025-01-05'])
    expect(await first('month')).toEqual(['2024-01-01', '2024-02-01', '2024-12-01', '2025-01-01'])
    expect(await first('quarter')).toEqual(['2024-01-01', '2024-01-01', '2024-10-01', '2025-01-01'])
    expect(await first('year')).toEqual(['2024-01-01', '2024-01-01', '2024-01-01', '2025-01-01'])
    expect(await first('quarter', true)).toEqual(['2023-11-01', '2024-02-01', '2024-11-01', '2024-11-01'])
    expect(await first('year', true)).toEqual(['2023-02-01', '2024-02-01', '2024-02-01', '2024-02-01'])
    const own = {
      kind: 'period',
      unit: 'year',
      of: f('visits.on_day'),
      fiscal: true,
      fiscalStart: 4,
    } as const
    expect(await clinic.values(own)).toEqual(['2023-04-01', '2023-04-01', '2024-04-01', '2024-04-01'])
  })

  test('[DQ311] every kind of time column gives the same months', async () => {
    await using clinic = await openClinic(dialect)
    const months = ['2024-01-01', '2024-02-01', '2024-12-01', '2025-01-01']
    for (const name of ['on_day', 'at_time', 'iso', 'seconds']) {
      expect({
        from: name,
        got: await clinic.values({ kind: 'period', unit: 'month', of: f(`visits.${name}`) }),
      }).toEqual({ from: name, got: months })
    }
    const days = ['2024-01-31', '2024-02-29', '2024-12-30', '2025-01-05']
    for (const name of ['on_day', 'at_time', 'iso', 'seconds']) {
      expect({
        from: name,
        got: await clinic.values({ kind: 'period', unit: 'day', of: f(`visits.${name}`) }),
      }).toEqual({ from: name, got: days })
    }
    expect(await clinic.values({ kind: 'part', part: 'hour', of: f('visits.seconds') })).toEqual([
      8, 23, 0, 12,
    ])
    expect(await clinic.values({ kind: 'period', unit: 'year', of: f('visits.in_year') })).toEqual(
      ['2024-01-01', '2024-01-01', '2024-01-01', '2025-01-01'],
    ) // prettier-ignore
  })

  test('[DQ312] parts of a moment are numbers, and Monday is 1', async () => {
    await using clinic = await openClinic(dialect)
    const part = (
      name: 'hour' | 'weekday' | 'day' | 'week' | 'month' | 'quarter' | 'year',
    ): Promise<readonly Cell[]> => clinic.values({ kind: 'part', part: name, of: f('visits.at_time') })
    expect(await part('hour')).toEqual([8, 23, 0, 12])
    expect(await part('weekday')).toEqual([3, 4, 1, 7])
    expect(await part('day')).toEqual([31, 29, 30, 5])
    expect(await part('week')).toEqual([5, 9, 1, 1])
    expect(await part('month')).toEqual([1, 2, 12, 1])
    expect(await part('quarter')).toEqual([1, 1, 4, 1])
    expect(await part('year')).toEqual([2024, 2024, 2024, 2025])
    expect(await clinic.values({ kind: 'part', part: 'year', of: f('visits.in_year') })).toEqual([
      2024, 2024, 2024, 2025,
    ])
  })

  test('[DQ313] spans count whole units', async () => {
    await using clinic = await openClinic(dialect)
    const span = (
      unit: 'minute' | 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year',
    ): Promise<readonly Cell[]> =>
      clinic.values({ kind: 'span', unit, from: f('visits.at_time'), to: { kind: 'now' } })
    expect(await span('day')).toEqual([395, 365, 61, 55])
    expect(await span('week')).toEqual([56, 52, 8, 7])
    expect(await span('month')).toEqual([13, 12, 2, 1])
    expect(await span('quarter')).toEqual([4, 4, 0, 0])
    expect(await span('year')).toEqual([1, 1, 0, 0])
    expect(await span('hour')).toEqual([9484, 8773, 1476, 1320])
    expect((await span('minute'))[3]).toBe(55 * 24 * 60 + 30)
  })

  test('[DQ11] a time range includes its start and excludes its end on every kind of column', async () => {
    await using clinic = await openClinic(dialect)
    for (const name of ['on_day', 'at_time', 'iso', 'seconds']) {
      const during = (start: string | null, end: string | null): Promise<readonly Cell[]> =>
        clinic.ids({ kind: 'during', of: f(`visits.${name}`), start, end })
      expect({ from: name, got: await during('2024-02-29', '2024-12-30') }).toEqual({ from: name, got: [2] })
      expect({ from: name, got: await during('2024-12-30', null) }).toEqual({ from: name, got: [3, 4] })
      expect({ from: name, got: await during(null, '2024-02-29') }).toEqual({ from: name, got: [1] })
      expect({ from: name, got: await during(null, null) }).toEqual({ from: name, got: [1, 2, 3, 4] })
    }
    for (const name of ['at_time', 'iso', 'seconds']) {
      const moment: Condition = {
        kind: 'during',
        of: f(`visits.${name}`),
        start: '2024-02-29T23:30:00',
        end: '2025-01-05T12:00:00',
      }
      expect({ from: name, got: await clinic.ids(moment) }).toEqual({ from: name, got: [2, 3] })
    }
    expect(
      await clinic.ids({ kind: 'during', of: f('visits.in_year'), start: '2025-01-01', end: '2026-01-01' }),
    ).toEqual([4])
    expect(
      await clinic.ids({ kind: 'during', of: f('visits.in_year'), start: '2023-01-01', end: '2025-01-01' }),
    ).toEqual([1, 2, 3])
  })

  test('[DQ9] [DQ306] [DQ1407] division does not truncate and gives null for zero', async () => {
    await using clinic = await openClinic(dialect)
    const ratio: Expression = {
      kind: 'arithmetic',
      operator: '/',
      left: f('visits.fee'),
      right: f('visits.persons'),
    }
    const [first, ...rest] = await clinic.values(ratio)
    expect(Number(first)).toBeCloseTo(10 / 3)
    expect(rest).toEqual([2, null, null])
  })

  test('[DQ9] [DQ309] [DQ1404] text can be measured, joined, compared without case and searched literally', async () => {
    await using clinic = await openClinic(dialect)
    expect(await clinic.values({ kind: 'length', of: f('visits.name') })).toEqual([3, 2, 2, 2])
    const joined: Expression = { kind: 'join-text', of: [f('visits.name'), f('visits.fee')] }
    expect(await clinic.values(joined)).toEqual(['Åsa 10', 'bo 4', 'Bo', 'cy 7'])
    const name: Expression = f('visits.name')
    const same: Condition = {
      kind: 'compare',
      left: name,
      operator: '=',
      right: { kind: 'literal', value: 'BO' },
      fold: true,
    }
    expect(await clinic.ids(same)).toEqual([2, 3])
    expect(await clinic.ids({ kind: 'in', of: name, values: ['CY', 'Bo'], fold: true })).toEqual([2, 3, 4])
    expect(await clinic.ids({ kind: 'like', of: f('visits.note'), how: 'contains', text: '_' })).toEqual([1])
    expect(await clinic.ids({ kind: 'like', of: f('visits.note'), how: 'begins', text: 'A%' })).toEqual([2])
    expect(await clinic.ids({ kind: 'like', of: f('visits.note'), how: 'ends', text: '; --' })).toEqual([4])
    expect(await clinic.ids({ kind: 'like', of: f('visits.fee'), how: 'begins', text: '1' })).toEqual([1])
    expect(await clinic.ids(is('visits.fee', 4.5, '>'))).toEqual([1, 4])
    expect(await clinic.ids(is('visits.fee', '10'))).toEqual([1])
    expect(await clinic.ids({ kind: 'in', of: f('visits.fee'), values: [null, 4] })).toEqual([2, 3])
    expect(await clinic.ids({ kind: 'in', of: f('visits.fee'), values: [] })).toEqual([])
  })

  test('[DQ19] a comparison with the previous period looks back before the range', async () => {
    await using clinic = await openClinic(dialect)
    const year: Expression = { kind: 'period', unit: 'year', of: f('visits.on_day') }
    const before = (): Expression => ({
      kind: 'running',
      function: 'previous',
      of: count('visits'),
      along: year,
      within: [],
    })
    const since = (start: string): Query =>
      query('visits', {
        outputs: show(year, count('visits'), before()),
        where: { kind: 'during', of: f('visits.on_day'), start, end: '2026-01-01' },
        groupBy: [year],
      })
    expect(await clinic.rows(since('2025-01-01'))).toEqual([['2025-01-01', 1, 3]])
    // Looking back would make the first year another period than the one asked for.
    expect(await clinic.rows(since('2025-01-02'))).toEqual([['2025-01-01', 1, null]])
  })

  test('[DQ12] [DQ314] [DQ315] shares, running figures and the first row of each group are computed', async () => {
    await using clinic = await openClinic(dialect)
    const year: Expression = f('visits.in_year')
    const month: Expression = { kind: 'period', unit: 'month', of: f('visits.on_day') }
    const fee = agg('sum', 'visits.fee')
    const running = (name: 'total' | 'previous' | 'change' | 'growth' | 'mean' | 'rank', steps = 1): Expression => ({
      kind: 'running', function: name, of: fee, along: month, within: [], steps,
    }) // prettier-ignore
    const expressions = [
      running('total'),
      running('previous'),
      running('change'),
      running('mean', 2),
      running('rank'),
    ]
    const grouped = query('visits', {
      outputs: show(month, ...expressions),
      groupBy: [month],
      orderBy: [{ expression: month, direction: 'asc' }],
    })
    expect(await clinic.rows(grouped)).toEqual([
      ['2024-01-01', 10, null, null, 10, 1],
      ['2024-02-01', 14, 10, -6, 7, 3],
      ['2024-12-01', 14, 4, null, 4, 4],
      ['2025-01-01', 21, null, null, 7, 2],
    ])
    const share: Expression = { kind: 'share', of: count('visits'), within: [], percent: true }
    const kept: Condition = {
      kind: 'compare',
      left: count('visits'),
      operator: '>',
      right: { kind: 'literal', value: 1 },
    }
    expect(
      await clinic.rows(query('visits', { outputs: show(year, share), groupBy: [year], having: kept })),
    ).toEqual([[2024, 75]])
    const large: Condition = {
      kind: 'compare',
      left: share,
      operator: '<',
      right: { kind: 'literal', value: 50 },
    }
    expect(
      await clinic.rows(query('visits', { outputs: show(year), groupBy: [year], having: large })),
    ).toEqual([[2025]])
    const growth = query('visits', {
      outputs: show(running('growth')),
      groupBy: [month],
      orderBy: [{ expression: month, direction: 'asc' }],
    })
    expect((await clinic.rows(growth))[1]).toEqual([-0.6])
    const perYear = query('visits', {
      outputs: show('visits.id'),
      orderBy: [{ expression: f('visits.fee'), direction: 'desc' }],
      limit: 1,
      limitPer: [year],
    })
    expect(await clinic.rows(perYear)).toEqual([[1], [4]])
  })

  test('[DQ307] nulls come last in both directions', async () => {
    await using clinic = await openClinic(dialect)
    for (const direction of ['asc', 'desc'] as const) {
      const ordered = query('visits', {
        outputs: show('visits.id'),
        orderBy: [{ expression: f('visits.fee'), direction }],
      })
      expect((await clinic.rows(ordered)).at(-1)).toEqual([3])
    }
    const distinct = query('visits', {
      outputs: show('visits.in_year'),
      distinct: true,
      orderBy: [{ expression: f('visits.fee'), direction: 'desc' }],
    })
    expect(await clinic.rows(distinct)).toEqual([[2024], [2025]])
  })

  test('[DQ9] [DQ308] queries can be combined, nested and searched for members, and nulls in a list hide no row', async () => {
    await using clinic = await openClinic(dialect)
    const names = (where: Condition): Query => query('visits', { outputs: show('visits.id'), where })
    const both = (how: 'union' | 'intersect' | 'except'): Query => ({
      ...names(is('visits.id', 2, '<=')),
      combine: { how, with: names(is('visits.id', 2, '>=')) },
      orderBy: [{ expression: f('visits.id'), direction: 'asc' }],
    })
    expect(await clinic.rows(both('union'))).toEqual([[1], [2], [3], [4]])
    expect(await clinic.rows(both('intersect'))).toEqual([[2]])
    expect(await clinic.rows(both('except'))).toEqual([[1]])
    const average: Expression = {
      kind: 'scalar',
      query: query('visits', { outputs: show(agg('avg', 'visits.fee')) }),
    }
    expect(
      await clinic.ids({ kind: 'compare', left: f('visits.fee'), operator: '>', right: average }),
    ).toEqual([1])
    const fees = query('visits', { outputs: show('visits.fee') })
    expect(
      await clinic.ids({ kind: 'not', of: { kind: 'member', of: f('visits.persons'), query: fees } }),
    ).toEqual([1, 2, 3, 4])
    expect(await clinic.ids({ kind: 'member', of: f('visits.fee'), query: fees })).toEqual([1, 2, 4])
    const top = query('visits', {
      outputs: show('visits.id'),
      orderBy: [{ expression: f('visits.fee'), direction: 'desc' }],
      limit: 2,
    })
    expect(await clinic.ids({ kind: 'member', of: f('visits.id'), query: top })).toEqual([1, 4])
  })
})

interface Clinic extends AsyncDisposable {
  rows(query: Query): Promise<readonly (readonly Cell[])[]>
  /** Evaluates one expression for every visit. */
  values(of: Expression): Promise<readonly Cell[]>
  /** Lists the visits that meet a condition. */
  ids(where: Condition): Promise<readonly Cell[]>
}

async function openClinic(dialect: Dialect): Promise<Clinic> {
  const engine = await openEngine(dialect, servers().databaseUrl, servers().mariadbUrl)
  const types = dialect === 'sqlite' ? ['DATE', 'TIMESTAMP'] : ['date', 'timestamp']
  await engine.exec(
    `CREATE TEMPORARY TABLE visits (id integer, name text, fee integer, persons integer, on_day ${types[0]}, at_time ${types[1]}, seconds bigint, in_year integer, note text, iso text)`,
  )
  const literal = (value: Cell): string =>
    value === null
      ? 'NULL'
      : typeof value === 'number'
        ? String(value)
        : `'${value.toString().replaceAll("'", "''")}'`
  for (const row of rows)
    await engine.exec(`INSERT INTO visits VALUES (${[...row, row[5] ?? null].map(literal).join(', ')})`)
  const ontology = clinicOntology(dialect)
  const inOrder = [{ expression: f('visits.id'), direction: 'asc' }] as const
  const run = (asked: Query): Promise<readonly (readonly Cell[])[]> => runBoth(asked, ontology, engine)
  const firsts = async (asked: Query): Promise<readonly Cell[]> =>
    (await run(asked)).map((row) => row[0] ?? null)
  return {
    rows: run,
    values: (of) => firsts(query('visits', { outputs: show(of), orderBy: inOrder })),
    ids: (where) => firsts(query('visits', { outputs: show('visits.id'), where, orderBy: inOrder })),
    [Symbol.asyncDispose]: () => engine[Symbol.asyncDispose](),
  }
}

/** Runs the query with parameters and with literals. Both must give the same rows, and our lineage must equal the parsed one. */
async function runBoth(
  asked: Query,
  ontology: Ontology,
  engine: TestEngine,
): Promise<readonly (readonly Cell[])[]> {
  const plan = planJoins(asked, ontology)
  if ('status' in plan) throw new Error(plan.reason)
  const { statement, inlined, lineage } = buildSql(asked, plan, ontology, options)
  const found = await engine.rows(statement).catch((cause: unknown) => {
    throw new Error(statement.sql, { cause })
  })
  expect({ from: inlined, got: await engine.rows({ sql: inlined, parameters: [] }) }).toEqual({
    from: inlined,
    got: found,
  })
  const parsed = await parseLineage(statement.sql, engine.dialect, ontology, {
    ...statement,
    timeZone: options.timeZone,
  })
  if (!sameLineage(lineage, parsed))
    expect({ from: inlined, got: parsed }).toEqual({ from: inlined, got: lineage })
  return found
}

function clinicOntology(dialect: Dialect): Ontology {
  const fields = [
    'id*',
    'name:text',
    'fee?',
    'persons',
    'on_day:date',
    'at_time:timestamp',
    'seconds',
    'in_year',
    'note:text',
    'iso:text',
  ]
  const extra = {
    seconds: { timeFormat: 'epoch-seconds' },
    in_year: { timeFormat: 'year' },
    iso: { timeFormat: 'iso-timestamp' },
  } as const
  return testOntology(dialect, [{ name: 'visits', fields, extra }], {
    calendar: { fiscalYearStart: 2, weekStart: 'sunday' },
  })
}
