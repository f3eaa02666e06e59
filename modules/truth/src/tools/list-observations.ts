import { defineTool } from '@quipu/kit'
import { z } from 'zod'
import { defaultRows } from '../default-reply.ts'
import { Answer, EntityId, Offset, limitOf } from '../fields.ts'
import type { Truth } from '../truth.ts'

export const listObservations = defineTool({
  name: 'list_observations',
  title: 'List observations',
  description: 'What each source said about an entity, latest first. Strong, deterministic.',
  needs: 'truth:read',
  effect: 'read',
  input: z.object({
    entity_id: EntityId,
    limit: limitOf(defaultRows),
    offset: Offset,
  }),
  output: Answer,
  run: (truth: Truth, { entity_id, limit, offset }, { caller }) =>
    truth.observations(caller, entity_id, { limit, offset }),
})
