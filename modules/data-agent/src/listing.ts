import type { Dataset, Metric, Ontology, Relationship, Understood } from '@quipu/query'
import { visibleText } from '@quipu/query'
import type { ConnectionView } from './connections.ts'
import type { Overlay } from './ontology/overlay-schema.ts'
import type { OntologyRecord } from './store/ontologies.ts'

export interface OntologyListing {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly status: OntologyRecord['status']
  readonly reason: string | null
  readonly progress: string | null
  readonly dataset_count: number
  readonly field_count: number
  readonly connection_id: string
  readonly connection: string | null
  readonly is_sample: boolean
  readonly created_at: string
  readonly refreshed_at: string | null
}

export type WholeOntology = OntologyListing & {
  datasets: ReturnType<typeof datasetView>[]
  relationships: ReturnType<typeof relationshipView>[]
  metrics: ReturnType<typeof metricView>[]
  overlay: Overlay
}

export function listingOf(record: OntologyRecord, connections: readonly ConnectionView[]): OntologyListing {
  const connection = connections.find(({ id }) => id === record.connectionId)
  const { progress } = record
  return {
    id: record.id,
    name: record.name,
    description: record.description,
    status: record.status,
    reason: record.reason,
    progress: progress === null ? null : `${progress.done} of ${progress.total}, ${progress.table}`,
    dataset_count: record.datasetCount,
    field_count: record.fieldCount,
    connection_id: record.connectionId,
    connection: connection?.name ?? null,
    is_sample: connection?.is_sample ?? false,
    created_at: record.createdAt.toISOString(),
    refreshed_at: record.refreshedAt?.toISOString() ?? null,
  }
}

/** Includes hidden items, because people who edit must see them. */
export function wholeOf(
  listing: OntologyListing,
  ontology: Ontology | undefined,
  overlay: Overlay,
): WholeOntology {
  return {
    ...listing,
    datasets: (ontology?.datasets ?? []).map(datasetView),
    relationships: (ontology?.relationships ?? []).map(relationshipView),
    metrics: (ontology?.metrics ?? []).map(metricView),
    overlay,
  }
}

function metricView({ name, label, description, synonyms, expression, unit, origin }: Metric) {
  return {
    name,
    label,
    description,
    synonyms: [...synonyms],
    expression,
    unit,
    is_proposed: origin === 'derived',
  }
}

function datasetView({
  name,
  label,
  description,
  synonyms,
  source,
  rows,
  isHidden,
  fields,
  reading,
}: Dataset) {
  return {
    name,
    label,
    description,
    synonyms: [...synonyms],
    source,
    rows,
    is_hidden: isHidden,
    ...readingView(reading),
    fields: fields.map((field) => ({
      name: field.name,
      label: field.label,
      type: field.type,
      role: field.role,
      description: field.description,
      unit: field.unit,
      synonyms: [...field.synonyms],
      is_hidden: field.isHidden,
      is_indexed: field.isIndexed,
      ...readingView(field.reading),
    })),
  }
}

/** Also for tools. Every text may come from a file, so invisible characters are removed. */
export function readingView(reading: Understood | undefined) {
  return {
    understood: reading === undefined ? null : visibleText(reading.understood),
    doubts: (reading?.doubts ?? []).map((doubt) => visibleText(doubt)),
  }
}

function relationshipView(relationship: Relationship) {
  const { name, from, to, fromFields, toFields, cardinality, origin, confidence } = relationship
  return {
    name,
    from,
    to,
    from_fields: [...fromFields],
    to_fields: [...toFields],
    cardinality,
    origin,
    confidence,
  }
}
