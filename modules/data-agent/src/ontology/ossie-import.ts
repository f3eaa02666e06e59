import { firstIssue, phraseIssue, ToolError } from '@quipu/kit'
import type { Relationship } from '@quipu/query'
import { fieldRoles } from '@quipu/query'
import { z } from 'zod'
import type { OntologyModel } from './introspect.ts'
import { joinKey } from './join-key.ts'
import type { OssieDataset, OssieField, OssieRelationship } from './ossie-schema.ts'
import { OssieDocument, vendor } from './ossie-schema.ts'
import type { DatasetEntry, FieldEntry, JoinEntry } from './overlay-schema.ts'
import { demandFewEntries, Overlay } from './overlay-schema.ts'
import { applyOverlay } from './overlay.ts'
import { parseYaml } from './parse-yaml.ts'
import { isSameMetric, proposeMetrics } from './propose-metrics.ts'

/** The additions of an Ossie document to the content of the database. */
export function importOssie(yaml: string, model: OntologyModel): { readonly overlay: Overlay } {
  return { overlay: overlayFrom(readOssie(yaml), model) }
}

/** An Ossie document as entries of an overlay, before it is compared with the content of the database. */
export interface OssieReading {
  readonly name: string
  readonly description: string | null
  /** Our own document lists every join: people removed those that it lacks. */
  readonly isComplete: boolean
  readonly overlay: Overlay
  /** It lists only metrics: they are added to the overlay. */
  readonly isOnlyMetrics: boolean
  /** Keys of joins that, according to the document, were found in a database and not added by people. */
  readonly foundJoins: readonly string[]
}

/** Refuses a document that cannot be imported, with a message that names the place. */
export function readOssie(yaml: string): OssieReading {
  const document = yamlOf(yaml)
  if (isMetricsDocument(document)) return readMetrics(document)
  const { semantic_model: models } = read(OssieDocument, document)
  const [semantic] = models
  if (semantic === undefined || models.length > 1) {
    throw refusal(`it holds ${models.length} semantic models. Import one at a time.`)
  }
  const own = extensionOf(ModelExtension, semantic)
  const joins = (semantic.relationships ?? []).map(joinEntry)
  const entries = {
    datasets: semantic.datasets.map(datasetEntry),
    fields: semantic.datasets.flatMap(({ name, fields = [] }) =>
      fields.map((field) => fieldEntry(name, field)),
    ),
    joins: joins.map(({ entry }) => entry),
    metrics: (semantic.metrics ?? []).map((metric) => {
      const { label, unit = null } = extensionOf(MetricExtension, metric)
      return {
        name: metric.name,
        label: label ?? metric.name.replaceAll('_', ' '),
        description: metric.description ?? null,
        synonyms: synonymsOf(metric.ai_context) ?? [],
        expression: expressionOf(metric.expression),
        unit,
      }
    }),
    glossary: own.glossary ?? [],
    verified: own.verified ?? [],
    calendar: own.calendar ?? {},
  }
  demandFewEntries(entries)
  return {
    name: semantic.name,
    description: semantic.description ?? null,
    isComplete: own.isComplete === true,
    isOnlyMetrics: false,
    overlay: read(Overlay, entries),
    foundJoins: joins.flatMap(({ entry, isFound }) => (isFound ? [joinKey(entry)] : [])),
  }
}

function isMetricsDocument(document: unknown): document is object {
  return (
    typeof document === 'object' &&
    document !== null &&
    'metrics' in document &&
    !('semantic_model' in document)
  )
}

/** The short form: `metrics`, each with name and expression, and optionally label, description, synonyms and unit. */
const MetricsDocument = z.strictObject({
  metrics: z
    .array(
      z.strictObject({
        name: z.string(),
        expression: z.string(),
        label: z.string().optional(),
        description: z.string().nullable().optional(),
        synonyms: z.array(z.string()).optional(),
        unit: z.string().nullable().optional(),
      }),
    )
    .min(1),
})

function readMetrics(document: object): OssieReading {
  const metrics = read(MetricsDocument, document).metrics.map((metric) => ({
    name: metric.name,
    label: metric.label ?? metric.name.replaceAll('_', ' '),
    description: metric.description ?? null,
    synonyms: metric.synonyms ?? [],
    expression: metric.expression,
    unit: metric.unit ?? null,
  }))
  demandFewEntries({ metrics })
  const overlay = read(Overlay, { metrics })
  return { name: '', description: null, isComplete: false, isOnlyMetrics: true, overlay, foundJoins: [] }
}

/** The overlay with the metrics of a document; those of the same name are replaced. */
export function withMetrics(before: Overlay, { overlay: { metrics } }: OssieReading): Overlay {
  const names = new Set(metrics.map(({ name }) => name))
  return { ...before, metrics: [...before.metrics.filter(({ name }) => !names.has(name)), ...metrics] }
}

/** The overlay with the additions of the document to the content of the database. */
export function overlayFrom(
  { overlay, isComplete, foundJoins }: OssieReading,
  model: OntologyModel,
): Overlay {
  const found = isComplete ? model.relationships : []
  const keys = new Set(found.map(joinKey))
  const said = new Set(overlay.joins.map(joinKey))
  const again = new Set(foundJoins.filter((key) => keys.has(key)))
  // A join that was found and is found again needs no entry.
  const news = overlay.joins.filter((join) => !again.has(joinKey(join)))
  const removed = found.filter((one) => !said.has(joinKey(one))).map(removedJoin)
  const without = { ...overlay, joins: [...news, ...removed], metrics: [] }
  // A metric that is proposed again needs no entry either.
  const proposed = proposeMetrics(applyOverlay(model, without)).metrics
  const metrics = overlay.metrics.filter((metric) => !proposed.some((one) => isSameMetric(one, metric)))
  return { ...without, metrics }
}

function removedJoin({ from, to, fromFields, toFields }: Relationship): JoinEntry {
  return { from, to, fromFields: [...fromFields], toFields: [...toFields], isRemoved: true }
}

function datasetEntry(dataset: OssieDataset): DatasetEntry {
  const { label, isHidden, isSales } = extensionOf(DatasetExtension, dataset)
  return {
    dataset: dataset.name,
    ...defined({
      label,
      isHidden,
      isSales,
      description: dataset.description,
      synonyms: synonymsOf(dataset.ai_context),
    }),
  }
}

function fieldEntry(dataset: string, field: OssieField): FieldEntry {
  const { role, unit, isHidden, isIndexed } = extensionOf(FieldExtension, field)
  const { name, label, description } = field
  const said = role ?? (field.dimension?.is_time === true ? 'time' : undefined)
  return {
    dataset,
    field: name,
    ...defined({ label, description, synonyms: synonymsOf(field.ai_context), unit, role: said, isHidden }),
    ...(isIndexed === false && isIndexable(field) ? { isIndexed } : {}),
  }
}

/** Fields that are not text are never indexed, so they need no entry. */
function isIndexable({ datatype }: OssieField): boolean {
  return datatype === undefined || datatype === 'String'
}

function joinEntry(relationship: OssieRelationship): { entry: JoinEntry; isFound: boolean } {
  const { cardinality, origin } = extensionOf(RelationshipExtension, relationship)
  const { name, from, to, from_columns: fromFields, to_columns: toFields } = relationship
  const synonyms = synonymsOf(relationship.ai_context)
  return {
    entry: { from, to, fromFields, toFields, name, ...defined({ cardinality, synonyms }) },
    isFound: origin === 'declared' || origin === 'inferred',
  }
}

const DatasetExtension = z
  .object({ label: z.string(), isHidden: z.boolean(), isSales: z.boolean() })
  .partial()
const FieldExtension = z
  .object({
    role: z.enum(fieldRoles),
    unit: z.string().nullable(),
    isHidden: z.boolean(),
    isIndexed: z.boolean(),
  })
  .partial()
const RelationshipExtension = z
  .object({
    cardinality: z.enum(['many-to-one', 'one-to-one', 'many-to-many']),
    origin: z.enum(['declared', 'inferred', 'person']),
  })
  .partial()
const MetricExtension = z.object({ label: z.string(), unit: z.string().nullable() }).partial()
const ModelExtension = z
  .object({
    isComplete: z.boolean(),
    glossary: z.array(z.object({ term: z.string(), meaning: z.string(), synonyms: z.array(z.string()) })),
    verified: z.array(z.object({ question: z.string(), sql: z.string() })),
    calendar: z.object({
      fiscalYearStart: z.int().nullable().optional(),
      weekStart: z.enum(['monday', 'sunday']).optional(),
    }),
  })
  .partial()

/** Our own extension of an entry; empty if another program wrote the document. */
function extensionOf<Data extends object>(
  schema: z.ZodType<Data>,
  entry: { readonly custom_extensions?: readonly { vendor_name: string; data: string }[] | undefined },
): Data {
  const own = entry.custom_extensions?.find(({ vendor_name: name }) => name === vendor)
  return read(schema, own === undefined ? {} : parseJson(own.data))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw refusal(`the data of a ${vendor} extension is no JSON.`, cause)
  }
}

function yamlOf(text: string): unknown {
  try {
    return parseYaml(text)
  } catch (cause) {
    throw refusal(
      `it is no YAML: ${cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : ''}`,
      cause,
    )
  }
}

function read<Data>(schema: z.ZodType<Data>, value: unknown): Data {
  const { success, data, error } = schema.safeParse(value)
  if (success) return data
  throw refusal(`${phraseIssue(firstIssue(error, value))}.`)
}

function refusal(problem: string, cause?: unknown): ToolError {
  return new ToolError(
    'VALIDATION_ERROR',
    `This is no Ossie document that can be imported: ${problem}`,
    {},
    { cause },
  )
}

/** The one in our dialect if there are several. */
function expressionOf({ dialects }: OssieField['expression']): string {
  return (dialects.find(({ dialect }) => dialect === 'ANSI_SQL') ?? dialects[0])?.expression ?? ''
}

function synonymsOf(context: OssieField['ai_context']): string[] | undefined {
  return typeof context === 'object' ? context.synonyms : undefined
}

type Defined<Values> = { [Name in keyof Values]?: Exclude<Values[Name], undefined> }

function defined<Values extends object>(values: Values): Defined<Values> {
  // Only entries with a value are left, but the type of `fromEntries` does not show it.
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as Defined<Values>
}
