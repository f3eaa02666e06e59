import { z } from 'zod'
import { JsonValue } from './fields.ts'

const When = z.iso.datetime()

const EntityHead = z.object({
  id: z.string(),
  entity_type: z.string(),
  canonical_name: z.string(),
  observation_count: z.int(),
  last_observation_at: When,
})

const SourceHead = z.object({
  id: z.string(),
  kind: z.enum(['file', 'structured', 'correction']),
  content_hash: z.string(),
  mime_type: z.string(),
  original_filename: z.string().optional(),
  file_size: z.number(),
  created_at: When,
})

const Span = z.object({
  kind: z.enum(['text', 'page', 'cell', 'json', 'xml']),
  text: z.string(),
  start: z.int().optional(),
  end: z.int().optional(),
  page: z.int().optional(),
  sheet: z.string().optional(),
  row: z.int().optional(),
  column: z.int().optional(),
  pointer: z.string().optional(),
  line: z.int().optional(),
  path: z.string().optional(),
  file: z.string().optional(),
  /** In the picture of its page: left, top, width and height of each, from 0 to 1. */
  boxes: z.array(z.array(z.number()).readonly()).readonly().optional(),
})

export const Types = z.object({
  types: z.array(z.object({ entity_type: z.string(), total: z.int() })),
})

export const EntityList = z.object({
  entities: z.array(EntityHead),
  total: z.int(),
  total_is_lower_bound: z.boolean().optional(),
  next_cursor: z.string().nullable(),
})

export const Found = z.object({ entities: z.array(EntityHead), sources: z.array(SourceHead) })

const Pair = z.object({
  entity: EntityHead,
  other: EntityHead,
  probability: z.number(),
  why: z.array(z.object({ field: z.string(), bits: z.number(), values: z.array(JsonValue) })),
})

export const Pairs = z.object({ pairs: z.array(Pair), next_cursor: z.string().nullable() })

export const KeptApart = z.object({
  pairs: z.array(z.object({ entity: EntityHead, other: EntityHead, said_at: When })),
})

export const Judged = z.object({ entity_id: z.string(), other_entity_id: z.string() })

const Merge = z.object({
  from_entity_id: z.string(),
  from_name: z.string(),
  into: EntityHead,
  merged_at: When,
  merge_reason: z.string().nullable(),
})

export const Merges = z.object({ merges: z.array(Merge) })

export const EntityPage = z.object({
  entity_id: z.string(),
  entity_type: z.string(),
  canonical_name: z.string(),
  observation_count: z.int(),
  fields: z.array(
    z.object({
      field: z.string(),
      type: z.string(),
      value: JsonValue,
      source_id: z.string(),
      source_kind: z.enum(['file', 'structured', 'correction']),
      source_name: z.string().nullable(),
      observed_at: When,
      /** Different values that lost. */
      other_values: z.int(),
    }),
  ),
  empty_fields: z.array(z.object({ field: z.string(), type: z.string() })),
  observed_at: z.array(When),
  learned_at: z.array(When),
  merged: z.array(Merge),
  possible_duplicates: z.array(Pair),
})

export const Trace = z.object({
  entity_id: z.string(),
  field: z.string(),
  value: JsonValue,
  source_observation: z.object({
    id: z.string(),
    source_id: z.string(),
    observed_at: When,
    specificity_score: z.number(),
    source_priority: z.number(),
    is_correction: z.boolean().optional(),
  }),
  source_material: z.object({
    id: z.string(),
    mime_type: z.string(),
    original_filename: z.string().optional(),
    file_urls: z.array(z.string()),
    created_at: When,
  }),
  span: Span.optional(),
  excerpt: z.string().optional(),
  excerpt_mark: z.array(z.int()).optional(),
  observed_at: When,
  losing_values: z.array(
    z.object({
      value: JsonValue,
      observation_id: z.string(),
      source_id: z.string(),
      observed_at: When,
      reason: z.string(),
    }),
  ),
  losing_values_total: z.int(),
})

export const Around = z.object({
  entities: z.array(EntityHead),
  relationships: z.array(
    z.object({
      id: z.string(),
      relationship_type: z.string(),
      source_entity_id: z.string(),
      target_entity_id: z.string(),
      created_at: When,
    }),
  ),
  truncated: z.boolean(),
})

export const Events = z.object({
  events: z.array(
    z.object({
      id: z.string(),
      event_type: z.string(),
      event_timestamp: When,
      source_id: z.string(),
      entity_ids: z.array(z.string()),
      properties: z.object({ field: z.string(), value: z.string() }),
    }),
  ),
  total: z.int(),
})

export const SourceList = z.object({ sources: z.array(SourceHead), total: z.int() })

export const SourcePage = SourceHead.extend({
  interpretation: z
    .object({ status: z.enum(['running', 'done', 'failed', 'needs_ocr']), notes: JsonValue })
    .optional(),
  span: Span.optional(),
  text: z
    .object({
      text: z.string(),
      before: z.int(),
      after: z.int(),
      page: z.int().optional(),
      pages: z.int().optional(),
      mark: z.array(z.int()).optional(),
    })
    .optional(),
  entities: z.array(EntityHead),
  entities_total: z.int(),
  /** What erasing it removes. */
  erasing: z.object({
    observations: z.int(),
    entities_gone: z.int(),
    names: z.array(z.string()),
    entities_changed: z.int(),
  }),
})
