import { describe, expect, test } from 'vitest'
import { servers } from '../../../../test/environment/index.ts'
import type { Ontology } from '../model/ontology.ts'
import type { Query } from '../model/logical-form.ts'
import type { Dialect } from '../model/statement.ts'
import { buildSql } from './build-sql.ts'
import { sameLineage } from '../lineage/lineage.ts'
import { metricExpression, parseMetric } from '../metrics/metric-expression.ts'
import { parseLineage } from '../lineage/parse-lineage.ts'
import { planJoins } from '../joins/plan-joins.ts'
import { dialectsHere, openEngine } from '../../../../test/environment/query/test-engines.ts'
import {
  agg,
  count,
  f,
  is,
  query,
  show,
  testOntology,
} from '../../../../test/environment/query/test-ontology.ts'

const options = { now: new Date('2026-03-01T12:00:00Z'), timeZone: 'UTC' }
const hostile = [
  "it's",
  '"',
  "'; DROP TABLE seeds; --",
  '$1 ?1 :x',
  'a\\b',
  "\\'",
  '😀 emoji',
  'NUL\0inside',
  '%_!',
  '/* x */',
  '\n',
  '',
]

describe.each<Dialect>(dialectsHere(servers().databaseUrl, servers().mariadbUrl))('%s', (dialect) => {
  test('[DQ15] values with quotes, semicolons, NUL and symbols stay values', async () => {
    await using engine = await openEngine(dialect, servers().databaseUrl, servers().mariadbUrl)
    await engine.exec('CREATE TEMPORARY TABLE seeds (id integer, label text)')
    const ontology = testOntology(dialect, [{ name: 'seeds', fields: ['id*', 'label:text'] }])
    const stored = hostile.filter((value) => !value.includes('\0'))
    for (const [id, value] of stored.entries())
      await engine.exec(`INSERT INTO seeds VALUES (${id}, '${value.replaceAll("'", "''")}')`)
    for (const value of hostile) {
      const expected = stored.includes(value) ? [[stored.indexOf(value)]] : []
      for (const where of [
        is('seeds.label', value),
        { kind: 'in', of: f('seeds.label'), values: [value] } as const,
      ]) {
        const { statement, inlined, lineage } = built(
          query('seeds', { outputs: show('seeds.id'), where }),
          ontology,
        )
        expect({ from: inlined, got: await engine.rows(statement) }).toEqual({ from: inlined, got: expected })
        expect({ from: inlined, got: await engine.rows({ sql: inlined, parameters: [] }) }).toEqual({
          from: inlined,
          got: expected,
        })
        expect({
          from: inlined,
          got: sameLineage(lineage, await parseLineage(inlined, dialect, ontology)),
        }).toEqual({ from: inlined, got: true })
        const parsed = await parseLineage(statement.sql, dialect, ontology, statement)
        expect({ from: inlined, got: sameLineage(lineage, parsed) }).toEqual({ from: inlined, got: true })
      }
      if (value.includes('\0') || value === '') continue
      const like = built(
        query('seeds', {
          outputs: show('seeds.id'),
          where: { kind: 'like', of: f('seeds.label'), how: 'contains', text: value },
        }),
        ontology,
      )
      expect(await engine.rows(like.statement)).toContainEqual([stored.indexOf(value)])
      expect(await engine.rows({ sql: like.inlined, parameters: [] })).toEqual(
        await engine.rows(like.statement),
      )
    }
    expect(await engine.rows({ sql: 'SELECT count(*) FROM seeds', parameters: [] })).toEqual([
      [stored.length],
    ])
  })

  test('[DQ316] names with spaces, quotes, reserved words, capitals and emoji work', async () => {
    await using engine = await openEngine(dialect, servers().databaseUrl, servers().mariadbUrl)
    const names = [
      'order',
      'Group By',
      'a"b',
      "c'd",
      '🌱 plants',
      'select',
      'Total',
      'position',
      'end',
      'user',
      'date',
      'year',
      'über',
      '1st',
      'semi;colon',
      'time',
      'timestamp',
      'first',
      'key',
      'value',
      'type',
      'text',
      'level',
      'month',
      'row',
      'window',
      'values',
      'left',
      'asof',
      'qualify',
      'name',
    ]
    // MySQL has no names beyond the first plane of Unicode.
    const possible =
      dialect === 'mysql' ? names.filter((name) => !/[\u{10000}-\u{10FFFF}]/u.test(name)) : names
    for (const [n, name] of possible.entries()) {
      const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
      const table = n % 3 === 0 ? `${name} t` : name
      await engine.exec(`CREATE TEMPORARY TABLE ${quoted(table)} (id integer, ${quoted(name)} integer)`)
      await engine.exec(`INSERT INTO ${quoted(table)} VALUES (1, 5), (2, 7)`)
      const ontology = testOntology(dialect, [{ name: table, fields: ['id*', name] }])
      const asked = query(table, {
        outputs: show(f(`${table}.${name}`), agg('sum', `${table}.id`)),
        groupBy: [f(`${table}.${name}`)],
        where: is(`${table}.${name}`, 6, '>'),
      })
      const { statement, inlined, lineage } = built(asked, ontology)
      const rows = await engine.rows(statement).catch((cause: unknown) => {
        throw new Error(inlined, { cause })
      })
      expect({ from: inlined, got: rows }).toEqual({ from: inlined, got: [[7, 2]] })
      const parsed = await parseLineage(statement.sql, dialect, ontology, statement)
      expect({ from: inlined, got: sameLineage(lineage, parsed) }).toEqual({ from: inlined, got: true })
      await engine.exec(`DROP TABLE ${quoted(table)}`)
    }
  })

  test('[DQ317] metrics can be shown beside other measures, also as ratios of different grains', async () => {
    await using engine = await openEngine(dialect, servers().databaseUrl, servers().mariadbUrl)
    await engine.exec('CREATE TEMPORARY TABLE carts (id integer, town text, paid boolean)')
    await engine.exec(
      'CREATE TEMPORARY TABLE "lines" (id integer, cart_id integer, pieces integer, price integer)',
    )
    await engine.exec("INSERT INTO carts VALUES (1, 'Ulm', true), (2, 'Ulm', false), (3, 'Bern', true)")
    await engine.exec('INSERT INTO "lines" VALUES (1, 1, 2, 10), (2, 1, 1, 5), (3, 2, 3, 1)')
    const asked = query('carts', {
      outputs: show(
        'carts.town',
        { kind: 'metric', name: 'revenue' },
        { kind: 'metric', name: 'basket' },
        count('carts'),
      ),
      groupBy: [f('carts.town')],
      orderBy: [{ expression: { kind: 'metric', name: 'revenue' }, direction: 'desc' }],
    })
    const { statement } = built(asked, market(dialect))
    expect(await engine.rows(statement)).toEqual([
      ['Ulm', 28, 28, 2],
      ['Bern', null, null, 1],
    ])
  })
})

describe('readable SQL', () => {
  test('[DQ310] a tree of to-one joins becomes a plain join', () => {
    const asked = query('lines', {
      outputs: show('carts.town', agg('sum', 'lines.price')),
      groupBy: [f('carts.town')],
      where: is('carts.town', 'Ulm', '!='),
      orderBy: [{ expression: agg('sum', 'lines.price'), direction: 'desc' }],
      limit: 3,
    })
    const { statement, inlined } = built(asked, market('postgres'))
    expect(statement.sql.split('\n')).toEqual([
      'SELECT carts.town, sum(lines.price) AS sum_of_price',
      'FROM lines',
      'JOIN carts ON carts.id = lines.cart_id',
      'WHERE carts.town != $1',
      'GROUP BY carts.town',
      'ORDER BY sum_of_price DESC NULLS LAST',
      'LIMIT 3',
    ])
    expect(statement.parameters).toEqual(['Ulm'])
    expect(inlined).toContain("WHERE carts.town != 'Ulm'")
  })
})

describe('metrics', () => {
  test('[DQ16] the text of a metric is parsed into an expression', () => {
    const ontology = market('sqlite')
    expect(metricExpression('revenue', ontology)).toEqual({
      kind: 'aggregate',
      function: 'sum',
      of: { kind: 'arithmetic', operator: '*', left: f('lines.pieces'), right: f('lines.price') },
      distinct: false,
    })
    expect(parseMetric('count(distinct carts.town) - -2 * (1 + 1)', ontology).kind).toBe('arithmetic')
    expect(
      parseMetric("count(carts) filter (where carts.town in ('Ulm') and not lines.price is null)", ontology),
    ).toMatchObject({
      of: { kind: 'rows', dataset: 'carts' },
      where: { kind: 'and' },
    })
  })

  test('[DQ340] conditions of a metric are grouped by parentheses and compare with true and false', () => {
    const { where } = parseMetric(
      "count(carts) filter (where (carts.town is null or carts.town = 'Ulm') and (lines.price + 1) * 2 > 3 and lines.pieces = true)",
      market('sqlite'),
    ) as { readonly where?: unknown }
    expect(where).toMatchObject({
      kind: 'and',
      of: [
        { kind: 'or', of: [{ kind: 'null' }, { kind: 'compare' }] },
        { kind: 'compare', operator: '>' },
        { kind: 'compare', right: { kind: 'literal', value: true } },
      ],
    })
  })

  test('[DQ1242] a field of a thing is added up once for each row that names it', () => {
    const parsed = parseMetric(
      'sum(lines.price each carts) filter (where lines.pieces > 1)',
      market('sqlite'),
    )
    expect(parsed).toMatchObject({ kind: 'aggregate', each: { dataset: 'carts' } })
    expect(() => parseMetric('sum(lines.price each nothing)', market('sqlite'))).toThrow(
      'a dataset is missing',
    )
  })

  test('[DQ1240] hours between two moments are minutes divided by 60', () => {
    const { of } = parseMetric('sum(hours(lines.pieces, lines.price))', market('sqlite')) as {
      readonly of?: unknown
    }
    expect(of).toMatchObject({ operator: '/', left: { kind: 'span', unit: 'minute' }, right: { value: 60 } })
  })

  test.each([
    ['sum(lines.price', '")" is missing'],
    ['sum(lines.colour)', 'the dataset lines has no field colour'],
    ['sum(boxes.price)', 'there is no dataset boxes'],
    ['sum(price)', 'write price with its dataset, as dataset.price'],
    ['total(lines.price)', 'there is no function total'],
    ['sum(lines.price) sum', '"sum" is not expected here'],
    ['sum(lines.price) + ', 'a field, a number or a function is missing'],
    ['sum(lines.price) ; drop', '"; drop" cannot be read'],
    ['', 'a field, a number or a function is missing'],
    ['lines.price * 2', 'lines.price has many values; say which figure is meant, as sum(lines.price)'],
    ['sum(avg(lines.price))', 'avg stands inside another function'],
    [`${'('.repeat(2000)}1`, 'it is nested too deeply'],
    [`${'-'.repeat(4000)}1`, 'it is nested too deeply'],
  ])('[DQ16] [DQ1408] %j says what is wrong', (text, reason) => {
    expect(() => parseMetric(text, market('sqlite'))).toThrow(reason)
  })
})

function market(dialect: Dialect): Ontology {
  const metric = (name: string, expression: string): Ontology['metrics'][number] => ({
    name, label: name, description: null, synonyms: [], unit: null, expression,
  }) // prettier-ignore
  return testOntology(
    dialect,
    [
      { name: 'carts', fields: ['id*', 'town:text', 'paid:boolean'] },
      { name: 'lines', fields: ['id*', 'cart_id', 'pieces', 'price'], refers: ['cart_id>carts.id'] },
    ],
    {
      metrics: [
        metric('revenue', 'sum(lines.pieces * lines.price)'),
        metric('basket', 'sum(lines.pieces * lines.price) / count(carts) filter (where carts.paid = 1)'),
      ],
    },
  )
}

function built(asked: Query, ontology: Ontology): ReturnType<typeof buildSql> {
  const plan = planJoins(asked, ontology)
  if ('status' in plan) throw new Error(plan.reason)
  return buildSql(asked, plan, ontology, options)
}
