import type { Dataset, Field, IndexedValue, Relationship } from '@quipu/query'
import type { OntologyModel } from '../ontology/introspect.ts'
import { gatherValueIndex, type FieldName } from '../ontology/value-index.ts'
import type { Tables } from './tables.ts'

type DatasetRow = Tables['ontology_datasets']
type FieldRow = Tables['ontology_fields']
type RelationshipRow = Tables['ontology_relationships']
type ValueRow = Pick<Tables['ontology_values'], 'dataset' | 'field' | 'texts'>

interface Key {
  readonly ontology_id: string
  readonly version: number
}

export function datasetRow(key: Key, dataset: Dataset, position: number): DatasetRow {
  return {
    ...key,
    position,
    name: dataset.name,
    source: dataset.source,
    path: dataset.path,
    label: dataset.label,
    description: dataset.description,
    synonyms: dataset.synonyms,
    row_count: dataset.rows,
    primary_key: dataset.primaryKey,
    is_junction: dataset.isJunction,
    reading: dataset.reading ?? null,
  }
}

export function fieldRow(
  key: Key,
  dataset: string,
  field: Field,
  position: number,
  partial: readonly FieldName[],
): FieldRow {
  return {
    ...key,
    dataset,
    position,
    name: field.name,
    column_name: field.column,
    type: field.type,
    native_type: field.nativeType,
    is_integer: field.isInteger,
    role: field.role,
    label: field.label,
    description: field.description,
    unit: field.unit,
    synonyms: field.synonyms,
    sample: field.sample,
    is_primary_key: field.isPrimaryKey,
    is_unique: field.isUnique,
    is_nullable: field.isNullable,
    time_format: field.timeFormat,
    is_indexed: field.isIndexed,
    is_partial: partial.some((one) => one.dataset === dataset && one.field === field.name),
    statistics: field.statistics,
    reading: field.reading ?? null,
  }
}

export function relationshipRow(key: Key, relationship: Relationship, position: number): RelationshipRow {
  return {
    ...key,
    position,
    name: relationship.name,
    from_dataset: relationship.from,
    to_dataset: relationship.to,
    from_fields: relationship.fromFields,
    to_fields: relationship.toFields,
    cardinality: relationship.cardinality,
    origin: relationship.origin,
    confidence: relationship.confidence,
    synonyms: relationship.synonyms,
  }
}

export interface ModelRows {
  readonly dialect: string
  readonly datasets: readonly DatasetRow[]
  readonly fields: readonly FieldRow[]
  readonly relationships: readonly RelationshipRow[]
  readonly values: readonly ValueRow[]
}

/** The rows were written from a model, so their texts are the ones its types allow; hence each `as` below. */
export async function modelFrom({
  dialect,
  datasets,
  fields,
  relationships,
  values,
}: ModelRows): Promise<OntologyModel> {
  const byDataset = Map.groupBy(fields, ({ dataset }) => dataset)
  const partial = fields.filter((field) => field.is_partial)
  return {
    dialect: dialect as OntologyModel['dialect'],
    datasets: datasets.map((row) => datasetFrom(row, byDataset.get(row.name) ?? [])),
    relationships: relationships.map(relationshipFrom),
    metrics: [],
    glossary: [],
    verified: [],
    calendar: { fiscalYearStart: null, weekStart: 'monday' },
    values: await gatherValueIndex(
      each(values),
      partial.map(({ dataset, name }) => ({ dataset, field: name })),
    ),
  }
}

function datasetFrom(row: DatasetRow, fields: readonly FieldRow[]): Dataset {
  return {
    name: row.name,
    source: row.source,
    path: row.path,
    label: row.label,
    description: row.description,
    synonyms: row.synonyms,
    rows: row.row_count,
    primaryKey: row.primary_key,
    fields: fields.map(fieldFrom),
    isHidden: false,
    isJunction: row.is_junction,
    ...(row.reading === null ? {} : { reading: row.reading }),
  }
}

function fieldFrom(row: FieldRow): Field {
  return {
    name: row.name,
    column: row.column_name,
    type: row.type as Field['type'],
    nativeType: row.native_type,
    isInteger: row.is_integer,
    role: row.role as Field['role'],
    label: row.label,
    description: row.description,
    unit: row.unit,
    synonyms: row.synonyms,
    sample: row.sample,
    isPrimaryKey: row.is_primary_key,
    isUnique: row.is_unique,
    isNullable: row.is_nullable,
    timeFormat: row.time_format as Field['timeFormat'],
    isHidden: false,
    isIndexed: row.is_indexed,
    statistics: row.statistics,
    ...(row.reading === null ? {} : { reading: row.reading }),
  }
}

function relationshipFrom(row: RelationshipRow): Relationship {
  return {
    name: row.name,
    from: row.from_dataset,
    to: row.to_dataset,
    fromFields: row.from_fields,
    toFields: row.to_fields,
    cardinality: row.cardinality as Relationship['cardinality'],
    origin: row.origin as Relationship['origin'],
    confidence: row.confidence,
    synonyms: row.synonyms,
  }
}

function* each(rows: readonly ValueRow[]): Generator<IndexedValue> {
  for (const { dataset, field, texts } of rows) {
    for (const value of texts) yield { dataset, field, value }
  }
}
