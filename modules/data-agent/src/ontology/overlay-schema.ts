import { ToolError } from '@quipu/kit'
import { z } from 'zod'
import { fieldRoles } from '@quipu/query'
import { mostEntries } from './limits.ts'

const text = (most: number) => z.string().trim().min(1).max(most)
const name = z.string().min(1).max(300)
const phrases = z.array(text(100)).max(100)

const DatasetEntry = z.strictObject({
  dataset: name,
  label: text(100).optional(),
  description: text(2000).nullable().optional(),
  synonyms: phrases.optional(),
  isHidden: z.boolean().optional(),
  /** Its rows are the sales of the business, or none of them are. Without it this is derived. */
  isSales: z.boolean().optional(),
})

const FieldEntry = z.strictObject({
  dataset: name,
  field: name,
  label: text(100).optional(),
  description: text(2000).nullable().optional(),
  synonyms: phrases.optional(),
  unit: text(30).nullable().optional(),
  role: z.enum(fieldRoles).optional(),
  isHidden: z.boolean().optional(),
  /** False excludes its values from the index. */
  isIndexed: z.boolean().optional(),
})

const JoinEntry = z.strictObject({
  from: name,
  to: name,
  fromFields: z.array(name).min(1).max(10),
  toFields: z.array(name).min(1).max(10),
  /** The join does not exist, whatever names and values suggest. */
  isRemoved: z.boolean().optional(),
  name: name.optional(),
  cardinality: z.enum(['many-to-one', 'one-to-one', 'many-to-many']).optional(),
  synonyms: phrases.optional(),
})

const MetricEntry = z.strictObject({
  name,
  label: text(100),
  description: text(2000).nullable(),
  synonyms: phrases,
  expression: text(4000),
  unit: text(30).nullable(),
})

const VerifiedEntry = z.strictObject({
  question: text(2000),
  sql: text(20_000),
  verifiedBy: text(300).optional().describe('Who wrote it. Set by the server; what is sent is ignored.'),
  verifiedAt: z.iso.datetime().optional().describe('When. Set by the server; what is sent is ignored.'),
})

const Entries = z.strictObject({
  datasets: z.array(DatasetEntry).max(5000).default([]),
  fields: z.array(FieldEntry).max(50_000).default([]),
  joins: z.array(JoinEntry).max(5000).default([]),
  metrics: z.array(MetricEntry).max(1000).default([]),
  glossary: z
    .array(z.strictObject({ term: text(100), meaning: text(2000), synonyms: phrases }))
    .max(1000)
    .default([]),
  verified: z.array(VerifiedEntry).max(5000).default([]),
  calendar: z
    .strictObject({
      fiscalYearStart: z.int().min(1).max(12).nullable().optional(),
      weekStart: z.enum(['monday', 'sunday']).optional(),
    })
    .default({}),
})
/** The additions of people. Stored separately from the content of the database, so that a refresh keeps them. */
export const Overlay = Entries.superRefine((overlay, context) => {
  for (const [list, keys] of keysOf(overlay)) {
    const twice = firstRepeated(keys)
    if (twice === undefined) continue
    context.addIssue({ code: 'custom', path: [list], message: `has two entries for ${twice}: keep one` })
  }
})
export type Overlay = z.infer<typeof Overlay>
export type DatasetEntry = z.infer<typeof DatasetEntry>
export type FieldEntry = z.infer<typeof FieldEntry>
export type JoinEntry = z.infer<typeof JoinEntry>

export function emptyOverlay(): Overlay {
  return Overlay.parse({})
}

/** Refuses more entries than can be loaded and shown without delaying others. */
export function demandFewEntries(overlay: Readonly<Record<string, unknown>>): void {
  const lists = Object.values(overlay).filter((list) => Array.isArray(list))
  const count = lists.reduce((sum, list) => sum + list.length, 0)
  if (count <= mostEntries) return
  const [has, most] = [count, mostEntries].map((number) => number.toLocaleString('en'))
  throw new ToolError(
    'VALIDATION_ERROR',
    `overlay: has ${has} entries and may have ${most} in all; leave out those that change nothing`,
    { path: 'overlay' },
  )
}

function firstRepeated(keys: readonly string[]): string | undefined {
  const known = new Set<string>()
  return keys.find((key) => known.size === known.add(key).size)
}

function keysOf(overlay: z.infer<typeof Entries>): [list: string, keys: string[]][] {
  return [
    ['datasets', overlay.datasets.map(({ dataset }) => dataset)],
    ['fields', overlay.fields.map(({ dataset, field }) => `${dataset}.${field}`)],
    ['metrics', overlay.metrics.map((metric) => metric.name)],
    ['glossary', overlay.glossary.map(({ term }) => term.toLowerCase())],
    ['verified', overlay.verified.map(({ question }) => question.toLowerCase())],
  ]
}
