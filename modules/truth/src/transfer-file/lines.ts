import type { Json } from '@quipu/kit'
import { z } from 'zod'
import { entityIdPattern } from '../model/ids.ts'
import type { Span } from '../model/span.ts'

/**
 * A file of truth is JSON Lines in canonical form (RFC 8785): the head, relationships, merges, then each source with its
 * bytes, runs and observations, and the end. Each line has one part with the name of its kind. Everything that depends on when we
 * learned it is in `learned`, so that the rest is the same for everyone with the same documents.
 */
export const formatVersion = 1

/** Bytes of a file in one line. */
export const bytesPerLine = 192 * 1024

const Uuid = z.uuid()
const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const EntityId = z.string().regex(entityIdPattern)
const Moment = z.iso.datetime({ precision: 3 })
// A line is parsed from JSON, so every value is JSON.
const AnyJson = z.custom<Json>((value) => value !== undefined)
const Fields = z.record(z.string(), AnyJson)
const Count = z.int().min(0)

const Head = z.strictObject({ quipu_truth: z.literal(formatVersion) })

const Relationship = z.strictObject({
  relationship: z.strictObject({
    id: Uuid,
    relationship_type: z.string().min(1),
    source_entity_id: EntityId,
    target_entity_id: EntityId,
    metadata: Fields.nullable(),
  }),
  learned: z.strictObject({ created_at: Moment }),
})

const Merge = z.strictObject({
  merge: z.strictObject({
    from_id: EntityId,
    to_id: EntityId,
    reason: z.string().nullable(),
    is_undone: z.boolean(),
  }),
  learned: z.strictObject({ merged_at: Moment, undone_at: Moment.optional() }),
})

const Source = z.strictObject({
  source: z.strictObject({
    id: Uuid,
    kind: z.enum(['file', 'structured', 'correction']),
    content_hash: Sha256,
    mime_type: z.string(),
    original_filename: z.string().nullable(),
    file_size: Count,
    content: z.string().nullable(),
    text: z.string().nullable(),
    provenance: AnyJson,
    /** Present if the source itself has it. */
    observed_at: Moment.optional(),
  }),
  learned: z.strictObject({ created_at: Moment, observed_at: Moment.optional() }),
})

const Bytes = z.strictObject({ bytes: z.base64().min(1) })

const Run = z.strictObject({
  run: z.strictObject({
    id: Uuid,
    number: z.int().min(1),
    interpreter: z.string().min(1),
    config: AnyJson,
    status: z.enum(['done', 'failed', 'needs_ocr']),
    notes: AnyJson,
  }),
  learned: z.strictObject({ created_at: Moment, entities_created: Count, observations_created: Count }),
})

const Observation = z.strictObject({
  observation: z.strictObject({
    id: Uuid,
    run_id: Uuid,
    entity_id: EntityId,
    entity_type: z.string().min(1),
    schema_version: z.string(),
    specificity: z.number(),
    priority: z.int(),
    correction: z.int().min(0),
    fields: Fields,
    fragments: Fields,
    // We wrote these from spans; an import only stores and shows them.
    spans: z.record(
      z.string(),
      z.custom<Span>((value) => typeof value === 'object' && value !== null),
    ),
    identifier_ids: z.array(EntityId),
    name_id: EntityId.nullable(),
    /** Present if the source itself has it. */
    observed_at: Moment.optional(),
  }),
  learned: z.strictObject({ created_at: Moment, observed_at: Moment.optional() }),
})

const End = z.strictObject({
  end: z.strictObject({
    relationships: Count,
    merges: Count,
    sources: Count,
    observations: Count,
    /** The hash of all lines without `learned`: the same documents give the same hash. */
    content_sha256: Sha256,
    /** The hash of every byte before this line. */
    sha256: Sha256,
  }),
})

/** All kinds of lines, by the part that each has. */
export const lineSchemas = {
  quipu_truth: Head,
  relationship: Relationship,
  merge: Merge,
  source: Source,
  bytes: Bytes,
  run: Run,
  observation: Observation,
  end: End,
} as const

export type LineKind = keyof typeof lineSchemas
export type HeadLine = z.infer<typeof Head>
export type RelationshipLine = z.infer<typeof Relationship>
export type MergeLine = z.infer<typeof Merge>
export type SourceLine = z.infer<typeof Source>
export type BytesLine = z.infer<typeof Bytes>
export type RunLine = z.infer<typeof Run>
export type ObservationLine = z.infer<typeof Observation>
export type EndLine = z.infer<typeof End>
export type Line =
  | HeadLine
  | RelationshipLine
  | MergeLine
  | SourceLine
  | BytesLine
  | RunLine
  | ObservationLine
  | EndLine

export function kindOf(line: object): LineKind | undefined {
  return kinds.find((kind) => kind in line)
}

const kinds = Object.keys(lineSchemas) as readonly LineKind[]
