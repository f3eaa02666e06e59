import { defineTool } from '@quipu/kit'
import { z } from 'zod'
import { Answer, EntityId, PageLimit, PageOffset, text } from '../fields.ts'
import type { Truth } from '../truth.ts'

export const getRelatedEntities = defineTool({
  name: 'get_related_entities',
  title: 'Get related entities',
  description: 'Entities connected by relationships, up to 5 hops. Strong, deterministic.',
  needs: 'truth:read',
  effect: 'read',
  input: z.object({
    entity_id: EntityId,
    relationship_types: z.array(text(50)).max(10).optional(),
    direction: z.enum(['inbound', 'outbound', 'both']).default('both'),
    max_hops: z.int().min(1).max(5).default(1),
    include_entities: z.boolean().default(true),
    limit: PageLimit,
    offset: PageOffset,
  }),
  output: Answer,
  run: (truth: Truth, input, { caller }) =>
    truth.related(
      caller,
      {
        entityId: input.entity_id,
        types: input.relationship_types,
        direction: input.direction,
        maxHops: input.max_hops,
        withEntities: input.include_entities,
      },
      input,
    ),
})
