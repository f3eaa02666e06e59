import { defineTool } from '@quipu/kit'
import { z } from 'zod'
import { Answer, EntityId, Limit, Offset } from '../fields.ts'
import type { Truth } from '../truth.ts'

export const listObservations = defineTool({
  name: 'list_observations',
  title: 'List observations',
  description: 'What each source said about an entity, latest first. Strong, deterministic.',
  needs: 'truth:read',
  effect: 'read',
  input: z.object({
    entity_id: EntityId,
    limit: Limit.default(20),
    offset: Offset,
  }),
  output: Answer,
  run: (truth: Truth, { entity_id, limit, offset }, { caller }) =>
    truth.observations(caller, entity_id, { limit, offset }),
})
