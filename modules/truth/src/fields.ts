import type { Json } from '@quipu/kit'
import { z } from 'zod'

/** Any answer of this module. The tool's description names its content, so that the list of tools stays short. */
export const Answer = z.custom<object>((answer) => typeof answer === 'object').meta({ type: 'object' })

/** Checked, but not published: every bound would cost tokens in every prompt. */
export function text(most: number) {
  return z.string().refine(({ length }) => length <= most, `must have at most ${most} characters`)
}

export const EntityId = text(64)
/** Published by its format: the pattern of a UUID costs more tokens than the rest of a tool. */
export const Uuid = z.string().refine(isUuid, 'must be a UUID').meta({ format: 'uuid' })
export const UserId = text(64).optional()
/** Without a limit, a reply has as many rows as fit in 4 KB. `most` is what is published as the default. */
export function limitOf(most: number, max = 500) {
  return z.int().min(1).max(max).optional().meta({ default: most })
}

/** Checked, but not published, as for texts. */
export const PageLimit = z
  .number()
  .refine((limit) => Number.isInteger(limit) && limit >= 1 && limit <= 500, 'must be from 1 to 500')
  .optional()
export const PageOffset = z
  .number()
  .refine(
    (offset) => Number.isInteger(offset) && offset >= 0 && offset <= 1_000_000,
    'must be from 0 to 1000000',
  )
  .default(0)
export const Offset = z.int().min(0).max(1_000_000).default(0)
export const Moment = text(40)
// Arguments are parsed from JSON, so every value is JSON.
export const JsonValue = z.custom<Json>((value) => value !== undefined).meta({})
export const JsonFields = z.record(text(200), JsonValue)

/** Fields of the contract. They are checked, but only described: their schema would cost more tokens than the rest of a tool. */
function described(fields: z.ZodObject, description: string, says: string) {
  return JsonFields.refine((given) => fields.safeParse(given).success, says).describe(description)
}

/** Each field is part of the run's identity; further ones may be given. */
export const InterpretationConfig = described(
  z.looseObject({
    provider: z.string().optional(),
    model_id: z.string().optional(),
    temperature: z.number().optional(),
    prompt_hash: z.string().optional(),
    code_version: z.string().optional(),
    feature_flags: z.record(z.string(), z.boolean()).optional(),
  }),
  '{provider?, model_id?, temperature?, prompt_hash?, code_version?, feature_flags?}',
  'must have a number as temperature, true or false as feature_flags, and texts as its other fields',
)

export const Provenance = described(
  z.looseObject({
    extracted_at: z.string(),
    extractor_version: z.string(),
    source_refs: z.array(z.string()).optional(),
    agent_id: z.string().optional(),
  }),
  '{extracted_at, extractor_version, source_refs?, agent_id?}',
  'must have extracted_at and extractor_version as texts; source_refs is a list of texts, agent_id a text',
)

export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)
}
