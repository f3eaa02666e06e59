import type { Json, OwnColumn, OwnRows, OwnTable } from '@quipu/kit'
import { snapshotOf } from './model/reducer.ts'
import type { EntitySchema, FieldType } from './model/schema.ts'
import { schemas } from './model/schemas.ts'
import type { Span } from './model/span.ts'
import type { SnapshotRow } from './store/snapshot-row.ts'
import type { Behind } from './own-entities.ts'
import type { Truth } from './truth.ts'

/** One table for each type of entity; each row has its entity and its place in the source. */
export const ownTruth: OwnRows<Truth> = {
  needs: 'truth:read',
  tables: async (truth, { caller }, most) => {
    const found: OwnTable[] = []
    for (const entityType of await truth.own.types(caller)) {
      const schema = schemas.get(entityType)
      if (schema === undefined) continue
      const table = {
        name: tableName(entityType),
        description: schema.description,
        columns: columnsOf(schema),
      }
      if (most === 0) {
        found.push({ ...table, rows: [], isCut: false })
        continue
      }
      const { rows, isCut, behind } = await truth.own.latest(caller, entityType, most)
      found.push({
        ...table,
        rows: rows.map((row) => cellsOf(row, schema, behind.get(row.entity_id))),
        isCut,
      })
    }
    return found
  },
}

function tableName(entityType: string): string {
  const known: Readonly<Record<string, string>> = {
    person: 'people',
    company: 'companies',
    repository: 'repositories',
  }
  return known[entityType] ?? `${entityType}s`
}

const columnTypes: Readonly<Record<FieldType, OwnColumn['type']>> = {
  text: 'text',
  number: 'number',
  boolean: 'boolean',
  date: 'date',
  moment: 'timestamp',
  currency: 'text',
  list: 'text',
  json: 'text',
}

/** The names that people use for the amount of a document that they paid. */
const spent = ['spend', 'spending', 'spent', 'cost', 'costs', 'paid', 'expenses']
const synonyms: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  invoice: { total_amount: spent, seller_name: ['seller', 'vendor', 'supplier'] },
  receipt: { total: spent, company: ['shop', 'store', 'vendor'] },
}

const after: readonly OwnColumn[] = [
  { name: 'source_id', type: 'text' },
  { name: 'source_file', type: 'text' },
  { name: 'source_place', type: 'text', description: 'Where in the source the value stands' },
]

function columnsOf({ entityType, fields }: EntitySchema): readonly OwnColumn[] {
  const own = Object.entries(fields).map(([name, { type }]) => ({
    name,
    type: columnTypes[type],
    synonyms: synonyms[entityType]?.[name] ?? [],
  }))
  const name = 'name' in fields ? 'canonical_name' : 'name'
  return [{ name: 'entity_id', type: 'text' }, { name, type: 'text' }, ...own, ...after]
}

function cellsOf(row: SnapshotRow, { fields }: EntitySchema, behind: Behind | undefined) {
  const values = snapshotOf(row.state)
  const span = behind && behind.observation.spans[behind.field]
  return [
    row.entity_id,
    row.canonical_name,
    ...Object.keys(fields).map((name) => cellOf(values[name])),
    behind?.observation.sourceId ?? null,
    behind?.source?.original_filename ?? null,
    span === undefined ? null : `${behind?.field}: ${placeOf(span)}`,
  ]
}

function cellOf(value: Json | undefined): string | number | boolean | null {
  if (value === undefined || value === null) return null
  return typeof value === 'object' ? textsIn(value).join('; ') : value
}

/** The readable text of a list or a record. */
function textsIn(value: Json): readonly string[] {
  if (value === null) return []
  if (typeof value !== 'object') return [String(value)]
  return Object.values(value).flatMap(textsIn)
}

function placeOf(span: Span): string {
  const said = `"${span.text.slice(0, 100)}"`
  switch (span.kind) {
    case 'text':
      return `${said} at ${span.start}–${span.end}`
    case 'page':
      return `${said} on page ${span.page} at ${span.start}–${span.end}`
    case 'cell':
      return `${said} in ${span.sheet === undefined ? '' : `${span.sheet}, `}row ${span.row}, column ${span.column}`
    case 'json':
      return `${said} at ${span.pointer}`
    case 'xml':
      return `${said} at ${span.path}`
  }
}
