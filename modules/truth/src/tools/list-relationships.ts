import { defineTool } from '@quipu/kit'
import { z } from 'zod'
import { defaultRows } from '../default-reply.ts'
import { Answer, EntityId, Offset, text, limitOf } from '../fields.ts'
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
    limit: limitOf(defaultRows),
    offset: Offset,
  }),
  output: Answer,
  run: (truth: Truth, { entity_id, direction, relationship_type, limit, offset }, { caller }) =>
    truth.relationships(caller, entity_id, direction, relationship_type, { limit, offset }),
})
