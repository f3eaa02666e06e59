import { z } from 'zod'

export const ossieVersion = '0.2.0.dev0'
/** The vendor of our extension, for data without a field in Ossie. */
export const vendor = 'QUIPU'

const AiContext = z.union([
  z.string(),
  z.looseObject({
    instructions: z.string().optional(),
    synonyms: z.array(z.string()).optional(),
    examples: z.array(z.string()).optional(),
  }),
])
const Extensions = z.array(z.strictObject({ vendor_name: z.string(), data: z.string() }))
const Expression = z.strictObject({
  dialects: z
    .array(
      z.strictObject({
        dialect: z.enum(['ANSI_SQL', 'SNOWFLAKE', 'MDX', 'TABLEAU', 'DATABRICKS', 'MAQL', 'BIGQUERY']),
        expression: z.string(),
      }),
    )
    .min(1),
})
const dataTypes = [
  'String',
  'Integer',
  'Decimal',
  'Float',
  'Boolean',
  'Date',
  'Time',
  'DateTime',
  'DateTimeTz',
  'Opaque',
] as const
const DataType = z.enum(dataTypes)
export type DataType = z.infer<typeof DataType>

const extra = { ai_context: AiContext.optional(), custom_extensions: Extensions.optional() }

const OssieField = z.strictObject({
  name: z.string(),
  expression: Expression,
  dimension: z.strictObject({ is_time: z.boolean().optional() }).optional(),
  label: z.string().optional(),
  description: z.string().optional(),
  datatype: DataType.optional(),
  ...extra,
})
const OssieDataset = z.strictObject({
  name: z.string(),
  source: z.string(),
  primary_key: z.array(z.string()).optional(),
  unique_keys: z.array(z.array(z.string())).optional(),
  description: z.string().optional(),
  fields: z.array(OssieField).optional(),
  ...extra,
})
const OssieRelationship = z.strictObject({
  name: z.string(),
  from: z.string(),
  to: z.string(),
  from_columns: z.array(z.string()).min(1),
  to_columns: z.array(z.string()).min(1),
  ...extra,
})
const OssieMetric = z.strictObject({
  name: z.string(),
  expression: Expression,
  description: z.string().optional(),
  datatype: DataType.optional(),
  ...extra,
})
const SemanticModel = z.strictObject({
  name: z.string(),
  description: z.string().optional(),
  datasets: z.array(OssieDataset).min(1),
  relationships: z.array(OssieRelationship).optional(),
  metrics: z.array(OssieMetric).optional(),
  ...extra,
})

/** Apache Ossie's core metadata, as its JSON schema has it; older drafts of the version are read too. */
export const OssieDocument = z.strictObject({
  version: z.string(),
  semantic_model: z.array(SemanticModel).min(1),
})
export type OssieDocument = z.infer<typeof OssieDocument>
export type OssieDataset = z.infer<typeof OssieDataset>
export type OssieField = z.infer<typeof OssieField>
export type OssieRelationship = z.infer<typeof OssieRelationship>
export type OssieMetric = z.infer<typeof OssieMetric>
