import { defineTool } from '@quipu/kit'
import { z } from 'zod'
import { Answer, EntityId } from '../fields.ts'
import type { Truth } from '../truth.ts'

export const unmergeEntities = defineTool({
  name: 'unmerge_entities',
  title: 'Undo merge',
  description: 'Takes back the latest merge of this entity into another. Strong, deterministic.',
  needs: 'truth:write',
  effect: 'write',
  input: z.object({
    entity_id: EntityId.describe('The one that was merged away.'),
  }),
  output: Answer,
  run: (truth: Truth, { entity_id }, { caller }) => truth.unmerge(caller, entity_id),
})
