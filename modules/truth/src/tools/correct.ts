import { defineTool } from '@quipu/kit'
import { z } from 'zod'
import { Answer, EntityId, JsonValue, text, UserId } from '../fields.ts'
import type { Truth } from '../truth.ts'
import { requireOwnUser } from '../own-user.ts'
export const correct = defineTool({
  name: 'correct',
  title: 'Correct field',
  description:
    'Sets a field for good: counts above every source until a later correction; null clears. Strong, deterministic.',
  needs: 'truth:write',
  effect: 'write',
  idempotent: true,
  input: z.object({
    user_id: UserId,
    entity_id: EntityId,
    entity_type: text(100),
    field: text(200),
    value: JsonValue,
  }),
  output: Answer,
  run: (truth: Truth, input, { caller }) => {
    requireOwnUser(caller, input.user_id)
    const { entity_id: entityId, entity_type: entityType, field, value } = input
    return truth.correct(caller, { entityId, entityType, field, value })
  },
})
