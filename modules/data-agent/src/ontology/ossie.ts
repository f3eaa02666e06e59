import { stringify } from 'yaml'
import type { Dataset, Field, Metric, Ontology, Relationship } from '@quipu/query'
import {
  ossieVersion,
  vendor,
  type DataType,
  type OssieDataset,
  type OssieDocument,
  type OssieField,
  type OssieMetric,
  type OssieRelationship,
} from './ossie-schema.ts'

export { importOssie } from './ossie-import.ts'

/** The whole ontology with the field names of Apache Ossie, to be read by other tools and by `readOssie`. */
export function exportOssie(ontology: Ontology): string {
  const { glossary, calendar, relationships, metrics } = ontology
  // The person who imports them elsewhere becomes their author there.
  const verified = ontology.verified.map(({ question, sql }) => ({ question, sql }))
  const document: OssieDocument = {
    version: ossieVersion,
    semantic_model: [
      {
        name: ontology.name,
        ...maybe('description', ontology.description),
        datasets: ontology.datasets.map(datasetOut),
        relationships: relationships.map(relationshipOut),
        metrics: metrics.map(metricOut),
        custom_extensions: extension({ isComplete: true, glossary, verified, calendar }),
      },
    ],
  }
  return stringify(document, { lineWidth: 0, aliasDuplicateObjects: false })
}

function datasetOut(dataset: Dataset): OssieDataset {
  const unique = dataset.fields.filter(({ isUnique, isPrimaryKey }) => isUnique && !isPrimaryKey)
  return {
    name: dataset.name,
    source: dataset.source,
    ...(dataset.primaryKey.length > 0 ? { primary_key: [...dataset.primaryKey] } : {}),
    ...(unique.length > 0 ? { unique_keys: unique.map(({ name }) => [name]) } : {}),
    ...maybe('description', dataset.description),
    ...context(dataset.synonyms),
    fields: dataset.fields.map(fieldOut),
    custom_extensions: extension({
      label: dataset.label,
      isHidden: dataset.isHidden,
      isSales: dataset.isSales,
    }),
  }
}

function fieldOut(field: Field): OssieField {
  const { role, unit, isHidden, isIndexed } = field
  return {
    name: field.name,
    expression: ansi(field.column),
    dimension: { is_time: role === 'time' },
    label: field.label,
    ...maybe('description', field.description),
    datatype: dataTypeOf(field),
    ...context(field.synonyms, field.sample),
    custom_extensions: extension({ role, unit, isHidden, isIndexed }),
  }
}

function relationshipOut(relationship: Relationship): OssieRelationship {
  const { name, from, to, fromFields, toFields, cardinality, origin, confidence } = relationship
  return {
    name,
    from,
    to,
    from_columns: [...fromFields],
    to_columns: [...toFields],
    ...context(relationship.synonyms),
    custom_extensions: extension({ cardinality, origin, confidence }),
  }
}

function metricOut(metric: Metric): OssieMetric {
  return {
    name: metric.name,
    expression: ansi(metric.expression),
    ...maybe('description', metric.description),
    ...context(metric.synonyms),
    custom_extensions: extension({ label: metric.label, unit: metric.unit }),
  }
}

function dataTypeOf({ type, isInteger, nativeType }: Field): DataType {
  switch (type) {
    case 'text':
      return 'String'
    case 'boolean':
      return 'Boolean'
    case 'date':
      return 'Date'
    case 'time':
      return 'Time'
    case 'timestamp':
      return /tz|with time zone/i.test(nativeType) ? 'DateTimeTz' : 'DateTime'
    case 'number':
      if (isInteger) return 'Integer'
      return /dec|num/i.test(nativeType) ? 'Decimal' : 'Float'
    case 'other':
      return 'Opaque'
  }
}

function ansi(expression: string): OssieField['expression'] {
  return { dialects: [{ dialect: 'ANSI_SQL', expression }] }
}

function context(synonyms: readonly string[], sample: readonly string[] = []) {
  if (synonyms.length === 0 && sample.length === 0) return {}
  return {
    ai_context: {
      ...(synonyms.length > 0 ? { synonyms: [...synonyms] } : {}),
      ...(sample.length > 0 ? { sample_data: [...sample] } : {}),
    },
  }
}

function extension(data: Readonly<Record<string, unknown>>) {
  return [{ vendor_name: vendor, data: JSON.stringify(data) }]
}

function maybe<Name extends string>(name: Name, value: string | null): Partial<Record<Name, string>> {
  // A computed key is not narrowed to its literal type.
  return value === null ? {} : ({ [name]: value } as Record<Name, string>)
}
