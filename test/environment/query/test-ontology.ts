import type {
  Cell,
  ColumnType,
  Condition,
  Dataset,
  Dialect,
  Expression,
  Field,
  FieldRef,
  Ontology,
  Query,
  Relationship,
} from '@quipu/query'

export interface TestTable {
  readonly name: string
  /** `id*` is the key, `name?` may be null; the type follows after a colon: `born:date`. */
  readonly fields: readonly string[]
  /** `shelf_id>shelves.id` */
  readonly refers?: readonly string[]
  readonly extra?: Readonly<Record<string, Partial<Field>>>
}

/** An ontology over tables described in a few words. */
export function testOntology(
  dialect: Dialect,
  tables: readonly TestTable[],
  more: Partial<Ontology> = {},
): Ontology {
  return {
    id: 'test',
    name: 'test',
    description: null,
    dialect,
    datasets: tables.map((table) => dataset(table, dialect)),
    relationships: tables.flatMap(relationships),
    metrics: [],
    glossary: [],
    verified: [],
    calendar: { fiscalYearStart: null, weekStart: 'monday' },
    values: { size: 0, exact: () => [], near: () => [], begins: () => false, partial: [] },
    ...more,
  }
}

export function query(subject: string, parts: Partial<Query> & Pick<Query, 'outputs'>): Query {
  return {
    subject,
    where: null,
    groupBy: [],
    having: null,
    orderBy: [],
    limit: null,
    limitPer: null,
    distinct: false,
    combine: null,
    appearances: [],
    keepUnmatched: false,
    ...parts,
  }
}

/** `members.name`, or `members.name@reader` for another appearance. */
export function f(path: string): FieldRef {
  const [name = '', as] = path.split('@')
  const dot = name.lastIndexOf('.')
  const ref = { kind: 'field', dataset: name.slice(0, dot), field: name.slice(dot + 1) } as const
  return as === undefined ? ref : { ...ref, as }
}

export function show(...expressions: readonly (Expression | string)[]): Query['outputs'] {
  return expressions.map((one) => {
    const expression = typeof one === 'string' ? f(one) : one
    return { expression, label: labelOf(expression) }
  })
}

export function count(dataset: string): Expression {
  return { kind: 'aggregate', function: 'count', of: { kind: 'rows', dataset }, distinct: false }
}

export function agg(name: Extract<Expression, { kind: 'aggregate' }>['function'], path: string): Expression {
  return { kind: 'aggregate', function: name, of: f(path), distinct: false }
}

export function is(
  path: string,
  value: Cell,
  operator: '=' | '!=' | '<' | '<=' | '>' | '>=' = '=',
): Condition {
  return { kind: 'compare', left: f(path), operator, right: { kind: 'literal', value } }
}

function labelOf(of: Expression): string {
  if (of.kind === 'aggregate') {
    const inner = of.of.kind === 'rows' ? of.of.dataset : of.of.kind === 'field' ? of.of.field : 'value'
    return `${of.function} of ${inner}`
  }
  return of.kind === 'field' ? of.field : of.kind
}

function dataset(table: TestTable, dialect: Dialect): Dataset {
  const fields = table.fields.map((text) => field(text, table.extra ?? {}))
  const schema = dialect === 'postgres' ? 'public' : 'main'
  return {
    name: table.name,
    source: `${schema}.${table.name}`,
    path: [table.name],
    label: table.name,
    description: null,
    synonyms: [],
    rows: 0,
    primaryKey: fields.filter((one) => one.isPrimaryKey).map((one) => one.name),
    fields,
    isHidden: false,
    isJunction: false,
  }
}

function field(text: string, extra: Readonly<Record<string, Partial<Field>>>): Field {
  const [head = '', type = 'number'] = text.split(':')
  const name = head.replace(/[*?]$/, '')
  // The test's own words for types are those of the contract, but for `real`.
  const columnType = (type === 'real' ? 'number' : type) as ColumnType
  return {
    name,
    column: name,
    type: columnType,
    nativeType: type === 'number' ? 'INTEGER' : type.toUpperCase(),
    isInteger: type === 'number',
    role: 'dimension',
    label: name,
    description: null,
    unit: null,
    synonyms: [],
    sample: [],
    isPrimaryKey: head.endsWith('*'),
    isUnique: head.endsWith('*'),
    isNullable: head.endsWith('?'),
    timeFormat: null,
    isHidden: false,
    isIndexed: false,
    statistics: { distinct: 0, nulls: 0, min: null, max: null, quantiles: null },
    ...extra[name],
  }
}

function relationships(table: TestTable): readonly Relationship[] {
  return (table.refers ?? []).map((text) => {
    const [from = '', target = ''] = text.split('>')
    const dot = target.lastIndexOf('.')
    return {
      name: `${table.name}_${from.replaceAll(',', '_')}`,
      from: table.name,
      to: target.slice(0, dot),
      fromFields: from.split(','),
      toFields: target.slice(dot + 1).split(','),
      cardinality: 'many-to-one',
      origin: 'declared',
      confidence: 1,
      synonyms: [],
    }
  })
}
