import type {
  Cell,
  Dataset,
  Field,
  FieldRole,
  IndexedValue,
  Metric,
  Ontology,
  Relationship,
} from '@quipu/query'
import { buildValueIndex } from '../../ontology/value-index.ts'
import type { MemorySource } from './memory-source.ts'

export interface Extras {
  /** `visits.patient_id -> patients.id`. */
  readonly references?: readonly string[]
  /** Tables without a known key; in all others it is the column `id`. */
  readonly keyless?: readonly string[]
  readonly metrics?: readonly Metric[]
  /** `orders.amount` → `USD`. */
  readonly units?: Readonly<Record<string, string>>
}

/** An ontology of a small database, from its declarations and names alone. */
export function describeDatabase(source: MemorySource, extras: Extras = {}): Ontology {
  const tables = rowsOf(source, `SELECT name FROM sqlite_master WHERE type = 'table'`).map(([name]) =>
    String(name),
  )
  const datasets = tables.map((table) => datasetOf(source, table, extras))
  return {
    id: '00000000-0000-4000-8000-000000000000',
    name: 'small',
    description: null,
    dialect: 'sqlite',
    datasets,
    relationships: (extras.references ?? []).map(referenceFrom),
    metrics: extras.metrics ?? [],
    glossary: [],
    verified: [],
    calendar: { fiscalYearStart: null, weekStart: 'monday' },
    values: buildValueIndex(datasets.flatMap((dataset) => valuesOf(source, dataset))),
  }
}

function datasetOf(source: MemorySource, table: string, extras: Extras): Dataset {
  const columns = rowsOf(source, `SELECT name, type FROM pragma_table_info('${table}')`)
  const [[rows] = [0]] = rowsOf(source, `SELECT COUNT(*) FROM "${table}"`)
  const hasKey = extras.keyless?.includes(table) !== true && columns.some(([name]) => name === 'id')
  return {
    name: table,
    source: `main.${table}`,
    path: [table],
    label: table.replaceAll('_', ' '),
    description: null,
    synonyms: [],
    rows: Number(rows),
    primaryKey: hasKey ? ['id'] : [],
    fields: columns.map(([name, type]) =>
      fieldOf(source, table, String(name), String(type), hasKey && name === 'id', Number(rows), extras),
    ),
    isHidden: false,
    isJunction: false,
  }
}

function fieldOf(
  source: MemorySource,
  table: string,
  name: string,
  type: string,
  isPrimaryKey: boolean,
  rows: number,
  extras: Extras,
): Field {
  const column = `"${name}"`
  const [[distinct = 0, nulls = 0, min = null, max = null] = []] = rowsOf(
    source,
    `SELECT COUNT(DISTINCT ${column}), SUM(${column} IS NULL), MIN(${column}), MAX(${column}) FROM "${table}"`,
  )
  const isNumber = /INT|REAL|NUM/i.test(type)
  const isTime = /DATE|TIME/i.test(type)
  return {
    name,
    column: name,
    type: isNumber ? 'number' : /TIMESTAMP/i.test(type) ? 'timestamp' : isTime ? 'date' : 'text',
    nativeType: type,
    isInteger: /INT/i.test(type),
    role: roleOf(name, isPrimaryKey, isNumber, isTime),
    label: name.replaceAll('_', ' '),
    description: null,
    unit: extras.units?.[`${table}.${name}`] ?? null,
    synonyms: [],
    sample: [],
    isPrimaryKey,
    isUnique: rows > 0 && Number(distinct) === rows,
    isNullable: true,
    timeFormat: isTime ? (/TIMESTAMP/i.test(type) ? 'iso-timestamp' : 'iso-date') : null,
    isHidden: false,
    isIndexed: !isNumber && !isTime,
    statistics: { distinct: Number(distinct), nulls: Number(nulls ?? 0), min, max, quantiles: null },
  }
}

function roleOf(name: string, isPrimaryKey: boolean, isNumber: boolean, isTime: boolean): FieldRole {
  if (isPrimaryKey || name === 'id' || name.endsWith('_id')) return 'identifier'
  if (isTime) return 'time'
  if (isNumber) return 'measure'
  return /name|title/.test(name) ? 'name' : 'dimension'
}

function referenceFrom(text: string): Relationship {
  const [from = '', fromField = '', to = '', toField = ''] = text.split(/\s*->\s*|\./)
  return {
    name: `${from}.${fromField}`,
    from,
    to,
    fromFields: [fromField],
    toFields: [toField],
    cardinality: 'many-to-one',
    origin: 'inferred',
    confidence: 0.9,
    synonyms: [],
  }
}

function valuesOf(source: MemorySource, { name, fields }: Dataset): readonly IndexedValue[] {
  return fields
    .filter(({ isIndexed }) => isIndexed)
    .flatMap((field) =>
      rowsOf(
        source,
        `SELECT DISTINCT "${field.column}" FROM "${name}" WHERE "${field.column}" IS NOT NULL`,
      ).map(([value]) => ({ dataset: name, field: field.name, value: String(value) })),
    )
}

function rowsOf(source: MemorySource, sql: string): readonly (readonly Cell[])[] {
  const statement = source.database.prepare(sql)
  statement.setReturnArrays(true)
  return statement.all() as unknown as Cell[][] // setReturnArrays
}
