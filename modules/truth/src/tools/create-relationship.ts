import { defineTool } from '@quipu/kit'
import { z } from 'zod'
import { Answer, EntityId, JsonFields, text } from '../fields.ts'
import type { Truth } from '../truth.ts'
import { relationshipTypes } from '../model/relationship-types.ts'
export const createRelationship = defineTool({
  name: 'create_relationship',
  title: 'Relate entities',
  description:
    'Connects two entities. Repeating it changes nothing; a circle of one type is refused. Strong, deterministic.',
  needs: 'truth:write',
  effect: 'write',
  idempotent: true,
  input: z.object({
    relationship_type: text(50).meta({ enum: [...relationshipTypes] }),
    source_entity_id: EntityId,
    target_entity_id: EntityId,
    metadata: JsonFields.optional(),
  }),
  output: Answer,
  run: (truth: Truth, input, { caller }) => {
    const ends = { source: input.source_entity_id, target: input.target_entity_id }
    return truth.relate(caller, input.relationship_type, ends, input.metadata)
  },
})
