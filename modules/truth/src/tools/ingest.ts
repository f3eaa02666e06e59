import { defineTool } from '@quipu/kit'
import { z } from 'zod'
import { Answer, UserId, JsonFields } from '../fields.ts'
import type { Truth } from '../truth.ts'
import { requireOwnUser } from '../own-user.ts'
export const ingest = defineTool({
  name: 'ingest',
  title: 'Ingest',
  description:
    'Remembers entities that you state, with their source. The same content twice is kept once. Strong consistency; deterministic.',
  needs: 'truth:write',
  effect: 'write',
  idempotent: true,
  limit: { points: 100, seconds: 60 },
  input: z.object({
    user_id: UserId,
    entities: z
      .array(JsonFields)
      .min(1)
      .max(1000)
      .describe('Each with entity_type (see list_entity_types) and its fields.'),
    source_priority: z.int().min(0).max(999).default(100),
    provenance: JsonFields.optional().describe('{extracted_at, extractor_version, source_refs?, agent_id?}'),
  }),
  output: Answer,
  run: (truth: Truth, input, { caller }) => {
    requireOwnUser(caller, input.user_id)
    return truth.ingestEntities(caller, input)
  },
})
