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

/** What an Ossie document says beyond what the database says itself. */
export function importOssie(yaml: string, model: OntologyModel): { readonly overlay: Overlay } {
  return { overlay: overlayFrom(readOssie(yaml), model) }
}

/** What an Ossie document says, as entries of an overlay, before it is compared with what the database says. */
export interface OssieReading {
  readonly name: string
  readonly description: string | null
  /** A document of ours names every join: those that it lacks were removed by people. */
  readonly isComplete: boolean
  readonly overlay: Overlay
  /** Keys of joins that the document says were found in a database, not added by people. */
  readonly foundJoins: readonly string[]
}

/** Refuses a document that cannot be imported, in words that name the place. */
export function readOssie(yaml: string): OssieReading {
  const { semantic_model: models } = read(OssieDocument, yamlOf(yaml))
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
    overlay: read(Overlay, entries),
    foundJoins: joins.flatMap(({ entry, isFound }) => (isFound ? [joinKey(entry)] : [])),
  }
}

/** The overlay with what the document says beyond what the database says itself. */
export function overlayFrom(
  { overlay, isComplete, foundJoins }: OssieReading,
  model: OntologyModel,
): Overlay {
  const found = isComplete ? model.relationships : []
  const keys = new Set(found.map(joinKey))
  const said = new Set(overlay.joins.map(joinKey))
  const again = new Set(foundJoins.filter((key) => keys.has(key)))
  // What was found and is found again needs no entry.
  const news = overlay.joins.filter((join) => !again.has(joinKey(join)))
  const removed = found.filter((one) => !said.has(joinKey(one))).map(removedJoin)
  const without = { ...overlay, joins: [...news, ...removed], metrics: [] }
  // A proposal that the schema makes again needs no entry either.
  const proposed = proposeMetrics(applyOverlay(model, without)).metrics
  const metrics = overlay.metrics.filter((metric) => !proposed.some((one) => isSameMetric(one, metric)))
  return { ...without, metrics }
}

function removedJoin({ from, to, fromFields, toFields }: Relationship): JoinEntry {
  return { from, to, fromFields: [...fromFields], toFields: [...toFields], isRemoved: true }
}

function datasetEntry(dataset: OssieDataset): DatasetEntry {
  const { label, isHidden } = extensionOf(DatasetExtension, dataset)
  return {
    dataset: dataset.name,
    ...defined({
      label,
      isHidden,
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

/** Fields that are no text are never indexed, which nobody has to say. */
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

const DatasetExtension = z.object({ label: z.string(), isHidden: z.boolean() }).partial()
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

/** Our own extension of an entry; empty when another program wrote the document. */
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

/** In our dialect where there are several. */
function expressionOf({ dialects }: OssieField['expression']): string {
  return (dialects.find(({ dialect }) => dialect === 'ANSI_SQL') ?? dialects[0])?.expression ?? ''
}

function synonymsOf(context: OssieField['ai_context']): string[] | undefined {
  return typeof context === 'object' ? context.synonyms : undefined
}

type Defined<Values> = { [Name in keyof Values]?: Exclude<Values[Name], undefined> }

function defined<Values extends object>(values: Values): Defined<Values> {
  // Only entries with a value are left, which `fromEntries` cannot express.
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as Defined<Values>
}
