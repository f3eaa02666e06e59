import { defineTool } from '@quipu/kit'
import { z } from 'zod'
import { Answer, EntityId, Moment } from '../fields.ts'
import type { Truth } from '../truth.ts'

export const getEntitySnapshot = defineTool({
  name: 'get_entity_snapshot',
  title: 'Get entity',
  description:
    'What is known about an entity: each field and the observation behind it. Strong, deterministic.',
  needs: 'truth:read',
  effect: 'read',
  window: 'entity',
  input: z.object({
    entity_id: EntityId,
    at: Moment.optional().describe('As it was then.'),
    known_at: Moment.optional().describe('As we knew it then.'),
  }),
  output: Answer,
  run: (truth: Truth, { entity_id, at, known_at }, { caller }) =>
    truth.snapshot(caller, entity_id, { at, known_at }),
})
