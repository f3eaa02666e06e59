import type { Random } from '../../../../test/environment/query/random.ts'
import type { Ontology } from '../model/ontology.ts'
import type { Condition, Expression, Query } from '../model/logical-form.ts'
import type { Cell, Dialect } from '../model/statement.ts'
import {
  agg,
  count,
  f,
  query,
  show,
  testOntology,
  type TestTable,
} from '../../../../test/environment/query/test-ontology.ts'

interface RandomDatabase {
  readonly ontology: Ontology
  readonly data: ReadonlyMap<string, readonly Readonly<Record<string, Cell>>[]>
  readonly ddl: readonly string[]
}

/** Tables that refer to earlier ones. Keys are single, composite or missing; references are sometimes null; tables are sometimes empty. */
export function randomDatabase(random: Random, dialect: Dialect, prefix: string): RandomDatabase {
  const tables: TestTable[] = []
  const data = new Map<string, Record<string, Cell>[]>()
  const size = 2 + random.below(4)
  for (let n = 0; n < size; n += 1) {
    const name = `${prefix}t${n}`
    const key = n === 0 ? 'single' : random.one(['single', 'single', 'composite', 'none'])
    const parents = tables.filter((one) => one.fields[0] === 'id*')
    const targets = n === 0 ? [] : [random.one(parents), ...(random.chance(35) ? [random.one(parents)] : [])]
    const unique = [...new Set(targets)]
    const keys = key === 'single' ? ['id*'] : key === 'composite' ? ['a*', 'b*'] : []
    const links = unique.map((one) => `to_${one.name}?`)
    const refers = unique.map((one) => `to_${one.name}>${one.name}.id`)
    tables.push({ name, fields: [...keys, ...links, 'x?', 'y', 'word?:text'], refers })
    data.set(
      name,
      rowsOf(
        random,
        key,
        unique.map((one) => [`to_${one.name}`, data.get(one.name)?.length ?? 0]),
      ),
    )
  }
  const ontology = testOntology(dialect, tables)
  return { ontology, data, ddl: tables.flatMap((table) => statements(table, data.get(table.name) ?? [])) }
}

function rowsOf(random: Random, key: string, links: readonly [string, number][]): Record<string, Cell>[] {
  return Array.from({ length: random.chance(8) ? 0 : 1 + random.below(6) }, (_, index) => {
    const row: Record<string, Cell> = {}
    if (key === 'single') row['id'] = index + 1
    if (key === 'composite') Object.assign(row, { a: 1 + (index % 2), b: 1 + Math.floor(index / 2) })
    for (const [link, many] of links)
      row[link] = many === 0 || random.chance(15) ? null : 1 + random.below(many)
    row['x'] = random.chance(20) ? null : random.below(4)
    row['y'] = random.below(5) - 1
    row['word'] = random.chance(20) ? null : random.one(['red', 'blue', "o'clock"])
    return row
  })
}

function statements(table: TestTable, rows: readonly Record<string, Cell>[]): readonly string[] {
  const columns = table.fields.map((field) => {
    const [head = '', type] = field.split(':')
    return `${head.replace(/[*?]$/, '')} ${type === 'text' ? 'varchar(50)' : 'integer'}`
  })
  const literal = (value: Cell): string =>
    value === null ? 'NULL' : typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)
  const inserts = rows.map(
    (row) => `INSERT INTO ${table.name} VALUES (${Object.values(row).map(literal).join(', ')})`,
  )
  return [`CREATE TEMPORARY TABLE ${table.name} (${columns.join(', ')})`, ...inserts]
}

/** A random logical form over the database: a list, or groups with measures, with conditions in any position. */
export function randomQuery(random: Random, ontology: Ontology): Query {
  const subject = random.one(ontology.datasets).name
  const anyDataset = (): string => random.one(ontology.datasets).name
  const where = random.chance(60) ? randomCondition(random, anyDataset, ontology, subject) : null
  if (random.chance(25)) {
    const outputs = show(`${subject}.y`, ...(random.chance(40) ? [`${anyDataset()}.word`] : []))
    return query(subject, { outputs, where, distinct: random.chance(20) })
  }
  const keys = Array.from({ length: random.below(3) }, () =>
    f(`${anyDataset()}.${random.one(['x', 'word', 'y'])}`),
  )
  const unique = [...new Map(keys.map((key) => [JSON.stringify(key), key])).values()]
  const measures = Array.from({ length: 1 + random.below(3) }, () => randomMeasure(random, anyDataset))
  const keepUnmatched = unique.length > 0 && random.chance(25)
  const first = measures[0]
  const having: Condition | null =
    first !== undefined && random.chance(20)
      ? { kind: 'compare', left: first, operator: '>=', right: { kind: 'literal', value: 1 } }
      : null
  return query(subject, {
    outputs: show(...unique, ...measures),
    groupBy: unique,
    where,
    having,
    keepUnmatched,
  })
}

function randomMeasure(random: Random, anyDataset: () => string): Expression {
  if (random.chance(40)) return count(anyDataset())
  const name = random.one(['sum', 'count', 'min', 'max', 'avg', 'sum', 'median', 'stddev'] as const)
  const plain = agg(name, `${anyDataset()}.${random.one(['x', 'y'])}`)
  if (plain.kind !== 'aggregate') return plain
  if (random.chance(15) && name !== 'median' && name !== 'stddev') return { ...plain, distinct: true }
  return random.chance(20) ? { ...plain, where: leaf(random, anyDataset) } : plain
}

function randomCondition(
  random: Random,
  anyDataset: () => string,
  ontology: Ontology,
  subject: string,
): Condition {
  const kind = random.below(14)
  if (kind >= 10) return nestedCondition(random, anyDataset, ontology, subject, kind)
  if (kind < 5) return leaf(random, anyDataset)
  if (kind < 7) return { kind: 'and', of: [leaf(random, anyDataset), leaf(random, anyDataset)] }
  if (kind < 9) return { kind: 'or', of: [leaf(random, anyDataset), leaf(random, anyDataset)] }
  return { kind: 'not', of: leaf(random, anyDataset) }
}

function leaf(random: Random, anyDataset: () => string): Condition {
  const name = anyDataset()
  switch (random.below(5)) {
    case 0:
      return { kind: 'in', of: f(`${name}.word`), values: ['red', "o'clock"] }
    case 1:
      return { kind: 'null', of: f(`${name}.x`) }
    case 2:
      return {
        kind: 'between',
        of: f(`${name}.y`),
        low: { kind: 'literal', value: 0 },
        high: { kind: 'literal', value: 2 },
      }
    case 3:
      return { kind: 'like', of: f(`${name}.word`), how: 'contains', text: 'E' }
    default:
      return {
        kind: 'compare',
        left: f(`${name}.y`),
        operator: random.one(['=', '!=', '<', '>='] as const),
        right: { kind: 'literal', value: random.below(3) },
      }
  }
}

/** A condition that related rows of another table exist or not, or that a value occurs in another query. */
function nestedCondition(
  random: Random,
  anyDataset: () => string,
  ontology: Ontology,
  subject: string,
  kind: number,
): Condition {
  const others = ontology.datasets.filter((one) => one.name !== subject)
  const other = random.one(others).name
  const where = random.chance(50) ? leaf(random, () => other) : null
  const many: Condition = {
    kind: 'compare',
    left: count(other),
    operator: '>',
    right: { kind: 'literal', value: 1 },
  }
  const related: Condition = {
    kind: 'related',
    of: subject,
    query: query(other, { outputs: [], where, having: random.chance(40) ? many : null }),
  }
  const member: Condition = {
    kind: 'member',
    of: f(`${subject}.x`),
    query: query(other, { outputs: show(`${other}.x`), where }),
  }
  const chosen = kind < 12 ? related : member
  return random.chance(50) ? { kind: 'not', of: chosen } : chosen
}
