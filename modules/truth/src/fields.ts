import type { Json } from '@quipu/kit'
import { z } from 'zod'

/** Any answer of this module: what is in it is told by the tool's description, so that the list of tools stays short. */
export const Answer = z.custom<object>((answer) => typeof answer === 'object').meta({ type: 'object' })

export const EntityId = z.string().max(64)
export const SourceId = z.uuid()
export const UserId = z.string().max(64).optional()
export const Limit = z.int().min(1).max(500).default(100)
export const Offset = z.int().min(0).max(1_000_000).default(0)
export const Moment = z.string().max(40)
// Arguments come from JSON, so any value that is there is JSON.
export const JsonValue = z.custom<Json>((value) => value !== undefined).meta({})
export const JsonFields = z.record(z.string().max(200), JsonValue)

/** Its fields are those of the contract. Each is part of the run's identity. */
export const InterpretationConfig = JsonFields.describe(
  '{provider?, model_id?, temperature?, prompt_hash?, code_version?}',
)
