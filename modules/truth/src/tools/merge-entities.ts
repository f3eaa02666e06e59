import { defineTool } from '@quipu/kit'
import { z } from 'zod'
import { Answer, EntityId, text, UserId } from '../fields.ts'
import type { Truth } from '../truth.ts'
import { requireOwnUser } from '../own-user.ts'
export const mergeEntities = defineTool({
  name: 'merge_entities',
  title: 'Merge entities',
  description:
    'Makes two entities one; ids of both keep working. Nothing is lost: unmerge_entities undoes it. Strong, deterministic.',
  needs: 'truth:write',
  effect: 'write',
  input: z.object({
    user_id: UserId,
    from_entity_id: EntityId,
    to_entity_id: EntityId,
    merge_reason: text(500).optional(),
  }),
  output: Answer,
  run: (truth: Truth, input, { caller }) => {
    requireOwnUser(caller, input.user_id)
    return truth.merge(caller, input.from_entity_id, input.to_entity_id, input.merge_reason)
  },
})
