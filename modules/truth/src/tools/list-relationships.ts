import { defineTool } from '@quipu/kit'
import { z } from 'zod'
import { Answer, EntityId, Limit, Offset, text } from '../fields.ts'
import type { Truth } from '../truth.ts'

export const listRelationships = defineTool({
  name: 'list_relationships',
  title: 'List relationships',
  description: 'Relationships of an entity, newest first. Strong, deterministic.',
  needs: 'truth:read',
  effect: 'read',
  input: z.object({
    entity_id: EntityId,
    direction: z.enum(['inbound', 'outbound', 'both']).default('both'),
    relationship_type: text(50).optional(),
    limit: Limit.default(20),
    offset: Offset,
  }),
  output: Answer,
  run: (truth: Truth, { entity_id, direction, relationship_type, limit, offset }, { caller }) =>
    truth.relationships(caller, entity_id, direction, relationship_type, { limit, offset }),
})
